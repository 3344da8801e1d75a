import { exhibitOf } from '../exhibit.ts';
import { gravityOf } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';
import { scriptFor } from '../script.ts';
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

/** One finding, ready to be reported to the authors of the runtime; short enough for an issue on GitHub. */
export function renderBugReport(report: Report, finding: Finding): string {
  const { smallest } = finding;
  const exhibit = exhibitOf(smallest, report.options);
  const model = exhibit && Buffer.from(exhibit.model).toString('base64');
  const fits = model !== undefined && model.length <= mostOfAModel;
  const script = exhibit && fits ? scriptFor(report, finding, exhibit, model) : undefined;
  const whole = [
    ...whatIsWrong(report, finding),
    '## Reproduce it',
    ...(script ? [fenced(script.language, script.lines)] : []),
    `${script ? 'Or with' : 'With'} the suite, which also writes the model and its inputs as files:`,
    codeBlock([
      finding.replay,
      ...(report.options.vectors === undefined ? [exportCommand(smallest.id, report.options)] : []),
    ]),
    ...(exhibit && exhibit.runs > 1
      ? [
          `It takes ${exhibit.runs} runs of loaded models, which the summary above tells: only the first command shows it.`,
        ]
      : []),
    environment(report),
  ];
  const files = fits && !script ? [details('The model, in base64', fenced('', [model]))] : [];
  const texts = [[...whole, ...files], whole].map((parts) => `${parts.join('\n\n')}\n`);
  return texts.find((text) => text.length < mostOfAnIssue) ?? `${texts[1]!.slice(0, mostOfAnIssue - 3)}…\n`;
}

function whatIsWrong(report: Report, finding: Finding): string[] {
  const { smallest, cases, of } = finding;
  const { places, opsets, common, always } = findingView(report, finding);
  const clause = failedClauseOf(report, finding);
  const { name, version } = report.backend;
  const rows = [
    ['input', smallest.summary],
    ...(smallest.inputs === undefined ? [] : [['values', smallest.inputs]]),
    ['got', gotInWords(finding)],
    ['expected', wantInWords(finding)],
    ...(finding.other ? [['but in another case', `${finding.other.id}: ${finding.other.summary}`]] : []),
    ['case', smallest.id],
  ];
  return [
    `# ${escapeMarkdown(`${smallest.operator}: ${symptomOf(finding)}`)}`,
    `${escapeMarkdown(`${name} ${version}`)} ${gravityInWords(gravityOf(finding))}:`,
    ...(clause
      ? [
          `> ${escapeMarkdown(clause.text)}\n>\n> ${escapeMarkdown(clause.source)} (${codeSpan(clause.clause)}, ${clause.level})`,
        ]
      : [`> ${finding.clauses.map(codeSpan).join(', ')}`]),
    table(
      ['', ''],
      rows.map(([label, text]) => [label!, codeSpan(text!)]),
      false,
    ),
    `The same in ${cases} of ${plural(of, 'case')} that could show it, ${opsets}:`,
    places.map((place) => `- ${escapeMarkdown(place)}`).join('\n'),
    ...(common.length > 0 ? [`Common to all: ${common.map(escapeMarkdown).join(', ')}.`] : []),
    ...(always.length > 0 ? [`Always with: ${always.map(escapeMarkdown).join(', ')}.`] : []),
  ];
}

function environment({ backend, launch, tool, options, times }: Report): string {
  const rows = [
    ...Object.entries(backend),
    ...(launch ? [['started', launchAsTyped(launch)]] : []),
    ['suite', `${tool.name} ${tool.version}, seed ${options.seed}`],
    ['date', times.started.slice(0, 10)],
  ];
  return `## Environment\n\n${table(
    ['', ''],
    rows.map((row) => row.map(escapeMarkdown)),
    false,
  )}`;
}

const fenced = (language: string, lines: readonly string[]): string =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n');
