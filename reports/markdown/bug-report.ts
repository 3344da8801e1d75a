import { exhibitOf } from '../exhibit.ts';
import { type Gravity, gravityOf } from '../schema/predicates.ts';
import type { BackendInfo, FailedClause, Finding, Launch, Report } from '../schema.ts';
import { scriptFor } from '../script.ts';
import type { Shown } from '../scripts/shown.ts';
import { failedClauseOf, findingView } from '../words/finding-view.ts';
import { gotInWords, wantInWords } from '../words/first-look.ts';
import { gravityInWords } from '../words/gravity.ts';
import { exportCommand, launchAsTyped } from '../words/launch.ts';
import { plural } from '../words/plural.ts';
import { symptomOf } from '../words/symptom.ts';
import { codeBlock, codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** Characters that GitHub takes in the text of an issue. */
const mostOfAnIssue = 65_536;

/** Characters of base64 beyond which a model is left out. */
const mostOfAModel = 30_000;

/** What a bug report tells, whatever found the bug. */
export interface Bug {
  readonly title: string;
  readonly backend: BackendInfo;
  readonly launch: Launch | undefined;
  /** what it breaks */
  readonly gravity: Gravity;
  readonly clause: Pick<FailedClause, 'clause' | 'text' | 'source' | 'level'> | undefined;
  /** where no one clause can be told: their ids */
  readonly clauses: readonly string[];
  /** input, got, expected … */
  readonly rows: readonly (readonly [label: string, text: string])[];
  /** what decided, in a few words */
  readonly got: string;
  readonly expected: string;
  /** where else it was seen; Markdown */
  readonly seen: readonly string[];
  /** the model and its runs; absent where that is not at hand */
  readonly model: Uint8Array | undefined;
  /** none where one run of one model does not show it */
  readonly runs: Shown['runs'];
  readonly element: Shown['element'];
  /** what else shows it: "the suite, which …", its commands, and what has to be said of them */
  readonly means: string;
  readonly commands: readonly string[];
  readonly remark?: string | undefined;
  /** the suite as the environment names it, and the day */
  readonly suite: string;
  readonly date: string;
  /** system, processor and engine; absent: not known */
  readonly machine?: string;
}

/** One finding of a run, ready to be reported to the authors of the runtime. */
export function renderBugReport(report: Report, finding: Finding): string {
  const { smallest, cases, of, other } = finding;
  const { options, tool, times, backend, launch } = report;
  const exhibit = exhibitOf(smallest, options);
  const { places, opsets, common, always } = findingView(report, finding);
  const isOneRun = exhibit?.runs === 1 && !other;
  return renderBug({
    title: `${smallest.operator}: ${symptomOf(finding)}`,
    backend,
    launch,
    gravity: gravityOf(finding),
    clause: failedClauseOf(report, finding),
    clauses: finding.clauses,
    rows: [
      ['input', smallest.summary],
      ...(smallest.inputs === undefined ? [] : [['values', smallest.inputs] as const]),
      ['got', gotInWords(finding)],
      ['expected', wantInWords(finding)],
      ...(other ? [['but in another case', `${other.id}: ${other.summary}`] as const] : []),
      ['case', smallest.id],
    ],
    got: gotInWords(finding),
    expected: wantInWords(finding),
    seen: [
      `The same in ${cases} of ${plural(of, 'case')} that could show it, ${opsets}:`,
      places.map((place) => `- ${escapeMarkdown(place)}`).join('\n'),
      ...(common.length > 0 ? [`Common to all: ${common.map(escapeMarkdown).join(', ')}.`] : []),
      ...(always.length > 0 ? [`Always with: ${always.map(escapeMarkdown).join(', ')}.`] : []),
    ],
    model: exhibit?.model,
    runs: isOneRun ? [exhibit] : [],
    element: smallest.failure,
    means: 'the suite, which also writes the model and its inputs as files',
    commands: [finding.replay, ...(options.vectors === undefined ? [exportCommand(smallest.id, options)] : [])],
    remark:
      exhibit && exhibit.runs > 1
        ? `It takes ${exhibit.runs} runs of loaded models, which the summary above tells: only the first command shows it.`
        : undefined,
    suite: `${tool.name} ${tool.version}, seed ${options.seed}`,
    date: times.started.slice(0, 10),
  });
}

/** A bug report, short enough for an issue on GitHub. */
export function renderBug(bug: Bug): string {
  const { model: bytes, commands, remark, got, expected } = bug;
  const model = bytes && Buffer.from(bytes).toString('base64');
  const fits = model !== undefined && model.length <= mostOfAModel;
  const script = fits && bug.runs.length > 0 ? scriptOf(bug, { base64: model }) : undefined;
  const comment = script?.language === 'python' ? '#' : '//';
  const outcome = `${comment} got ${got}; expected ${expected}`.replace(/\s+/g, ' ');
  const whole = [
    ...bugInMarkdown(bug),
    '## Reproduce it',
    ...(script ? [fenced(script.language, [...script.lines, outcome])] : []),
    // a script is enough for who has no more than this text
    ...(script && bug.machine !== undefined
      ? []
      : [`${script ? 'Or with' : 'With'} ${bug.means}:`, codeBlock(commands)]),
    ...(remark === undefined ? [] : [remark]),
    environment(bug),
  ];
  const files = fits && !script ? [details('The model, in base64', fenced('', [model]))] : [];
  const texts = [[...whole, ...files], whole].map((parts) => `${parts.join('\n\n')}\n`);
  return texts.find((text) => text.length < mostOfAnIssue) ?? `${texts[1]!.slice(0, mostOfAnIssue - 3)}…\n`;
}

/** The script that shows a bug. */
export function scriptOf(
  { backend, launch, runs, element }: Pick<Bug, 'backend' | 'launch' | 'runs' | 'element'>,
  model: Shown['model'],
) {
  const { version } = backend;
  return scriptFor(launch?.backend ?? '', { version, provider: launch?.options?.provider, model, runs, element });
}

/** What is wrong: the title, the clause, what came and should have come, where it was seen. */
export function bugInMarkdown({ title, backend, gravity, clause, clauses, rows, seen }: Bug): string[] {
  return [
    `# ${escapeMarkdown(title)}`,
    `${escapeMarkdown(`${backend.name} ${backend.version}`)} ${gravityInWords(gravity)}:`,
    ...(clause
      ? [
          `${escapeMarkdown(clause.text)}\n\nThis is the suite's wording of ${escapeMarkdown(clause.source)} (${codeSpan(clause.clause)}, ${clause.level}).`,
        ]
      : [`> ${clauses.map(codeSpan).join(', ')}`]),
    table(
      ['', ''],
      rows.map(([label, text]) => [label, codeSpan(text)]),
      false,
    ),
    ...seen,
  ];
}

function environment({ backend, launch, suite, date, machine }: Bug): string {
  const rows = [
    ...Object.entries(backend),
    ...(launch ? [['started', launchAsTyped(launch)]] : []),
    ...(machine === undefined ? [] : [['machine', machine]]),
    ['suite', suite],
    ['date', date],
  ];
  return `## Environment\n\n${table(
    ['', ''],
    rows.map((row) => row.map(escapeMarkdown)),
    false,
  )}`;
}

const fenced = (language: string, lines: readonly string[]): string =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n');
