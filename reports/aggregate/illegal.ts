import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import type { Clause } from '../../oracles/operator.ts';
import {
  type BrokenRule,
  type IllegalCell,
  type IllegalCounts,
  type IllegalModels,
  type IllegalOutcome,
  type IllegalResult,
  illegalOutcomes,
  type NotRejected,
  type Report,
} from '../schema.ts';
import { groupBy, unique } from './grouping.ts';
import { smallerCase } from './smallest.ts';

/** How many illegal models a run is going to hold for one operator version and rule. */
export interface PlannedRule {
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  readonly rule: Pick<Clause, 'id' | 'text'>;
  readonly cases: number;
}

/** The outcomes that are reported one by one, the most serious first. */
const reported: readonly NotRejected['outcome'][] = ['crash', 'timeout', 'accepted', 'undecided'];

/** Counts the verdicts on illegal models, apart from all other figures; the order of arrival does not matter. */
export class IllegalTally {
  readonly #cells: ReadonlyMap<string, RuleTally>;
  readonly #replay: (id: string) => string;

  /** @param replay the command that runs exactly this model again */
  constructor(plan: readonly PlannedRule[], replay: (id: string) => string) {
    this.#cells = new Map(
      plan.map((planned) => [keyOf({ ...planned, rule: planned.rule.id }), new RuleTally(planned)]),
    );
    this.#replay = replay;
  }

  /** @throws Error if the case was not planned: a result that no cell expects must not vanish */
  add(result: IllegalResult): void {
    const cell = this.#cells.get(keyOf(result));
    if (!cell) throw new Error(`${result.id}: no cell was planned for this result`);
    cell.add(result);
  }

  /** The summary so far, in the order of the plan; `undefined` if nothing was planned. */
  summary(): IllegalModels | undefined {
    const cells = [...this.#cells.values()];
    if (cells.length === 0) return undefined;
    return {
      planned: cells.reduce((sum, { planned }) => sum + planned.cases, 0),
      totals: total(cells),
      rules: [...groupBy(cells, ({ planned }) => planned.rule.id).values()].map((own) => this.#rule(own)),
      cells: cells.map((cell) => cell.summary()),
    };
  }

  #rule(cells: readonly RuleTally[]): BrokenRule {
    const { id, text } = cells[0]!.planned.rule;
    const notRejected = reported.flatMap((outcome) => {
      const own = cells.filter((cell) => cell.counts[outcome] > 0);
      const smallest = own.map((cell) => cell.smallest.get(outcome)).reduce(smallerCase, undefined);
      return smallest ? [this.#notRejected(outcome, own, smallest)] : [];
    });
    return { rule: id, text, counts: total(cells), notRejected };
  }

  #notRejected(outcome: NotRejected['outcome'], cells: readonly RuleTally[], smallest: IllegalResult): NotRejected {
    const count = (own: readonly RuleTally[]) => own.reduce((sum, { counts }) => sum + counts[outcome], 0);
    const versions = groupBy(cells, ({ planned }) => `${planned.operator}-${planned.version}`);
    const where = [...versions.values()].map((own) => {
      const { operator, version } = own[0]!.planned;
      const seen = unique(own.map(({ planned }) => planned.dtype));
      return { operator, version, dtypes: dtypes.filter((dtype) => seen.includes(dtype)), cases: count(own) };
    });
    return { outcome, cases: count(cells), where, smallest, replay: this.#replay(smallest.id) };
  }
}

/** The verdicts on one operator version × rule. */
class RuleTally {
  readonly planned: PlannedRule;
  readonly counts = noCounts();
  readonly smallest = new Map<IllegalOutcome, IllegalResult>();

  constructor(planned: PlannedRule) {
    this.planned = planned;
  }

  add(result: IllegalResult): void {
    this.counts[result.outcome]++;
    this.smallest.set(result.outcome, smallerCase(this.smallest.get(result.outcome), result)!);
  }

  summary(): IllegalCell {
    const { operator, version, dtype, rule, cases } = this.planned;
    return { operator, version, dtype, rule: rule.id, cases, counts: { ...this.counts } };
  }
}

/** Illegal models with a verdict of whatever kind. */
export function illegalRecorded(counts: IllegalCounts): number {
  return illegalOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** True if every planned illegal model has a verdict. */
export function isIllegalComplete({ illegal }: Pick<Report, 'illegal'>): boolean {
  return illegal === undefined || illegalRecorded(illegal.totals) === illegal.planned;
}

/** Illegal models that a runtime took, or that took the runtime with them. */
export function notRefused({ illegal }: Pick<Report, 'illegal'>): number {
  return illegal ? illegal.totals.accepted + illegal.totals.crash + illegal.totals.timeout : 0;
}

/** Illegal models of which it can be said whether they were refused. */
export function judgedIllegal({ totals }: Pick<IllegalModels, 'totals'>): number {
  return illegalRecorded(totals) - totals.unsupported;
}

function keyOf({
  operator,
  version,
  dtype,
  rule,
}: Pick<IllegalCell, 'operator' | 'version' | 'dtype' | 'rule'>): string {
  return `${operator}/${version}/${dtype}/${rule}`;
}

function noCounts(): Record<IllegalOutcome, number> {
  return Object.fromEntries(illegalOutcomes.map((outcome) => [outcome, 0])) as Record<IllegalOutcome, number>;
}

function total(cells: readonly RuleTally[]): IllegalCounts {
  const counts = noCounts();
  for (const cell of cells) for (const outcome of illegalOutcomes) counts[outcome] += cell.counts[outcome];
  return counts;
}
