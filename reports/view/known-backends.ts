import { satisfies, tiers } from '../../oracles/judge/tier.ts';
import { isOpen } from '../../oracles/spec/level.ts';
import { groupBy, unique, uniqueDTypes } from '../aggregate/grouping.ts';
import { sumCounts } from '../schema/counts.ts';
import type { BackendInfo, Finding, OutcomeCounts, Report } from '../schema.ts';
import { compareBounds } from './bounds.ts';
import { errorsByFunction } from './errors.ts';
import { describeFinding } from './finding.ts';
import { launchAsTyped } from './launch.ts';
import { type PolicyView, policyViews } from './observed.ts';
import { accuracyFigure, describeOptions, formatOperators, quotient } from './phrases.ts';
import { plural } from './plural.ts';
import { share } from './share.ts';
import { describeProgress, headlineOf, verdict } from './verdict.ts';

/** What tells one state of the suite from another. */
export interface SuiteState {
  readonly version: string;
  /** how many there are in all */
  readonly cases: number;
}

/** When a backend was run, and by which suite. */
export interface Ran {
  readonly suite: SuiteState;
  /** of the suite's repository */
  readonly commit: string;
}

/** What is kept of a run of a backend: all that the page says of it, in its words. */
export interface KnownBackend extends Ran {
  /** what it is called here: the value of `--backend` */
  readonly label: string;
  /** what else a reader should know of it */
  readonly remark?: string;
  /** the day of the run */
  readonly date: string;
  readonly backend: BackendInfo;
  /** what stands behind `npx onnx-conformance run`, and behind an id to run one case again */
  readonly launch: string;
  readonly options: string;
  readonly verdict: string;
  readonly totals: OutcomeCounts;
  /** "53 of 54": invalid models refused, of those of which it can be said */
  readonly invalid: string;
  readonly processesLost: number;
  /** share of the judged cases that pass, by operator */
  readonly operators: Readonly<Record<string, string>>;
  /** cases that pass by the worst tier of their elements, and the worst error as a multiple of the proven bound */
  readonly accuracy: Readonly<Record<string, string>>;
  /** worst errors by function and dtype, and errors over bounds by operator and dtype; absent in sections of earlier releases of the suite */
  readonly errors?: Readonly<Record<string, string>>;
  readonly bounds?: Readonly<Record<string, string>>;
  /** what it does where the text leaves a choice; absent in sections of earlier releases of the suite */
  readonly policies?: readonly PolicyView[];
  readonly findings: readonly ListedFinding[];
}

/** A line of the page. */
export interface ListedFinding {
  readonly what: string;
  readonly where: string;
  readonly clauses: string;
  /** of the smallest case */
  readonly id: string;
  readonly summary: string;
  readonly answer: string;
  readonly decided: string;
}

/** What the page keeps of the report of a run. */
export function knownBackend(label: string, report: Report, ran: Ran, remark?: string): KnownBackend {
  return {
    label,
    ...(remark !== undefined && { remark }),
    date: report.times.started.slice(0, 10),
    ...ran,
    backend: report.backend,
    launch: report.launch ? launchAsTyped(report.launch) : '',
    options: describeOptions(report.options),
    verdict: describeVerdict(report),
    totals: report.totals,
    invalid: invalidFigure(report),
    processesLost: report.incidents.count,
    operators: byOperator(report),
    accuracy: accuracyOf(report),
    errors: errorsByFunction(report.accuracy),
    bounds: boundsOf(report),
    policies: policyViews(report),
    findings: report.findings.map((finding) => knownFinding(finding, report)),
  };
}

/** True if a section is about another suite than that of today. */
export const isStale = ({ suite }: Ran, today: SuiteState): boolean =>
  suite.version !== today.version || suite.cases !== today.cases;

/** "not conformant; only float32 ran": the headline, and what kept the whole suite from counting. */
function describeVerdict(report: Report): string {
  const { ids, opsets, dtypes } = report.options;
  const part = [...ids, ...dtypes, ...opsets.map((opset) => `opset ${opset}`)].join(', ');
  return [
    headlineOf(report, verdict(report).kind).toLowerCase(),
    ...(part === '' ? [] : [`only ${part} ran`]),
    ...(report.complete ? [] : [`interrupted after ${describeProgress(report)}`]),
  ].join('; ');
}

/** "53 of 54": refused, of those of which it can be said. */
function invalidFigure({ invalid }: Report): string {
  if (!invalid) return '';
  const { rejected, accepted, crash, timeout } = invalid.totals;
  return `${rejected} of ${rejected + accepted + crash + timeout}`;
}

function byOperator({ matrix }: Report): Record<string, string> {
  const cells = groupBy(matrix, ({ operator }) => operator);
  return Object.fromEntries([...cells].map(([name, own]) => [name, share(sumCounts(own.map(({ counts }) => counts)))]));
}

/** "MatMul float32", "native 0.43": how near to its bounds it comes. */
function boundsOf({ accuracy }: Report): Record<string, string> {
  const rows = compareBounds([accuracy]).map(({ operator, dtype, seen: [own] }) => [
    `${operator} ${dtype}`,
    accuracyFigure(own!).join(' '),
  ]);
  return Object.fromEntries(rows);
}

function accuracyOf({ accuracy }: Report): Record<string, string> {
  const strict = tiers.filter((tier) => satisfies(tier, 'native'));
  const cases = strict.map((tier) => accuracy.reduce((sum, entry) => sum + (entry.tiers[tier] ?? 0), 0));
  const worst = Math.max(0, ...accuracy.map((entry) => entry.worstErrorOverBound));
  return {
    ...Object.fromEntries(strict.map((tier, i) => [tier, positive(cases[i]!)])),
    'worst error / bound': quotient(worst),
  };
}

function knownFinding(finding: Finding, report: Report): ListedFinding {
  const { clauses, smallest } = finding;
  return {
    what: describeFinding(finding),
    where: describeWhere(finding, report),
    clauses: clauses.length > 3 ? plural(clauses.length, 'clause') : clauses.join(', '),
    id: smallest.id,
    summary: shortened(smallest.summary),
    answer: shortened(describeAnswer(finding)),
    decided: describeDecision(finding),
  };
}

/** Whether a sentence of ONNX decides, what it builds on, or nothing. */
function describeDecision({ level, other }: Finding): string {
  if (other || isOpen(level)) return 'no';
  return level === 'specified' ? 'yes' : level;
}

function describeWhere({ where }: Finding, report: Report): string {
  const operators = formatOperators(unique(where.map(({ operator }) => operator)), report);
  return `${operators}: ${uniqueDTypes(where.flatMap(({ dtypes }) => dtypes)).join(' ')}`;
}

/** "3, and exactly 9": of a wrong value; else what is said of the case. */
function describeAnswer({ smallest: { failure, message }, other }: Finding): string {
  if (other) return `otherwise in ${other.id}`;
  return failure ? `${failure.got}; ${failure.allowed}` : (message ?? '');
}

/** A number, or nothing where it is 0. */
export const positive = (count: number): string => (count > 0 ? `${count}` : '');

/** Characters of what was said that fit on the one line of a finding; the report of the backend has all of it. */
const maxText = 160;

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);
