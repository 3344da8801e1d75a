import { looser, type Tier, tiers } from '../../oracles/acceptance/tier.ts';
import type { Accuracy, CaseResult } from '../schema.ts';
import { beforeInSizeThenId } from './smallest.ts';

/**
 * The accuracy of one operator in one dtype, grown case by case; the order of the cases does not matter. Only passes are
 * measured: what the right elements of a wrong answer reach says nothing, and would hide among the figures of the others.
 */
export class AccuracyTally {
  readonly #tiers = new Map<Tier, number>();
  #worstTier: Tier | undefined;
  #worst: CaseResult | undefined;
  #failed = 0;
  #vacuous = 0;

  add(result: CaseResult): void {
    if (result.outcome === 'fail') this.#failed++;
    if (result.outcome !== 'pass') return;
    this.#vacuous += result.vacuous ?? 0;
    if (result.tier !== undefined) {
      this.#tiers.set(result.tier, (this.#tiers.get(result.tier) ?? 0) + 1);
      this.#worstTier = this.#worstTier === undefined ? result.tier : looser(this.#worstTier, result.tier);
    }
    if (isWorse(result, this.#worst)) this.#worst = result;
  }

  /** `undefined` when no number was judged: there is nothing to profile. */
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
      failed: this.#failed,
      vacuousElements: this.#vacuous,
    };
  }
}

/** An error of 0 is nowhere the worst; of equal errors the smaller case is the better example. */
function isWorse(result: CaseResult, than: CaseResult | undefined): boolean {
  const error = result.errorOverBound ?? 0;
  const worst = than?.errorOverBound ?? 0;
  return error > worst || (than !== undefined && error === worst && beforeInSizeThenId(result, than));
}
