import { noInvalidCounts } from '../schema/counts.ts';
import {
  type BrokenRule,
  type CaseResult,
  type InvalidCell,
  type InvalidCounts,
  type InvalidOutcome,
  type InvalidResult,
  invalidOutcomes,
  type NotRejected,
  type Rejections,
  type Report,
} from '../schema.ts';
import type { Catalogue, CatalogueEntry, PlannedCell } from './catalogue.ts';
import { cellKey } from './cells.ts';
import { groupBy, uniqueDTypes } from './grouping.ts';
import { smallerCase } from './smallest.ts';

/** The outcomes that are reported separately, the most serious first. */
const reported: readonly NotRejected['outcome'][] = ['crash', 'timeout', 'accepted', 'undecided'];

/** Counts the outcomes of invalid models, separately from all other figures and in any order. */
export class RejectionsTally {
  readonly #cells: ReadonlyMap<string, RuleTally>;

  /** @throws Error if the plan names a rule that the catalogue does not have */
  constructor(catalogue: Catalogue, plan: readonly PlannedCell[]) {
    const entries = new Map(catalogue.map((entry) => [`${entry.operator}/${entry.version}`, entry]));
    this.#cells = new Map(
      plan.map((cell) => [cellKey(cell), new RuleTally(cell, entries.get(`${cell.operator}/${cell.version}`))]),
    );
  }

  /** Takes a result. @throws Error if the case was not planned: no result may be lost */
  add(result: InvalidResult): void {
    const cell = this.#cells.get(cellKey(result));
    if (!cell) throw new Error(`${result.id}: no cell was planned for this result`);
    cell.add(result);
  }

  /** Returns the summary so far, in the order of the plan; `undefined` if nothing was planned. */
  summary(replay: (smallest: CaseResult) => string): Rejections | undefined {
    const cells = [...this.#cells.values()];
    if (cells.length === 0) return undefined;
    return {
      planned: cells.reduce((sum, { planned }) => sum + planned.cases, 0),
      totals: total(cells),
      rules: [...groupBy(cells, ({ planned }) => planned.clause).values()].map((own) => brokenRule(own, replay)),
      cells: cells.map((cell) => cell.summary()),
    };
  }
}

function brokenRule(cells: readonly RuleTally[], replay: (smallest: CaseResult) => string): BrokenRule {
  const [{ planned, text }] = cells as [RuleTally];
  const notRejected = reported.flatMap((outcome) => {
    const own = cells.filter((cell) => cell.counts[outcome] > 0);
    const smallest = own.map((cell) => cell.smallest.get(outcome)).reduce(smallerCase, undefined);
    if (!smallest) return [];
    const count = (some: readonly RuleTally[]) => some.reduce((sum, { counts }) => sum + counts[outcome], 0);
    const versions = groupBy(own, (cell) => `${cell.planned.operator}-${cell.planned.version}`);
    const where = [...versions.values()].map((some) => {
      const { operator, version } = some[0]!.planned;
      return { operator, version, dtypes: uniqueDTypes(some.map((cell) => cell.planned.dtype)), cases: count(some) };
    });
    return [{ outcome, cases: count(own), where, smallest, replay: replay(smallest) }];
  });
  return { clause: planned.clause, text, counts: total(cells), notRejected };
}

/** Counts the outcomes of the models of one operator version × rule. */
class RuleTally {
  readonly planned: PlannedCell;
  readonly text: string;
  readonly counts = noInvalidCounts();
  readonly smallest = new Map<InvalidOutcome, InvalidResult>();

  constructor(planned: PlannedCell, entry: CatalogueEntry | undefined) {
    const rule = entry?.rules?.find(({ id }) => id === planned.clause);
    if (!rule) throw new Error(`${cellKey(planned)}: planned, but the catalogue has no such rule`);
    this.planned = planned;
    this.text = rule.text;
  }

  add(result: InvalidResult): void {
    this.counts[result.outcome]++;
    this.smallest.set(result.outcome, smallerCase(this.smallest.get(result.outcome), result)!);
  }

  summary(): InvalidCell {
    const { operator, version, dtype, clause, cases } = this.planned;
    return { operator, version, dtype, clause, cases, counts: { ...this.counts } };
  }
}

/** Returns the number of invalid models with any result. */
export function recordedInvalid(counts: InvalidCounts): number {
  return invalidOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** Returns the number of invalid models that a runtime accepted, or that ended it. */
export function countNotRejected({ invalid }: Pick<Report, 'invalid'>): number {
  return invalid ? invalid.totals.accepted + invalid.totals.crash + invalid.totals.timeout : 0;
}

/** Returns the number of invalid models with a verdict on whether they were refused. */
export function judgedInvalid(counts: InvalidCounts): number {
  return recordedInvalid(counts) - counts.unsupported;
}

function total(cells: readonly RuleTally[]): InvalidCounts {
  const counts = noInvalidCounts();
  for (const cell of cells) for (const outcome of invalidOutcomes) counts[outcome] += cell.counts[outcome];
  return counts;
}
