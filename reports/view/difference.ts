import { findPolicy } from '../../oracles/judge/policy.ts';
import {
  type ChangedCases,
  type ChangeKind,
  ChangesTally,
  changeNames,
  changes,
  isOfInvalid,
  type ResultPair,
  type UnpairedCases,
} from '../aggregate/changes.ts';
import type { BackendInfo, OutcomeCounts, Report } from '../schema.ts';
import { type ComparedPolicy, comparePolicies } from './compared-policies.ts';
import { type SettingDifference, settingDifferences } from './comparison.ts';
import { startOf } from './launch.ts';
import { policyViews } from './observed.ts';
import { headlineOf, verdict } from './verdict.ts';

/** The changes from one run to another: the data of every printer, which can be written as JSON. */
export interface RunDifference {
  readonly before: DifferentRun;
  readonly after: DifferentRun;
  /** the settings that differ between the runs; printed first */
  readonly unequal: readonly SettingDifference[];
  /** numbers of cases by kind of change, including 0 */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** the worst first */
  readonly changed: readonly ChangedCases[];
  /** cases that only the later run has */
  readonly came: UnpairedCases;
  /** cases that only the earlier run has */
  readonly went: UnpairedCases;
  /** the open points at which choices changed, with the rows that differ */
  readonly choices: readonly ComparedPolicy[];
  /** seconds of waiting for the backend's answers, if they changed clearly */
  readonly seconds?: { readonly before: number; readonly after: number };
  /** whether invalid models count in the later run */
  readonly gateInvalid: boolean;
  /** whether only the later run lost processes without a case that repeats it */
  readonly becameUnstable: boolean;
  /** whether something got worse, which sets the exit code */
  readonly worse: boolean;
}

export interface DifferentRun {
  readonly backend: BackendInfo;
  /** "NOT CONFORMANT" */
  readonly headline: string;
  readonly totals: OutcomeCounts;
  /** ISO 8601 */
  readonly started: string;
  /** the options after `run` that start the backend again; empty if they are not known */
  readonly launch: string;
}

/**
 * Compares two runs.
 * @param pairs the results of each case in both runs; pairs of equal results may be left out
 */
export function difference(before: Report, after: Report, pairs: Iterable<ResultPair>): RunDifference {
  const tally = new ChangesTally(before, after);
  for (const pair of pairs) tally.add(pair);
  const { changed, came, went } = tally;
  const counts = Object.fromEntries(
    changeNames.map((name) => [name, sum(changed.filter(({ change }) => change === name))]),
  ) as Record<ChangeKind, number>;
  const gateInvalid = after.options.gateInvalid === true;
  const isWorse = (name: ChangeKind) => changes[name] === 'worse' && (gateInvalid || !isOfInvalid(name));
  const seconds = secondsOf(before, after);
  const becameUnstable = !before.incidents.unrepeated && after.incidents.unrepeated !== undefined;
  return {
    before: runOf(before),
    after: runOf(after),
    unequal: settingDifferences([before, after]),
    counts,
    changed,
    came,
    went,
    choices: choicesThatChanged(before, after),
    ...(seconds && { seconds }),
    gateInvalid,
    becameUnstable,
    worse:
      changeNames.some((name) => counts[name] > 0 && isWorse(name)) ||
      becameUnstable ||
      // cases that an interrupted run did not reach may be worse
      (!after.complete && went.cases > 0),
  };
}

const sum = (all: readonly ChangedCases[]): number => all.reduce((total, { cases }) => total + cases, 0);

const runOf = (report: Report): DifferentRun => ({
  backend: report.backend,
  headline: headlineOf(report, verdict(report).kind),
  totals: report.totals,
  started: report.times.started,
  launch: startOf(report),
});

/** Returns the rows in which both runs made choices and these differ. */
function choicesThatChanged(before: Report, after: Report): ComparedPolicy[] {
  return comparePolicies([policyViews(before), policyViews(after)])
    .map((policy) => ({ ...policy, rows: policy.rows.filter(({ differs }) => differs) }))
    .filter(({ rows, policy }) => rows.length > 0 && findPolicy(policy)?.mayVary === undefined);
}

/** The factor from which times differ clearly: other programs on the machine cause smaller differences. */
const clearFactor = 1.5;
const clearSeconds = 5;

/** Returns the seconds that both runs waited for their backend, if these differ clearly for the same cases. */
function secondsOf(before: Report, after: Report): RunDifference['seconds'] {
  const [was, is] = [before.times.backendSeconds, after.times.backendSeconds];
  if (was === undefined || is === undefined) return undefined;
  const isAlike =
    before.planned === after.planned &&
    before.totals.unsupported === after.totals.unsupported &&
    before.times.workers === after.times.workers &&
    before.complete &&
    after.complete;
  const [less, more] = was < is ? [was, is] : [is, was];
  const isClear = more > less * clearFactor && more - less > clearSeconds;
  return isAlike && isClear ? { before: was, after: is } : undefined;
}
