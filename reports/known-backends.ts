import { tiers } from '../oracles/acceptance/tier.ts';
import { isOpen } from '../oracles/level.ts';
import { broken, judged, sumCounts } from './counts.ts';
import { findingInWords } from './finding-text.ts';
import { groupBy, unique, uniqueDTypes } from './grouping.ts';
import { launchAsTyped } from './launch.ts';
import { codeSpan, escapeMarkdown, table } from './markdown/markup.ts';
import { operatorsInWords, optionsInWords, quotient } from './phrases.ts';
import { plural } from './plural.ts';
import type { Finding, OutcomeCounts, Report } from './schema.ts';
import { headlineOf, ranInWords, verdict } from './verdict.ts';

/** A backend that was run. */
export interface KnownBackend {
  /** what it is called here: the value of `--backend` where that is short */
  readonly label: string;
  readonly report: Report;
}

/**
 * What is known of several backends, side by side, as Markdown. It holds no times and nothing of the machine, so that it
 * changes only when the results do.
 */
export function renderKnownBackends(known: readonly KnownBackend[]): string {
  return `${[
    '# Known backends',
    introduction(known),
    '## Compliance',
    compliance(known),
    '## By operator',
    'Share of the judged cases that pass, rounded down; – where no case was judged.',
    byOperator(known),
    '## Accuracy',
    'Cases that pass, by the worst tier of their elements, and the worst error as a multiple of the proven bound.',
    accuracy(known),
    '## What fails',
    'One line for each finding, the most serious first, with its smallest case. *Decided*: whether the specification decides; where it does not, several answers are defensible and the backend gives none of them, or not always the same one.',
    ...known.flatMap((one) => [`### ${escapeMarkdown(one.label)}`, whatFails(one)]),
    '## How each was run',
    howRun(known),
  ].join('\n\n')}\n`;
}

function introduction(known: readonly KnownBackend[]): string {
  const tools = unique(known.map(({ report: { tool } }) => `${tool.name} ${tool.version}`));
  return `Written by \`npm run known-backends\` (${tools.join(', ')}), which runs the suite against every runtime that is installed. Unsupported cases are not judged: a backend that passes all that it supports shows 100 %. The figures are of these versions on the platform named below; they say which clauses hold on the suite's cases, not how good a runtime is at its work.`;
}

function compliance(known: readonly KnownBackend[]): string {
  const head = ['backend', 'version', 'verdict', 'judged', 'pass', 'wrong', 'threw', 'crashed', 'hung', 'unsupported'];
  const rows = known.map(({ label, report }) => {
    const { totals, backend } = report;
    return [
      codeSpan(label),
      escapeMarkdown(backend.version),
      escapeMarkdown(verdictInWords(report)),
      `${judged(totals)}`,
      `${totals.pass} (${share(totals)})`,
      ...[totals.fail, totals.error, totals.crash, totals.timeout, totals.unsupported].map(some),
      illegalFigure(report),
    ];
  });
  return table([...head, 'illegal models rejected'], rows);
}

/** "not conformant; only float32 ran": the headline, and what kept the whole suite from counting. */
function verdictInWords(report: Report): string {
  const { ids, opsets, dtypes } = report.options;
  const part = [...ids, ...dtypes, ...opsets.map((opset) => `opset ${opset}`)].join(', ');
  return [
    headlineOf(report, verdict(report).kind).toLowerCase(),
    ...(part === '' ? [] : [`only ${part} ran`]),
    ...(report.complete ? [] : [`interrupted after ${ranInWords(report)}`]),
  ].join('; ');
}

/** "53 of 54": refused, of those of which it can be said. */
function illegalFigure({ illegal }: Report): string {
  if (!illegal) return '';
  const { rejected, accepted, crash, timeout } = illegal.totals;
  return `${rejected} of ${rejected + accepted + crash + timeout}`;
}

function byOperator(known: readonly KnownBackend[]): string {
  const operators = unique(known.flatMap(({ report }) => report.matrix.map(({ operator }) => operator)));
  const rows = known.map(({ label, report }) => {
    const cells = groupBy(report.matrix, ({ operator }) => operator);
    return [
      codeSpan(label),
      ...operators.map((name) => share(sumCounts((cells.get(name) ?? []).map(({ counts }) => counts)))),
    ];
  });
  return table(['', ...operators.map(escapeMarkdown)], rows);
}

function accuracy(known: readonly KnownBackend[]): string {
  const rows = known.map(({ label, report: { accuracy } }) => {
    const cases = (tier: (typeof tiers)[number]) => accuracy.reduce((sum, entry) => sum + (entry.tiers[tier] ?? 0), 0);
    const worst = Math.max(0, ...accuracy.map((entry) => entry.worstErrorOverBound));
    return [codeSpan(label), ...tiers.map((tier) => some(cases(tier))), quotient(worst)];
  });
  return table(['', ...tiers, 'worst error / bound'], rows);
}

function whatFails({ report }: KnownBackend): string {
  if (report.findings.length === 0) return 'Nothing.';
  const rows = report.findings.map((finding, i) => [
    `${i + 1}`,
    escapeMarkdown(findingInWords(finding)),
    escapeMarkdown(whereInWords(finding, report)),
    clausesInWords(finding),
    `${codeSpan(finding.smallest.id)}: ${escapeMarkdown(shortened(finding.smallest.summary))}`,
    escapeMarkdown(shortened(answerInWords(finding))),
    decidedInWords(finding),
  ]);
  return table(['', 'what', 'where', 'clause', 'smallest case', 'got, and allowed', 'decided'], rows, false);
}

/** Whether a sentence of ONNX decides, what it builds on, or nothing. */
function decidedInWords({ level, other }: Finding): string {
  if (other || isOpen(level)) return 'no';
  return level === 'specified' ? 'yes' : level;
}

function whereInWords({ where }: Finding, report: Report): string {
  const operators = operatorsInWords(unique(where.map(({ operator }) => operator)), report);
  return `${operators}: ${uniqueDTypes(where.flatMap(({ dtypes }) => dtypes)).join(' ')}`;
}

function clausesInWords({ clauses }: Finding): string {
  return clauses.length > 3 ? plural(clauses.length, 'clause') : clauses.map(codeSpan).join(', ');
}

/** "3, and exactly 9": of a wrong value; else what is said of the case. */
function answerInWords({ smallest: { failure, message }, other }: Finding): string {
  if (other) return `otherwise in ${other.id}`;
  return failure ? `${failure.got}; ${failure.allowed}` : (message ?? '');
}

function howRun(known: readonly KnownBackend[]): string {
  const rows = known.map(({ label, report }) => {
    const { name, version, ...info } = report.backend;
    const properties = Object.entries(info).map(([key, value]) => `${key} ${value}`);
    return [
      codeSpan(label),
      escapeMarkdown([`${name} ${version}`, ...properties].join(', ')),
      escapeMarkdown(optionsInWords(report.options)),
      report.incidents.count > 0 ? `${report.incidents.count}` : '',
      report.launch ? codeSpan(`npx onnx-conformance run ${launchAsTyped(report.launch)}`) : '',
    ];
  });
  return table(['', 'what was judged', 'options', 'processes lost', 'command'], rows, false);
}

/** "99.9 %" of the judged cases, rounded down so that 100 % means all. */
function share(counts: OutcomeCounts): string {
  if (judged(counts) === 0) return '–';
  const perMille = Math.floor((1000 * counts.pass) / judged(counts));
  return broken(counts) === 0 ? '100 %' : `${(perMille / 10).toFixed(1)} %`;
}

const some = (count: number): string => (count > 0 ? `${count}` : '');

/** Characters of what was said that fit on the one line of a finding; the report of the backend has all of it. */
const maxText = 160;

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);
