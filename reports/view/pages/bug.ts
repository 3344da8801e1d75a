import { formatOpsets } from '../../aggregate/opsets.ts';
import { reproduce } from '../../reproduction.ts';
import { type Gravity, gravityOf } from '../../schema/predicates.ts';
import type { BackendInfo, FailedClause, Finding, Launch, Report } from '../../schema.ts';
import { scriptFor } from '../../script.ts';
import type { Script, ScriptContent } from '../../scripts/shown.ts';
import { type Block, code, commands, type Fact, facts, folded, joined, type Page, paragraph, some } from '../block.ts';
import { describeExpected, describeGot } from '../finding-summary.ts';
import { exportCommand, launchAsTyped } from '../launch.ts';
import { areas, describeArea } from '../places.ts';
import { plural } from '../plural.ts';
import { describeGravity } from '../severity.ts';
import { failedClauseOf } from '../smallest-case.ts';
import { titleOf } from '../symptom.ts';

/** Characters of base64 beyond which a model is left out. */
const mostOfAModel = 30_000;

/** What a bug report says, whatever found the bug. */
export interface Bug {
  readonly title: string;
  readonly backend: BackendInfo;
  readonly launch: Launch | undefined;
  /** what it breaks */
  readonly gravity: Gravity;
  readonly clause: Pick<FailedClause, 'clause' | 'text' | 'source' | 'level'> | undefined;
  /** the ids, where there is not one clause */
  readonly clauses: readonly string[];
  /** a program that shows it; none where the input is among the rows */
  readonly program?: readonly string[];
  /** input, got, expected … */
  readonly rows: readonly (readonly [label: string, text: string])[];
  /** what decided, in a few words */
  readonly got: string;
  readonly expected: string;
  /** where else it was seen */
  readonly seen: readonly Block[];
  /** absent where it is not at hand */
  readonly model: Uint8Array | undefined;
  /** none where one run of one model does not show it */
  readonly runs: ScriptContent['runs'];
  readonly element: ScriptContent['element'];
  /** what else shows it: "the suite, which …", its commands, and a note on them */
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
export function findingBug(report: Report, finding: Finding): Bug {
  const { smallest, cases, of, other } = finding;
  const { options, tool, times, backend, launch } = report;
  const reproduction = reproduce(smallest, options);
  const isOneRun = reproduction?.runs === 1 && !other;
  const [got, expected] = [describeGot(finding), describeExpected(finding)];
  return {
    title: titleOf(finding),
    backend,
    launch,
    gravity: gravityOf(finding),
    clause: failedClauseOf(report, finding),
    clauses: finding.clauses,
    rows: some([
      ['input', smallest.summary] as const,
      smallest.inputs !== undefined && (['values', smallest.inputs] as const),
      ['got', got] as const,
      ['expected', expected] as const,
      other && (['but in another case', `${other.id}: ${other.summary}`] as const),
      ['case', smallest.id] as const,
    ]),
    got,
    expected,
    seen: some<Block>([
      paragraph(`The same in ${cases} of ${plural(of, 'case')} that could show it, ${formatOpsets(finding.opsets)}:`),
      { kind: 'list', items: areas(report, finding.where).map(describeArea) },
    ]),
    model: reproduction?.model,
    runs: isOneRun ? [reproduction] : [],
    element: smallest.failure,
    means: 'the suite, which also writes the model and its inputs as files',
    commands: [finding.replay, ...(options.vectors === undefined ? [exportCommand(smallest.id, options)] : [])],
    remark:
      reproduction && reproduction.runs > 1
        ? `It takes ${reproduction.runs} runs of loaded models, which the summary above describes: only the first command shows it.`
        : undefined,
    suite: `${tool.name} ${tool.version}, seed ${options.seed}`,
    date: times.started.slice(0, 10),
  };
}

/** A bug report for an issue. */
export function bugPage(bug: Bug): Page {
  const { model: bytes, remark, got, expected, machine } = bug;
  const model = bytes && Buffer.from(bytes).toString('base64');
  const fits = model !== undefined && model.length <= mostOfAModel;
  const script = fits ? scriptOf(bug, { base64: model }) : undefined;
  const comment = script?.language === 'python' ? '#' : '//';
  const outcome = `${comment} got ${got}; expected ${expected}`.replace(/\s+/g, ' ');
  const blocks = some<Block>([
    script && { kind: 'code', lines: [...script.lines, outcome], language: script.language },
    // a script is enough for readers who have no more than this text
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

/** What of a finding is copied from a page: the report, a script where there can be one, the command, and the smallest case as JSON. */
export function copiesOf(
  report: Report,
  finding: Finding,
  printText: PrintText,
): readonly (readonly [label: string, content: string])[] {
  const bug = findingBug(report, finding);
  const script = bug.model && scriptOf(bug, { base64: Buffer.from(bug.model).toString('base64') });
  return some([
    ['Bug report', printText(bugPage(bug))] as const,
    script && (['Script', script.lines.join('\n')] as const),
    ['Command', finding.replay] as const,
    ['Case as JSON', JSON.stringify(finding.smallest, null, 2)] as const,
  ]);
}

/** The script that shows a bug, if there can be one. */
export function scriptOf(
  { backend, launch, runs, element }: Pick<Bug, 'backend' | 'launch' | 'runs' | 'element'>,
  model: ScriptContent['model'],
): Script | undefined {
  const { version } = backend;
  return scriptFor(launch?.backend ?? '', { version, provider: launch?.options?.provider, model, runs, element });
}

/** What is wrong: the clause, what came and should have come, where it was seen. */
export function bugBlocks({ backend, gravity, clause, clauses, program, rows, seen }: Bug): readonly Block[] {
  return some<Block>([
    paragraph(`${backend.name} ${backend.version} ${describeGravity(gravity)}:`),
    {
      kind: 'quote',
      ...(clause
        ? {
            text: clause.text,
            source: ["The suite's wording of ", clause.source, ' (', code(clause.clause), `, ${clause.level})`],
          }
        : { text: joined(clauses.map(code)) }),
    },
    program && { kind: 'code', lines: program, language: '' },
    facts(rows.map(([label, text]) => [label, code(text)])),
    ...seen,
  ]);
}

function environment({ backend, launch, suite, date, machine }: Bug): Block {
  const { name, version, ...properties } = backend;
  return facts(
    some<Fact>([
      ['backend', `${name} ${version}`],
      ...Object.entries(properties),
      launch && ['started with', code(launchAsTyped(launch))],
      machine !== undefined && ['machine', machine],
      ['suite', suite],
      ['date', date],
    ]),
  );
}
