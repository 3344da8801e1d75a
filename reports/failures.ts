import type { DType } from '../oracles/numerics/dtype.ts';
import type { Level } from '../oracles/operator.ts';
import { judged, sumCounts } from './counts.ts';
import { groupBy, unique } from './grouping.ts';
import { type FailedClause, type Outcome, type OutcomeCounts, outcomes, type Report } from './schema.ts';
import { beforeInSizeThenId } from './smallest.ts';

/** Operators that break a clause at the same versions and in the same dtypes. */
export interface Place {
  readonly operators: readonly string[];
  readonly versions: readonly number[];
  readonly dtypes: readonly DType[];
  /** true if these are all the dtypes that were judged */
  readonly everyDType: boolean;
}

/** One clause with everything that breaks it: operators of a family tend to fail together, for one reason. */
export interface FailureGroup {
  readonly clause: string;
  readonly level: Level;
  readonly members: readonly FailedClause[];
  readonly failed: number;
  readonly cases: number;
  readonly counts: OutcomeCounts;
  readonly places: readonly Place[];
  /** the member with the smallest case; its text and source stand for the group */
  readonly example: FailedClause;
}

const levels: readonly Level[] = ['specified', 'unspecified', 'undefined'];

/** The failed clauses by clause id: what the specification says first, then what fails most. */
export function failureGroups(report: Report): FailureGroup[] {
  const byClause = groupBy(report.failedClauses, (failed) => `${failed.level}/${failed.clause}`);
  const groups = [...byClause.values()].map((members) => group(report, members));
  return groups.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || b.failed - a.failed);
}

/** "28 fail, 3 crash": the kinds of broken outcomes; empty if all just fail. */
export function brokenKinds(counts: OutcomeCounts): string {
  const kinds = outcomes.filter((outcome) => outcome in kindNames && counts[outcome] > 0);
  if (kinds.every((kind) => kind === 'fail')) return '';
  return kinds.map((kind) => `${counts[kind]} ${kindNames[kind]}`).join(', ');
}

const kindNames: Partial<Record<Outcome, string>> = {
  fail: 'wrong',
  error: 'threw',
  crash: 'crashed',
  timeout: 'hung',
};

function group(report: Report, members: readonly FailedClause[]): FailureGroup {
  const [first] = members;
  const { clause, level } = first!;
  const cells = members.flatMap((member) => cellsOf(report, member));
  return {
    clause,
    level,
    members,
    failed: members.reduce((sum, member) => sum + member.failed, 0),
    cases: members.reduce((sum, member) => sum + member.cases, 0),
    counts: sumCounts(cells.map((cell) => cell.counts)),
    places: places(report, members),
    example: members.reduce((a, b) => (beforeInSizeThenId(b.smallest, a.smallest) ? b : a)),
  };
}

function cellsOf(report: Report, { operator, version, clause }: FailedClause) {
  return report.cells.filter(
    (cell) => cell.operator === operator && cell.version === version && cell.clause === clause,
  );
}

/** Versions of one operator that fail in the same dtypes, then operators that share versions and dtypes. */
function places(report: Report, members: readonly FailedClause[]): Place[] {
  const everyDType = (member: FailedClause) => member.dtypes.length === judgedDTypes(report, member);
  const dtypesOf = (member: FailedClause) => `${everyDType(member) ? 'every' : member.dtypes.join()}`;
  const perOperator = [...groupBy(members, (member) => `${member.operator} ${dtypesOf(member)}`).values()];
  const shared = groupBy(perOperator, (own) => `${own.map((member) => member.version)} ${dtypesOf(own[0]!)}`);
  return [...shared.values()].map((operators) => ({
    operators: operators.map((own) => own[0]!.operator),
    versions: operators[0]!.map((member) => member.version),
    dtypes: unique(operators.flat().flatMap((member) => member.dtypes)),
    everyDType: everyDType(operators[0]![0]!),
  }));
}

function judgedDTypes(report: Report, member: FailedClause): number {
  return cellsOf(report, member).filter((cell) => judged(cell.counts) > 0).length;
}
