import { countNotRejected, judgedInvalid } from '../aggregate/rejections.ts';
import { isUnanswered } from '../aggregate/unanswered.ts';
import { isKnown, severityOf } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';
import { describeProperties } from '../view/backend.ts';
import { unmatchedNotes } from '../view/expectations.ts';
import { findingSummary } from '../view/finding-summary.ts';
import { quoted } from '../view/launch.ts';
import { lossyChoices } from '../view/lossy.ts';
import { describeOpsets } from '../view/opsets.ts';
import { expectations } from '../view/pages/expectations.ts';
import { describeIncidents, describeOptions, networkOf, unitOf, unjudgedOf } from '../view/phrases.ts';
import { plural, thousands } from '../view/plural.ts';
import { describeSeverity } from '../view/severity.ts';
import { titleOf } from '../view/symptom.ts';
import { unsupportedSummary } from '../view/unsupported.ts';
import { headlineOf, type VerdictKind, verdict } from '../view/verdict.ts';
import { commandLines, displayWidth, hangingIndent, sanitize } from './layout.ts';
import { printBlocks, type Terminal } from './terminal.ts';

/** The greatest number of lines of a remark. */
const maxRemark = 3;

/** The greatest number of findings to list; further ones are counted. */
const maxFindings = 12;

/** Returns the short report: the verdict, a line for each finding, where to begin, and how to see more. */
export function shortReport(report: Report, page: Terminal, folder: string | undefined): string[] {
  const { columns, colors } = page;
  const [first] = report.findings;
  return [
    ...hangingIndent('', headOf(report), columns),
    ...verdictLines(report, page),
    ...remarks(report).flatMap((text) => hangingIndent('  ', sanitize(text), columns, maxRemark).map(colors.dim)),
    ...expectationLines(report, page),
    ...(first ? ['', ...findingRows(report, page)] : []),
    ...(first && !isKnown(first) && !isUnanswered(report) ? ['', ...startLines(report, first, page)] : []),
    ...(folder === undefined ? [] : ['', ...moreLines(report, folder, page)]),
  ];
}

/** Returns the lines of the verdict, with the next step if no finding shows one. */
export function verdictLines(report: Report, page: Terminal): string[] {
  const { kind, finding, next } = verdict(report);
  const headline = paintOf(kind, page)(page.colors.bold(headlineOf(report, kind)));
  const hasStart = report.findings.length > 0 && !isUnanswered(report);
  return hangingIndent(`${headline}  `, sanitize(hasStart ? finding : `${finding} ${next}`), page.columns);
}

/** Returns the misspelt entries of the file of expectations, which are printed even with the verdict alone. */
export function unmatchedLines({ expectations: expected }: Report, { columns }: Terminal): string[] {
  const notes = expected ? unmatchedNotes(expected) : [];
  return notes.flatMap(({ where, text }) =>
    hangingIndent('– ', sanitize(`${expected!.file}, ${where}: ${text}`), columns),
  );
}

/** Returns the notes on the file of expectations, if there are any. */
function expectationLines(report: Report, page: Terminal): string[] {
  const notes = expectations(report).blocks.filter(({ kind }) => kind === 'list');
  if (notes.length === 0) return [];
  const title = `${page.colors.bold('Expectations')}  ${page.colors.dim(sanitize(report.expectations!.file))}`;
  return ['', title, ...printBlocks(notes, page)];
}

function headOf({ backend, options, times, complete }: Report): string {
  const suite = options.vectors === undefined ? [`suite ${options.suite ?? 'standard'}`] : [];
  const named = networkOf(options);
  const network = named === undefined ? [] : [`nodes of ${named}`];
  const time = times.seconds < 1 ? `${times.seconds.toFixed(1)} s` : `${Math.round(times.seconds)} s`;
  return sanitize(
    [
      [`${backend.name} ${backend.version}`, ...describeProperties(backend)].join(', '),
      ...suite,
      ...network,
      ...describeParts(options).filter((part) => network.length === 0 || !part.startsWith('nodes of ')),
      complete ? time : `stopped after ${time}`,
    ].join(' · '),
  );
}

/** Describes the options that differ from the defaults, and the seed. */
function describeParts(options: Report['options']): string[] {
  const usual = ['all operators', 'every opset', 'all dtypes', 'tier native', `suite ${options.suite}`];
  return describeOptions(options)
    .split(', ')
    .filter((part) => !usual.includes(part));
}

const paintOf = (kind: VerdictKind, { colors }: Terminal) => {
  if (kind === 'conformant' || kind === 'known-failures') return colors.green;
  return kind === 'incomplete' ? colors.yellow : colors.red;
};

/** Returns further remarks before the findings, one line each, with remedies. */
function remarks(report: Report): string[] {
  const { problems, incidents, invalid, notKnown, unjudged, options } = report;
  const [problem, ...more] = problems;
  return [
    unsupportedSummary(report),
    ...(problem === undefined
      ? []
      : [
          `not judged: ${problem}${more.length > 0 ? `; and ${plural(more.length, options.nodes ? 'more node' : 'more file')}` : ''}`,
        ]),
    ...(notKnown && notKnown.count > 0
      ? [`${plural(notKnown.count, unjudgedOf(options))} not judged, see --full: ${Object.keys(notKnown.operators)[0]}`]
      : []),
    ...(unjudged
      ? [
          `judged in part: ${unjudged.first[0]}${unjudged.cases > 1 ? `; and ${plural(unjudged.cases - 1, 'more case')}` : ''}`,
        ]
      : []),
    ...(incidents.count > (incidents.unrepeated?.count ?? 0) ? [`its process was ${describeIncidents(report)}`] : []),
    ...(invalid && countNotRejected(report) > 0 && !options.gateInvalid && !isUnanswered(report)
      ? [
          `${thousands(countNotRejected(report))} of ${plural(judgedInvalid(invalid.totals), 'invalid model')} are not refused: ` +
            '--full lists them, --gate-invalid makes them count',
        ]
      : []),
    lossyChoices(report),
  ].filter((text) => text !== '');
}

/** Returns the table of findings, grouped by gravity. */
function findingRows(report: Report, { columns, colors }: Terminal): string[] {
  const { findings } = report;
  // if there are only errors, nothing is known about clauses
  const groupOf = (finding: Finding) => (isUnanswered(report) ? 'what' : headingOf(finding));
  const shown = findings.slice(0, maxFindings);
  const hidden = findings.slice(maxFindings);
  const digits = `${shown.length}`.length;
  const unit = `${unitOf(report.options)}s`;
  const counts = Math.max(...shown.map(({ cases }) => thousands(cases).length), unit.length);
  const lead = (number: string, cases: string) => `${number.padStart(digits)}  ${cases.padStart(counts)}  `;
  const indent = lead('', '').length;
  const titles = shown.map((finding) => sanitize(titleOf(finding)));
  const room = columns - indent - 2;
  const width = Math.min(Math.max(...titles.map(displayWidth), 24), room - opsetsWidth);
  const rows = shown.flatMap((finding, i) => {
    const [title, ...more] = hangingIndent('', titles[i]!, width, maxLines);
    const where = describeOpsets(finding, opsetsWidth);
    const row = [
      `${lead(`${i + 1}`, thousands(finding.cases))}${padded(title!, width)}  ${colors.dim(where)}`,
      ...more.map((line) => ' '.repeat(indent) + line),
    ];
    const group = groupOf(finding);
    const isFirst = i === 0 || group !== groupOf(shown[i - 1]!);
    const heading =
      i === 0
        ? [`${lead('#', unit)}${padded(group, width)}  opsets`]
        : isFirst
          ? [`${' '.repeat(indent)}${group}`]
          : [];
    return [...heading.map(colors.bold), ...row];
  });
  const more = hidden.reduce((sum, { cases }) => sum + cases, 0);
  return [
    ...rows,
    ...(hidden.length > 0 ? [`${lead('', thousands(more))}in ${plural(hidden.length, 'more finding')}: --full`] : []),
  ];
}

/** The width of the column of opsets. */
const opsetsWidth = 10;

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** Returns the heading of a finding's group. */
function headingOf(finding: Finding): string {
  return isKnown(finding)
    ? 'known, as the expectations say'
    : describeSeverity(severityOf(finding)).replace(/^is /, '');
}

/** The greatest number of lines of a row, so that no message fills the page. Commands are never cut. */
const maxLines = 3;

function startLines(report: Report, first: Finding, page: Terminal): string[] {
  const { columns, colors } = page;
  return [
    ...hangingIndent(`${colors.bold('Start with 1')}  `, sanitize(titleOf(first)), columns, maxLines),
    ...findingSummary(report, first).flatMap(([label, text]) =>
      label === 'replay' || label === 'files'
        ? commandRow(label, text, page)
        : hangingIndent(labelled(label), sanitize(text), columns, maxLines),
    ),
  ];
}

const labelled = (label: string): string => `  ${label.padEnd(8)} `;

/** Returns a command with its label, in lines that can be copied. */
const commandRow = (label: string, command: string, { columns, colors }: Terminal): string[] =>
  commandLines(command, columns - labelled('').length).map(
    (line, i) => labelled(i === 0 ? label : '') + colors.cyan(line),
  );

/** Returns commands for more details. */
function moreLines({ findings }: Report, folder: string, page: Terminal): string[] {
  const command = `npx onnx-conformance report ${quoted(folder)}`;
  const ofFinding = (more: string) => `${command} --finding 1${more}`;
  return [
    page.colors.bold('More'),
    ...commandRow('all', `${command} --full`, page),
    labelled('page') + sanitize(`${folder}/report.html`),
    ...(findings.length > 0
      ? [...commandRow('one', ofFinding(''), page), ...commandRow('bug', ofFinding(' --format markdown'), page)]
      : []),
  ];
}
