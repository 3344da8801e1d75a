import { tiers } from '../../oracles/judge/tier.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { breaksClause, isBroken, isNotRejected } from '../schema/counts.ts';
import { endsProcess, hasOutcome, missesRequirement } from '../schema/predicates.ts';
import type { CaseResult, Finding, FindingPlace, Report } from '../schema.ts';
import { getOr, uniqueDTypes } from './grouping.ts';
import { beforeInSizeThenId } from './smallest.ts';

/** The results of a case in two runs; one is absent if only the other run has the case. */
export interface ResultPair {
  readonly before?: CaseResult | undefined;
  readonly after?: CaseResult | undefined;
}

/** The kinds of changes, the worst first; `worse` sets the exit code. Rejections concern invalid models. */
export const changes = {
  'newly failing': 'worse',
  'newly crashing': 'worse',
  'newly unsupported': 'worse',
  'in a looser tier': 'worse',
  'no longer rejected': 'worse',
  'fails otherwise': 'neither',
  'failed, now unsupported': 'neither',
  'newly passing': 'better',
  'newly supported': 'better',
  'in a tighter tier': 'better',
  'now rejected': 'better',
} as const;
export type ChangeKind = keyof typeof changes;
export const changeNames = Object.keys(changes) as ChangeKind[];

/** Whether a change concerns invalid models, which have their own figures. */
export const isOfInvalid = (change: ChangeKind): boolean => change.endsWith('rejected');

/** Cases with the same change. */
export interface ChangedCases {
  readonly change: ChangeKind;
  /** the finding that they belong to: of the later run if they fail there, otherwise of the earlier one */
  readonly finding?: Finding;
  /** true if the other run has that finding too */
  readonly inBoth: boolean;
  /** what they have in common if there is no finding: "faithful → wide", the reason of missing support, or a rule */
  readonly reason: string;
  readonly cases: number;
  /** the number of cases that were not supported before */
  readonly notSupportedBefore: number;
  readonly where: readonly FindingPlace[];
  /** the smallest case with its results before and after */
  readonly smallest: { readonly before: CaseResult; readonly after: CaseResult };
}

/** Cases that only one of two runs has. */
export interface UnpairedCases {
  readonly cases: number;
  readonly broken: number;
  readonly where: readonly FindingPlace[];
}

/** Groups pairs of results by their change. */
export class ChangesTally {
  readonly #before: Report;
  readonly #after: Report;
  readonly #groups = new Map<string, ChangeGroup>();
  readonly #came = new PlaceCounter();
  readonly #went = new PlaceCounter();
  #broken = { came: 0, went: 0 };

  constructor(before: Report, after: Report) {
    this.#before = before;
    this.#after = after;
  }

  add({ before, after }: ResultPair): void {
    if (before && after) this.#compare(before, after);
    else if (after) this.#only('came', after);
    else if (before) this.#only('went', before);
  }

  #only(which: 'came' | 'went', result: CaseResult): void {
    (which === 'came' ? this.#came : this.#went).add(result);
    if (breaksClause(result)) this.#broken[which]++;
  }

  #compare(before: CaseResult, after: CaseResult): void {
    if (after.isInvalid || before.isInvalid) {
      const change = rejectionChange(before, after);
      if (change) this.#group(change, undefined, after.clause).add(before, after);
      return;
    }
    const [was, is] = [findingOf(before, this.#before), findingOf(after, this.#after)];
    const change =
      changeOf(before, after) ?? (isBroken(after.outcome) && was?.id !== is?.id ? 'fails otherwise' : undefined);
    if (!change) return;
    const reason =
      change === 'in a looser tier' || change === 'in a tighter tier'
        ? `${before.tier} → ${after.tier}`
        : ((after.outcome === 'pass' ? before.message : after.message) ?? '');
    const finding = change === 'newly passing' ? was : is;
    this.#group(change, finding, finding ? '' : reason).add(before, after);
  }

  #group(change: ChangeKind, finding: Finding | undefined, reason: string): ChangeGroup {
    return getOr(
      this.#groups,
      JSON.stringify([change, finding?.id, reason]),
      () => new ChangeGroup(change, finding, reason),
    );
  }

  /** The groups of changed cases: the worst changes first, within a kind the largest groups first. */
  get changed(): ChangedCases[] {
    const ids = [this.#before, this.#after].map(({ findings }) => new Set(findings.map(({ id }) => id)));
    return [...this.#groups.values()]
      .map((group) => group.summary((id) => ids.every((own) => own.has(id))))
      .sort((a, b) => changeNames.indexOf(a.change) - changeNames.indexOf(b.change) || b.cases - a.cases);
  }

  get came(): UnpairedCases {
    return { ...this.#came.summary(), broken: this.#broken.came };
  }

  get went(): UnpairedCases {
    return { ...this.#went.summary(), broken: this.#broken.went };
  }
}

function rejectionChange(before: CaseResult, after: CaseResult): ChangeKind | undefined {
  if (before.outcome === 'rejected' && isNotRejected(after)) return 'no longer rejected';
  return after.outcome === 'rejected' && isNotRejected(before) ? 'now rejected' : undefined;
}

function changeOf(before: CaseResult, after: CaseResult): ChangeKind | undefined {
  const [failed, fails] = [isBroken(before.outcome), isBroken(after.outcome)];
  if (after.outcome === 'unsupported') {
    if (before.outcome === 'unsupported') return undefined;
    return failed ? 'failed, now unsupported' : 'newly unsupported';
  }
  if (fails && !failed) return 'newly failing';
  if (fails) return endsProcess(after) && !endsProcess(before) ? 'newly crashing' : undefined;
  if (failed) return 'newly passing';
  if (before.outcome === 'unsupported') return 'newly supported';
  const [was, is] = [before, after].map(({ tier }) => (tier ? tiers.indexOf(tier) : -1)) as [number, number];
  if (was < 0 || is < 0 || was === is) return undefined;
  return is > was ? 'in a looser tier' : 'in a tighter tier';
}

/**
 * Returns the finding of a report that a broken case belongs to: one of its operator version, dtype, clause and outcome,
 * preferably with its explanation or message. Returns `undefined` if no finding covers its place.
 */
export function findingOf(result: CaseResult, { findings }: Pick<Report, 'findings'>): Finding | undefined {
  if (!isBroken(result.outcome)) return undefined;
  const { operator, version, dtype } = result.atFault ?? result;
  const isThere = (place: FindingPlace) =>
    place.operator === operator && place.version === version && place.dtypes.includes(dtype);
  const candidates = findings.filter(
    (one) =>
      hasOutcome(one, result.outcome) &&
      !one.other &&
      missesRequirement(one.problem) === missesRequirement(result.problem) &&
      one.clauses.includes(result.clause) &&
      one.where.some(isThere),
  );
  const explains = ({ explanation }: Finding) => result.explanations?.some(({ id }) => id === explanation?.id);
  return (
    candidates.find(explains) ??
    candidates.find(({ message }) => message !== undefined && message === result.message) ??
    candidates.find(({ explanation, problem }) => !explanation && problem === result.problem) ??
    candidates[0]
  );
}

/** Collects cases with the same change. */
class ChangeGroup {
  readonly #change: ChangeKind;
  readonly #finding: Finding | undefined;
  readonly #reason: string;
  readonly #places = new PlaceCounter();
  #notSupportedBefore = 0;
  #smallest: { before: CaseResult; after: CaseResult } | undefined;

  constructor(change: ChangeKind, finding: Finding | undefined, reason: string) {
    this.#change = change;
    this.#finding = finding;
    this.#reason = reason;
  }

  add(before: CaseResult, after: CaseResult): void {
    this.#places.add(after);
    if (before.outcome === 'unsupported') this.#notSupportedBefore++;
    if (!this.#smallest || beforeInSizeThenId(after, this.#smallest.after)) this.#smallest = { before, after };
  }

  summary(isInBoth: (id: string) => boolean): ChangedCases {
    return {
      change: this.#change,
      ...(this.#finding && { finding: this.#finding }),
      inBoth: this.#finding !== undefined && isInBoth(this.#finding.id),
      reason: this.#reason,
      notSupportedBefore: this.#notSupportedBefore,
      ...this.#places.summary(),
      smallest: this.#smallest!,
    };
  }
}

/** Counts cases by operator version and dtype. */
class PlaceCounter {
  readonly #places = new Map<string, { operator: string; version: number; dtypes: Set<DType>; cases: number }>();

  add({ operator, version, dtype }: CaseResult): void {
    const place = getOr(this.#places, `${operator} ${version}`, () => ({
      operator,
      version,
      dtypes: new Set<DType>(),
      cases: 0,
    }));
    place.dtypes.add(dtype);
    place.cases++;
  }

  summary(): { readonly cases: number; readonly where: FindingPlace[] } {
    const where = [...this.#places.values()]
      .map(({ dtypes, ...place }) => ({ ...place, dtypes: uniqueDTypes(dtypes) }))
      .sort((a, b) => (a.operator === b.operator ? a.version - b.version : a.operator < b.operator ? -1 : 1));
    return { cases: where.reduce((sum, { cases }) => sum + cases, 0), where };
  }
}
