import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import { graphName } from '../../oracles/spec/graph-operator.ts';
import { strictest } from '../../oracles/spec/level.ts';
import { broken, judged, recorded, sumCounts } from '../schema/counts.ts';
import { withFiniteError } from '../schema/finite.ts';
import { schemaVersion } from '../schema/report.ts';
import {
  type CaseResult,
  type DataUse,
  type FailedClause,
  isInvalid,
  type MatrixCell,
  notDrawn,
  type ObservedPolicy,
  type Report,
  type ValidResult,
} from '../schema.ts';
import type { Catalogue, CatalogueEntry, PlannedCell } from './catalogue.ts';
import { type CellCounter, cellKey, plannedCells } from './cells.ts';
import { DoubtsTally } from './doubts.ts';
import type { CellsByEntry, Replay } from './failure-group.ts';
import { FindingsTally, type FurtherResult, type UndecidedFinding } from './findings.ts';
import { groupBy, unique, uniqueDTypes } from './grouping.ts';
import { NetworkTally, type PlannedNode } from './network.ts';
import type { Profile } from './profile.ts';
import { RejectionsTally, recordedInvalid } from './rejections.ts';
import { smallerNewCase } from './smallest.ts';
import { isUnanswered } from './unanswered.ts';

/** The parameters of a run that are known before its first result. */
export interface AggregatorOptions {
  readonly catalogue: Catalogue;
  /** every cell that the run selects, in any order */
  readonly plan: Iterable<PlannedCell>;
  readonly replay: Replay;
  /** returns the kinds of data that the suite must try for an operator in a dtype with these clauses; absent: not checked */
  readonly requiredData?: (operator: string, dtype: DType, clauses: readonly string[]) => readonly string[];
  /** the nodes, if they are judged one by one */
  readonly network?: readonly PlannedNode[] | undefined;
}

/** The parts of a report that do not come from results. */
export type ReportFrame = Pick<
  Report,
  'tool' | 'backend' | 'capabilities' | 'launch' | 'options' | 'incidents' | 'notKnown' | 'times'
> &
  Partial<Pick<Report, 'problems'>>;

/** One operator in one dtype. */
interface OperatorInDType {
  readonly operator: string;
  readonly dtype: DType;
  readonly profile: Profile;
  readonly clauses: readonly string[];
}

/**
 * Turns results into a report, one at a time. Of passing results it keeps figures and classes. The report is in catalogue
 * order and does not depend on the order of results. It can be made at any time, for instance when a run is interrupted.
 */
export class Aggregator {
  readonly #options: AggregatorOptions;
  readonly #cells: Map<string, CellCounter>;
  /** kept until a cell is removed */
  #byEntry: CellsByEntry | undefined;
  readonly #profiles: ReadonlyMap<string, Profile>;
  readonly #findings = new FindingsTally();
  readonly #doubts = new DoubtsTally();
  readonly #rejections: RejectionsTally;
  readonly #network: NetworkTally | undefined;

  /** @throws Error if the plan names a cell that the catalogue does not have */
  constructor(options: AggregatorOptions) {
    this.#options = options;
    const plan = [...options.plan];
    this.#cells = plannedCells(
      options.catalogue,
      plan.filter((cell) => !cell.isInvalid),
    );
    this.#rejections = new RejectionsTally(
      options.catalogue,
      plan.filter((cell) => cell.isInvalid),
    );
    this.#network = options.network && new NetworkTally(options.network);
    this.#profiles = new Map(
      [...this.#cells.values()].map(({ entry, dtype, profile }) => [profileKey(entry.operator, dtype), profile]),
    );
  }

  /**
   * Takes the result of one case.
   * @throws Error if the case was not planned: no result may be lost
   */
  add(result: CaseResult): void {
    if (isInvalid(result)) this.#rejections.add(result);
    else this.#addValid(withFiniteError(result) as ValidResult);
  }

  #addValid(result: ValidResult): void {
    const cell = this.#cells.get(cellKey(result));
    if (!cell) throw new Error(`${result.id}: no cell was planned for this result`);
    cell.add(result);
    // the errors of a graph are not those of one of its nodes
    const { operator, dtype } = result.operator === graphName ? result : (result.atFault ?? result);
    // an operator or dtype outside the selection has no profile of its own
    const profile = this.#profiles.get(profileKey(operator, dtype)) ?? cell.profile;
    profile.accuracy.add(result);
    this.#findings.add(result, cell);
    this.#doubts.add(result);
    this.#network?.add(result);
  }

  /** Takes a further case, asked to learn the condition of a finding. It counts in no figure. */
  addFurther(further: FurtherResult): void {
    this.#findings.addFurther(further);
  }

  /** Returns the findings whose condition is uncertain, of failures that may be asked about. */
  undecided(isAsked: (smallest: CaseResult) => boolean = () => true): readonly UndecidedFinding[] {
    this.#byEntry ??= groupBy(this.#cells.values(), (cell) => cell.entry);
    return this.#findings.undecided(this.#byEntry, isAsked);
  }

  /** Removes a case from the plan. @param skipped a result of the case, which does not count */
  leaveOut(skipped: CaseResult): void {
    const cell = this.#cells.get(cellKey(skipped))!;
    if (--cell.cases > 0) return;
    this.#cells.delete(cellKey(skipped));
    this.#byEntry = undefined;
  }

  /** The cases that may be the smallest of a finding, also after results of other shards are added. */
  get smallest(): CaseResult[] {
    return this.#findings.smallest;
  }

  /** Returns the report on all results so far. */
  report(frame: ReportFrame): Report {
    const cells = [...this.#cells.values()];
    const byEntry = groupBy(cells, (cell) => cell.entry);
    const totals = sumCounts(cells.map((cell) => cell.counts));
    const planned = cells.reduce((sum, cell) => sum + cell.cases, 0);
    const invalid = this.#rejections.summary(this.#options.replay);
    const complete = recorded(totals) === planned && (!invalid || recordedInvalid(invalid.totals) === invalid.planned);
    const { findings, numbers } = this.#findings.findings(byEntry, this.#options.replay);
    const profiles = operatorsInDTypes(cells);
    return {
      schemaVersion,
      tool: frame.tool,
      backend: frame.backend,
      ...(frame.capabilities && { capabilities: frame.capabilities }),
      ...(frame.launch && { launch: frame.launch }),
      options: frame.options,
      complete,
      planned,
      totals,
      matrix: [...byEntry].map(([entry, own]) => matrixCell(entry, own)),
      cells: cells.map((cell) => cell.summary()),
      findings,
      failedClauses: isUnanswered({ totals, findings })
        ? []
        : [...byEntry].flatMap(([entry, own]) => this.#failedClauses(entry, own, numbers)),
      unsupported: this.#findings.unsupported(byEntry),
      policies: observedPolicies(profiles),
      accuracy: profiles.flatMap(({ operator, dtype, profile }) => profile.accuracy.summary({ operator, dtype }) ?? []),
      data: profiles.map((one) => dataUse(one, complete ? this.#options.requiredData : undefined)),
      ...(invalid && { invalid }),
      incidents: frame.incidents,
      ...(frame.notKnown && { notKnown: frame.notKnown }),
      ...this.#doubts.summary(),
      ...(this.#network && { network: [...this.#network.summary()] }),
      problems: frame.problems ?? [],
      times: frame.times,
    };
  }

  #failedClauses(
    entry: CatalogueEntry,
    cells: readonly CellCounter[],
    numbers: ReadonlyMap<CellCounter, readonly number[]>,
  ): FailedClause[] {
    return entry.clauses.flatMap((clause) => {
      const own = cells.filter((cell) => cell.clause === clause);
      const smallest = own.map((cell) => cell.smallest).reduce(smallerNewCase, undefined);
      if (!smallest) return [];
      const counts = sumCounts(own.map((cell) => cell.counts));
      return [
        {
          operator: entry.operator,
          version: entry.version,
          clause: clause.id,
          level: strictest(own.flatMap((cell) => [...cell.broken])),
          text: clause.text,
          source: clause.source,
          dtypes: uniqueDTypes(own.flatMap((cell) => [...cell.brokenDTypes])),
          failed: broken(counts) - own.reduce((sum, cell) => sum + cell.missedRequirements, 0),
          findings: unique(own.flatMap((cell) => numbers.get(cell) ?? [])).sort((a, b) => a - b),
          cases: judged(counts),
          smallest,
          replay: this.#options.replay(smallest),
        },
      ];
    });
  }
}

const profileKey = (operator: string, dtype: DType): string => `${operator}/${dtype}`;

/** Returns the operators in their dtypes in catalogue order: operators, then dtypes. */
function operatorsInDTypes(cells: readonly CellCounter[]): OperatorInDType[] {
  const perOperator = groupBy(cells, (cell) => cell.entry.operator);
  return [...perOperator].flatMap(([operator, own]) => {
    const perDType = groupBy(own, (cell) => cell.dtype);
    return dtypes.flatMap((dtype) => {
      const same = perDType.get(dtype);
      if (!same) return [];
      return [{ operator, dtype, profile: same[0]!.profile, clauses: unique(same.map((cell) => cell.clause.id)) }];
    });
  });
}

function observedPolicies(profiles: readonly OperatorInDType[]): ObservedPolicy[] {
  const names = unique(profiles.flatMap(({ profile }) => [...profile.policies.keys()])).sort();
  return names.flatMap((policy) =>
    profiles.flatMap(({ operator, dtype, profile }) => {
      const choices = profile.policies.get(policy)?.choices;
      const contradictions = profile.contradictions.get(policy);
      if (!choices) return [];
      const seen = [...choices].map(([choice, byVersion]) => ({ choice, byVersion }));
      return [
        {
          policy,
          operator,
          dtype,
          choices: byName(seen.map(({ choice, byVersion }) => [choice, sum(byVersion.values())])),
          versions: byName(seen.map(({ choice, byVersion }) => [choice, [...byVersion.keys()].sort((a, b) => a - b)])),
          ...(contradictions && { contradictions }),
        },
      ];
    }),
  );
}

function dataUse(
  { operator, dtype, profile, clauses }: OperatorInDType,
  required: AggregatorOptions['requiredData'],
): DataUse {
  const { data } = profile;
  // the kinds of data of cases that were not asked are not known
  const owed = !data.has(notDrawn) && required?.(operator, dtype, clauses);
  const missing = owed && { missing: owed.filter((name) => !data.has(name)) };
  return { operator, dtype, classes: byName(data), ...missing };
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);

function byName<T>(entries: Iterable<readonly [name: string, value: T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function matrixCell(entry: CatalogueEntry, cells: readonly CellCounter[]): MatrixCell {
  const { operator, version, firstOpset, lastOpset } = entry;
  const groups = groupBy(cells, (cell) => cell.dtype);
  const byDType = [...groups].map(([dtype, own]) => [dtype, sumCounts(own.map((cell) => cell.counts))]);
  const counts = sumCounts(cells.map((cell) => cell.counts));
  const opsets = groupBy(
    cells.flatMap((cell) => [...cell.byOpset]),
    ([opset]) => opset,
  );
  const byOpset = [...opsets].map(([opset, own]) => [opset, sumCounts(own.map(([, tally]) => tally))]);
  return {
    operator,
    version,
    firstOpset,
    lastOpset,
    counts,
    byDType: Object.fromEntries(byDType),
    byOpset: Object.fromEntries(byOpset),
  };
}
