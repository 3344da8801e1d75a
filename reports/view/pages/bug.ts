import { basename } from 'node:path';
import { formatOpsets } from '../../aggregate/opsets.ts';
import { reproduce } from '../../reproduction.ts';
import { type Severity, severityOf } from '../../schema/predicates.ts';
import type { BackendInfo, FailedClause, Finding, Launch, Report } from '../../schema.ts';
import { scriptFor } from '../../script.ts';
import type { Script, ScriptContent } from '../../scripts/shown.ts';
import {
  type Block,
  code,
  commands,
  compact,
  type Fact,
  facts,
  folded,
  joinTexts,
  type Page,
  paragraph,
} from '../block.ts';
import { shareOf } from '../finding.ts';
import { describeExpected, describeGot } from '../finding-summary.ts';
import { checkCommand, exportCommand, quoted, requirementsAsTyped, startOf } from '../launch.ts';
import { nodeFolderOf } from '../node-folder.ts';
import { areas, describeArea } from '../places.ts';
import { describeSeverity } from '../severity.ts';
import { failedClauseOf } from '../smallest-case.ts';
import { titleOf } from '../symptom.ts';

/** The greatest size of a model to include, in characters of base64. */
const maxModelLength = 30_000;

/** The contents of a bug report, from a run or the fuzzer. */
export interface Bug {
  readonly title: string;
  readonly backend: BackendInfo;
  readonly launch: Launch | undefined;
  /** the options that start the backend again; empty if they are not known */
  readonly start: string;
  /** the kind of rule that it breaks */
  readonly severity: Severity;
  readonly clause: Pick<FailedClause, 'clause' | 'text' | 'source' | 'level'> | undefined;
  /** the ids of clauses, if there is not a single one */
  readonly clauses: readonly string[];
  /** a program that shows the bug; absent if the rows contain the input */
  readonly program?: readonly string[];
  /** input, got, expected … */
  readonly rows: readonly (readonly [label: string, text: string])[];
  /** the wrong answer, in a few words */
  readonly got: string;
  readonly expected: string;
  /** the other places with the same bug */
  readonly seen: readonly Block[];
  /** the bytes of the model; absent if not available */
  readonly model: Uint8Array | undefined;
  /** the runs for a script; absent if a single run of one model does not show the bug */
  readonly runs: ScriptContent['runs'];
  readonly element: ScriptContent['element'];
  /** another way to show the bug: "the suite, which …", with its commands and a note */
  readonly means: string;
  readonly commands: readonly string[];
  readonly remark?: string | undefined;
  /** the suite, for the section on the environment, and the date */
  readonly suite: string;
  readonly date: string;
  /** system, processor and engine; absent if not known */
  readonly machine?: string;
}

/** Returns the bug report of a finding, for the authors of the runtime. */
export function findingBug(report: Report, finding: Finding): Bug {
  const { smallest, other } = finding;
  const { options, tool, times, backend, launch } = report;
  const reproduction = reproduce(smallest, options);
  const isOneRun = reproduction?.runs === 1 && !other;
  const [got, expected] = [describeGot(finding), describeExpected(finding)];
  return {
    title: titleOf(finding),
    backend,
    launch,
    start: startOf(report),
    severity: severityOf(finding),
    clause: failedClauseOf(report, finding),
    clauses: finding.clauses,
    rows: compact([
      ['input', smallest.summary] as const,
      smallest.inputs !== undefined && (['values', smallest.inputs] as const),
      ['got', got] as const,
      ['expected', expected] as const,
      other && (['but in another case', `${other.id}: ${other.summary}`] as const),
      ['case', smallest.id] as const,
    ]),
    got,
    expected,
    seen: compact<Block>([
      paragraph(`The same in ${shareOf(finding, options)}, ${formatOpsets(finding.opsets)}:`),
      { kind: 'list', items: areas(report, finding.where).map(describeArea) },
    ]),
    model: reproduction?.model,
    runs: isOneRun ? [reproduction] : [],
    element: smallest.failure,
    ...meansOf(report, finding),
    remark:
      reproduction && reproduction.runs > 1
        ? `It takes ${reproduction.runs} runs of loaded models, which the summary above describes: only the first command shows it.`
        : undefined,
    suite: `${tool.name} ${tool.version}, seed ${options.seed}`,
    date: times.started.slice(0, 10),
  };
}

/** Returns the way to show a finding by the suite. */
function meansOf(report: Report, finding: Finding): Pick<Bug, 'means' | 'commands'> {
  const { options, launch } = report;
  const { smallest, other, replay } = finding;
  if (nodeFolderOf(report, finding) !== undefined) {
    const words = [quoted(smallest.id), startOf(report), ...requirementsAsTyped(options)];
    return {
      means: `the suite and the attached folder ${smallest.id}, which has the node as a model, and its inputs`,
      commands: [`npx onnx-conformance run --vectors ${words.join(' ')}`],
    };
  }
  if (options.nodes && options.vectors !== undefined) {
    const isOfCommand = launch && !launch.inProcess && !options.nodes.isGiven;
    // what is sent names no folders of the machine
    const [network, inputs] = [options.vectors, options.nodes.inputs].map((path) => path && basename(path));
    const attached = { ...options, vectors: network!, nodes: { ...options.nodes, ...(inputs && { inputs }) } };
    return {
      means: `the suite and the attached ${compact([network, inputs]).join(' and ')}`,
      commands: [isOfCommand ? checkCommand(launch, attached, compact([smallest.id, other?.id])) : replay],
    };
  }
  return {
    means: 'the suite, which also writes the model and its inputs as files',
    commands: [replay, ...(options.vectors === undefined ? [exportCommand(smallest.id, options)] : [])],
  };
}

/** Returns the page of a bug report. */
export function bugPage(bug: Bug): Page {
  const { model: bytes, remark, got, expected, machine } = bug;
  const model = bytes && Buffer.from(bytes).toString('base64');
  const fits = model !== undefined && model.length <= maxModelLength;
  const script = fits ? scriptOf(bug, { base64: model }) : undefined;
  const comment = script?.language === 'python' ? '#' : '//';
  const outcome = `${comment} got ${got}; expected ${expected}`.replace(/\s+/g, ' ');
  const blocks = compact<Block>([
    script && { kind: 'code', lines: [...script.lines, outcome], language: script.language },
    // the script is sufficient for readers without the suite
    ...(script && machine !== undefined
      ? []
      : [paragraph(`${script ? 'Or with' : 'With'} ${bug.means}:`), commands(bug.commands)]),
    remark !== undefined && paragraph(remark),
    fits && !script && folded('The model, in base64', [{ kind: 'code', lines: [model], language: '' }]),
  ]);
  return {
    title: bug.title,
    lead: bugBlocks(bug),
    sections: [
      { id: 'reproduce', title: 'Reproduce it', blocks },
      { id: 'environment', title: 'Environment', blocks: [environment(bug)] },
    ],
    foot: '',
  };
}

/** Prints a page as text. */
export type PrintText = (page: Page) => string;

/** Returns the texts to copy for a finding: the bug report, a script if possible, the command, and the smallest case as JSON. */
export function copiesOf(
  report: Report,
  finding: Finding,
  printText: PrintText,
): readonly (readonly [label: string, content: string])[] {
  const bug = findingBug(report, finding);
  const script = bug.model && scriptOf(bug, { base64: Buffer.from(bug.model).toString('base64') });
  return compact([
    ['Bug report', printText(bugPage(bug))] as const,
    script && (['Script', script.lines.join('\n')] as const),
    ['Command', finding.replay] as const,
    ['Case as JSON', JSON.stringify(finding.smallest, null, 2)] as const,
  ]);
}

/** Returns the script that shows a bug, if one is possible. */
export function scriptOf(
  { backend, launch, runs, element }: Pick<Bug, 'backend' | 'launch' | 'runs' | 'element'>,
  model: ScriptContent['model'],
): Script | undefined {
  const { version } = backend;
  return scriptFor(launch?.backend ?? '', { version, provider: launch?.options?.provider, model, runs, element });
}

/** Returns the description of a bug: the clause, the wrong and expected answers, and the places. */
export function bugBlocks({ backend, severity, clause, clauses, program, rows, seen }: Bug): readonly Block[] {
  return compact<Block>([
    paragraph(`${backend.name} ${backend.version} ${describeSeverity(severity)}:`),
    {
      kind: 'quote',
      ...(clause
        ? {
            text: clause.text,
            source: ["The suite's wording of ", clause.source, ' (', code(clause.clause), `, ${clause.level})`],
          }
        : { text: joinTexts(clauses.map(code)) }),
    },
    program && { kind: 'code', lines: program, language: '' },
    facts(rows.map(([label, text]) => [label, code(text)])),
    ...seen,
  ]);
}

function environment({ backend, start, suite, date, machine }: Bug): Block {
  const { name, version, ...properties } = backend;
  return facts(
    compact<Fact>([
      ['backend', `${name} ${version}`],
      ...Object.entries(properties),
      start !== '' && ['started with', code(start)],
      machine !== undefined && ['machine', machine],
      ['suite', suite],
      ['date', date],
    ]),
  );
}
