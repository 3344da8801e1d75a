import { looserTier, type Tier, tiers } from '../../oracles/judge/tier.ts';
import type { Accuracy, CaseResult, WorstErrors } from '../schema.ts';
import { getOr } from './grouping.ts';
import { beforeInSizeThenId } from './smallest.ts';

/**
 * Collects the accuracy of one operator in one dtype, in any order of cases. Tiers and shares of bounds count passing cases
 * only: the right elements of a wrong answer show little. Errors against the exact values also count failing cases.
 */
export class AccuracyTally {
  readonly #tiers = new Map<Tier, number>();
  #worstTier: Tier | undefined;
  #worst: CaseResult | undefined;
  /** the errors by kind of data */
  readonly #errors = new Map<string, ErrorsTally>();
  #failed = 0;
  #vacuous = 0;

  add(result: CaseResult): void {
    if (result.outcome === 'fail') this.#failed++;
    if ((result.outcome === 'pass' && result.tier !== undefined) || missesAny(result)) {
      getOr(this.#errors, result.dataClass, () => new ErrorsTally()).add(result);
    }
    if (result.outcome !== 'pass') return;
    this.#vacuous += result.vacuous ?? 0;
    if (result.tier !== undefined) {
      this.#tiers.set(result.tier, (this.#tiers.get(result.tier) ?? 0) + 1);
      this.#worstTier = this.#worstTier === undefined ? result.tier : looserTier(this.#worstTier, result.tier);
    }
    if (isWorse(result, this.#worst, 'errorOverBound')) this.#worst = result;
  }

  /** Returns the accuracy; `undefined` if no number was judged. */
  summary(key: Pick<Accuracy, 'operator' | 'dtype'>): Accuracy | undefined {
    if (this.#worstTier === undefined && this.#failed === 0) return undefined;
    return {
      ...key,
      ...(this.#worstTier !== undefined && { worstTier: this.#worstTier }),
      worstErrorOverBound: this.#worst?.errorOverBound ?? 0,
      ...(this.#worst && { worstCase: this.#worst.id }),
      tiers: Object.fromEntries(
        tiers.filter((tier) => this.#tiers.has(tier)).map((tier) => [tier, this.#tiers.get(tier)!]),
      ),
      errors: Object.fromEntries(
        [...this.#errors].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, tally]) => [kind, tally.summary]),
      ),
      failed: this.#failed,
      vacuousElements: this.#vacuous,
    };
  }
}

const missesAny = ({ ulps, absoluteError }: CaseResult): boolean => ulps !== undefined || absoluteError !== undefined;

/** The worst errors of cases with one kind of data. */
class ErrorsTally {
  #ulps: CaseResult | undefined;
  #absolute: CaseResult | undefined;
  #overBound = 0;
  #failed = 0;

  add(result: CaseResult): void {
    if (result.outcome === 'fail') this.#failed++;
    else this.#overBound = Math.max(this.#overBound, result.errorOverBound ?? 0);
    if (isWorse(result, this.#ulps, 'ulps')) this.#ulps = result;
    if (isWorse(result, this.#absolute, 'absoluteError')) this.#absolute = result;
  }

  get summary(): WorstErrors {
    const worst = this.#ulps ?? this.#absolute;
    const { absoluteError } = this.#absolute ?? {};
    return {
      ulps: this.#ulps?.ulps ?? 0,
      ...(absoluteError !== undefined && { absoluteError }),
      ...(worst && { worstCase: worst.id }),
      ...(this.#overBound > 0 && { worstErrorOverBound: this.#overBound }),
      ...(this.#failed > 0 && { failed: this.#failed }),
    };
  }
}

/** Whether a result has the greater error; an error of 0 never counts, and of equal errors the smaller case is preferred. */
function isWorse(
  result: CaseResult,
  than: CaseResult | undefined,
  by: 'errorOverBound' | 'ulps' | 'absoluteError',
): boolean {
  const error = result[by] ?? 0;
  const worst = than?.[by] ?? 0;
  return error > worst || (than !== undefined && error === worst && beforeInSizeThenId(result, than));
}
