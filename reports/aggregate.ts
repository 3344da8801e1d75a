import { type DType, dtypes } from '../oracles/numerics/dtype.ts';
import { AccuracyTally } from './accuracy.ts';
import type { Catalogue, CatalogueEntry, PlannedCell } from './catalogue.ts';
import { broken, isBroken, judged, noCounts, recorded, sumCounts, type Tally } from './counts.ts';
import { withFiniteError } from './finite.ts';
import { getOr, groupBy, unique } from './grouping.ts';
import type { Accuracy, CaseResult, Cell, FailedClause, MatrixCell, ObservedPolicy, Report } from './schema.ts';
import { smallerCase } from './smallest.ts';

/** What a run knows before its first result. */
export interface AggregatorOptions {
  readonly catalogue: Catalogue;
  /** every cell that the run selects, in any order */
  readonly plan: Iterable<PlannedCell>;
  /** the command that runs exactly this case again */
  readonly replay: (result: CaseResult) => string;
}

/** The parts of a report that do not come from results. */
export type ReportFrame = Pick<Report, 'tool' | 'backend' | 'options' | 'notKnown' | 'times'>;

interface CellState {
  readonly entry: CatalogueEntry;
  readonly dtype: DType;
  readonly clause: CatalogueEntry['clauses'][number];
  cases: number;
  readonly counts: Tally;
  smallest: CaseResult | undefined;
}

/**
 * Turns results into a report, one at a time and in constant memory per cell. The report is in catalogue order and does
 * not depend on the order of arrival; it can be taken at any moment, which is how an interrupted run gets one.
 */
export class Aggregator {
  readonly #catalogue: Catalogue;
  readonly #replay: (result: CaseResult) => string;
  readonly #cells: ReadonlyMap<string, CellState>;
  /** operator → dtype → tally */
  readonly #accuracy = new Map<string, Map<DType, AccuracyTally>>();
  /** policy → operator → dtype → choice → count */
  readonly #policies = new Map<string, Map<string, Map<DType, Map<string, number>>>>();

  /** @throws Error if the plan names a cell that the catalogue does not have */
  constructor(options: AggregatorOptions) {
    this.#catalogue = options.catalogue;
    this.#replay = options.replay;
    this.#cells = plannedCells(options.catalogue, options.plan);
  }

  /**
   * Takes the verdict on one case.
   * @throws Error if the case was not planned: a result that no cell expects must not vanish
   */
  add(given: CaseResult): void {
    const result = withFiniteError(given);
    const cell = this.#cells.get(cellKey(result));
    if (!cell) throw new Error(`${result.id}: no cell was planned for this result`);
    if (recorded(cell.counts) === cell.cases) {
      throw new Error(`${result.id}: its cell has its ${cell.cases} planned results already`);
    }
    cell.counts[result.outcome]++;
    if (isBroken(result.outcome)) cell.smallest = smallerCase(cell.smallest, result);
    const tallies = getOr(this.#accuracy, result.operator, () => new Map<DType, AccuracyTally>());
    getOr(tallies, result.dtype, () => new AccuracyTally()).add(result);
    for (const { policy, choice } of result.observations ?? []) {
      const operators = getOr(this.#policies, policy, () => new Map());
      const byDType = getOr(operators, result.operator, () => new Map());
      const choices = getOr(byDType, result.dtype, () => new Map());
      choices.set(choice, (choices.get(choice) ?? 0) + 1);
    }
  }

  /** The report on all results so far. */
  report(frame: ReportFrame): Report {
    const cells = [...this.#cells.values()];
    const totals = sumCounts(cells.map((cell) => cell.counts));
    const planned = cells.reduce((sum, cell) => sum + cell.cases, 0);
    return {
      schemaVersion: 1,
      tool: frame.tool,
      backend: frame.backend,
      options: frame.options,
      complete: recorded(totals) === planned,
      planned,
      totals,
      matrix: this.#byEntry((entry, own) => [matrixCell(entry, own)]),
      cells: cells.map(cellOf),
      failedClauses: this.#byEntry((entry, own) => this.#failedClauses(entry, own)),
      policies: this.#observedPolicies(),
      accuracy: this.#accuracies(),
      ...(frame.notKnown && { notKnown: frame.notKnown }),
      times: frame.times,
    };
  }

  #byEntry<T>(map: (entry: CatalogueEntry, cells: readonly CellState[]) => readonly T[]): T[] {
    const groups = groupBy(this.#cells.values(), (cell) => cell.entry);
    return [...groups].flatMap(([entry, cells]) => map(entry, cells));
  }

  #failedClauses(entry: CatalogueEntry, cells: readonly CellState[]): FailedClause[] {
    return entry.clauses.flatMap((clause) => {
      const own = cells.filter((cell) => cell.clause === clause);
      const smallest = own.map((cell) => cell.smallest).reduce(smallerCase, undefined);
      if (!smallest) return [];
      const counts = sumCounts(own.map((cell) => cell.counts));
      return [
        {
          operator: entry.operator,
          version: entry.version,
          clause: clause.id,
          level: clause.level,
          text: clause.text,
          source: clause.source,
          dtypes: own.filter((cell) => cell.smallest).map((cell) => cell.dtype),
          failed: broken(counts),
          cases: judged(counts),
          smallest,
          replay: this.#replay(smallest),
        },
      ];
    });
  }

  #operators(): string[] {
    return unique(this.#catalogue.map((entry) => entry.operator));
  }

  #observedPolicies(): ObservedPolicy[] {
    const names = [...this.#policies.keys()].sort();
    return names.flatMap((policy) =>
      this.#operators().flatMap((operator) =>
        dtypes.flatMap((dtype) => {
          const choices = this.#policies.get(policy)!.get(operator)?.get(dtype);
          if (!choices) return [];
          const sorted = [...choices].sort(([a], [b]) => (a < b ? -1 : 1));
          return [{ policy, operator, dtype, choices: Object.fromEntries(sorted) }];
        }),
      ),
    );
  }

  #accuracies(): Accuracy[] {
    return this.#operators().flatMap((operator) =>
      dtypes.flatMap((dtype) => this.#accuracy.get(operator)?.get(dtype)?.summary({ operator, dtype }) ?? []),
    );
  }
}

function cellKey(cell: Pick<Cell, 'operator' | 'version' | 'dtype' | 'clause'>): string {
  return `${cell.operator}/${cell.version}/${cell.dtype}/${cell.clause}`;
}

/** The planned cells in catalogue order: version, then dtype, then clause, which is the order of the parts of an id. */
function plannedCells(catalogue: Catalogue, plan: Iterable<PlannedCell>): Map<string, CellState> {
  const cases = new Map<string, number>();
  for (const cell of plan) cases.set(cellKey(cell), (cases.get(cellKey(cell)) ?? 0) + cell.cases);
  const cells = new Map<string, CellState>();
  for (const entry of catalogue) {
    for (const dtype of dtypes) {
      for (const clause of entry.clauses) {
        const key = cellKey({ ...entry, dtype, clause: clause.id });
        const planned = cases.get(key);
        if (planned === undefined) continue;
        cells.set(key, { entry, dtype, clause, cases: planned, counts: noCounts(), smallest: undefined });
        cases.delete(key);
      }
    }
  }
  const [unknown] = cases.keys();
  if (unknown !== undefined) throw new Error(`${unknown}: planned, but the catalogue has no such cell`);
  return cells;
}

function cellOf({ entry, dtype, clause, cases, counts }: CellState): Cell {
  const { operator, version } = entry;
  return { operator, version, dtype, clause: clause.id, level: clause.level, cases, counts: { ...counts } };
}

function matrixCell(entry: CatalogueEntry, cells: readonly CellState[]): MatrixCell {
  const { operator, version, firstOpset, lastOpset } = entry;
  const groups = groupBy(cells, (cell) => cell.dtype);
  const byDType = [...groups].map(([dtype, own]) => [dtype, sumCounts(own.map((cell) => cell.counts))]);
  const counts = sumCounts(cells.map((cell) => cell.counts));
  return { operator, version, firstOpset, lastOpset, counts, byDType: Object.fromEntries(byDType) };
}
