import { arch, cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { weaker } from '../../../oracles/spec/level.ts';
import { formatSource } from '../../../oracles/spec/source.ts';
import { printIssue, printMarkdown } from '../../../reports/print/markdown.ts';
import { severityOf } from '../../../reports/schema/predicates.ts';
import type { CaseResult } from '../../../reports/schema.ts';
import { type Script, scriptFile, shownRun } from '../../../reports/scripts/shown.ts';
import { type Block, code, commands, compact, type Page, paragraph } from '../../../reports/view/block.ts';
import { launchAsTyped, quoted, requirementsAsTyped } from '../../../reports/view/launch.ts';
import { type Bug, bugBlocks, bugPage, scriptOf } from '../../../reports/view/pages/bug.ts';
import { plural } from '../../../reports/view/plural.ts';
import { truncate } from '../../../reports/view/truncate.ts';
import type { AnsweredRun } from '../../../vectors/onnx/program.ts';
import { describeAnswer, describeProgram } from '../program-text.ts';
import type { CorpusFinding } from './stored-finding.ts';

/** A finding in the form of a vector's files, with the oracle's best answer to each run. */
export interface AnsweredFinding extends Omit<CorpusFinding, 'path'> {
  /** ModelProto */
  readonly model: Uint8Array;
  /** its folder, relative to the folder where fuzz was started */
  readonly folder: string;
  /** the runs in the form of requests */
  readonly runs: readonly AnsweredRun[];
}

/** Returns the texts about a finding for people, by the name of the file. */
export function pagesOf(finding: AnsweredFinding): Readonly<Record<string, string>> {
  const bug = bugOf(finding);
  const script = scriptOf(bug, { file: 'model.onnx' });
  return {
    'README.md': printMarkdown(readme(finding, bug, script)),
    'bug-report.md': printIssue(bugPage(bug)),
    ...(script && Object.fromEntries([scriptFile(script)])),
  };
}

/** The greatest number of characters of a title: messages of runtimes may be long. */
const longestTitle = 80;

function bugOf({ about, program, model, runs }: AnsweredFinding): Bug {
  const { backend, launch, result, clause, title, explanation, tool, drawn, date } = about;
  const { got, expected } = describeAnswer(result, explanation);
  const { level, breaks = level, failure } = result;
  const off = failure && formatDifference(failure.got, failure.exact);
  const launched = [launchAsTyped(launch), ...requirementsAsTyped(about.requirements)].join(' ');
  return {
    title: truncate(title, longestTitle),
    backend,
    launch,
    start: launchAsTyped(launch),
    severity: severityOf({
      level: clause ? weaker(breaks, clause.level) : breaks,
      where: program.graph.nodes.map(({ operator }) => ({ operator: operator.name })),
      ...ofProblem(result, explanation),
    }),
    clause: clause ? { ...clause, clause: clause.id } : definitionOf(about, program),
    clauses: [],
    program: describeProgram(program),
    rows: [
      ['got', got],
      ['expected', expected],
      ...(off === undefined ? [] : [['off by', off] as const]),
      ...(result.outcome === 'fail' && result.message !== undefined ? [['message', result.message] as const] : []),
    ],
    got,
    expected,
    seen: seen(about),
    model,
    runs: isSteady(about) ? runs.flatMap((run) => shownRun(run) ?? []) : [],
    element: failure,
    means: 'the suite, in the folder of this finding, which has to be attached',
    machine: `${type()} ${release()} ${arch()}, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
    commands: [`npx onnx-conformance fuzz --replay . ${launched}`],
    suite: `${tool.name} ${tool.version}, fuzz with seed ${drawn.seed}`,
    date,
  };
}

/** Returns the definition that a program breaks, if its clause is not known. */
function definitionOf({ result }: CorpusFinding['about'], { graph }: CorpusFinding['program']): Bug['clause'] {
  const [node, ...others] = graph.nodes;
  const own = others.length === 0 ? node!.version.clauses.find(({ id }) => id === 'definition') : undefined;
  if (own) return { ...own, clause: own.id, source: formatSource(own.source) };
  const text = 'A graph gives what its nodes give one after the other, each as its operator is defined.';
  return { clause: 'graph', text, source: 'IR.md, Graphs', level: result.level };
}

/** Whether a process that runs the program alone shows the finding in its outputs. */
const isSteady = ({ reproduced, result: { problem } }: CorpusFinding['about']) =>
  reproduced !== 'not-reproducible' && problem !== 'later' && problem !== 'input';

const ofProblem = ({ problem }: CaseResult, explanation: CorpusFinding['about']['explanation']) => ({
  ...(problem && { problem }),
  ...(explanation && { explanation }),
});

function seen({ count, always, also, inSuite, reproduced }: CorpusFinding['about']): readonly Block[] {
  const conditions = always.filter((name) => !/^(?:operator|version|clause) /.test(name));
  const others = Object.entries(also ?? {}).map(([name, outcome]) => `${name}: ${outcome}`);
  return compact([
    paragraph(
      `Seen in ${plural(count, 'program')} that ${count === 1 ? 'was' : 'were'} drawn at random; ${reproductionTexts[reproduced]}`,
    ),
    count > 1 && conditions.length > 0 && paragraph(`Always with: ${conditions.join(', ')}.`),
    others.length > 0 && paragraph(`The same program elsewhere: ${others.join(', ')}.`),
    inSuite !== undefined && paragraph(['A case of the suite shows it too: ', code(inSuite), '.']),
  ]);
}

const reproductionTexts = {
  shrunk: 'this is the smallest one that shows it.',
  drawn: 'this is one of them, as no smaller one shows it.',
  'not-reproducible': 'it passes when run alone: it depends on earlier runs, or is flaky.',
} as const;

function readme({ about, program, folder }: AnsweredFinding, bug: Bug, script: Script | undefined): Page {
  const { id, drawn, tool, date, backend, launch } = about;
  const launched = [launchAsTyped(launch), ...requirementsAsTyped(about.requirements)].join(' ');
  const [runner, needs] =
    script?.language === 'python' ? ['python3', 'numpy and the runtime'] : ['node', 'the runtime'];
  const replay = compact<Block>([
    paragraph(['From the folder where fuzz was started:']),
    commands([
      ...(script
        ? [`${runner} ${quoted(join(folder, scriptFile(script)[0]))}  # needs ${needs}, and nothing else`]
        : []),
      `npx onnx-conformance fuzz --replay ${quoted(folder)} ${launched}`,
      `npx onnx-conformance run --vectors ${quoted(folder)} ${launched}`,
    ]),
    program.runs.length > 1 &&
      paragraph([
        'It takes the data sets one after the other on one loaded model: ',
        code('run --vectors'),
        ' runs each by itself.',
      ]),
    paragraph([
      code('model.onnx'),
      ' and ',
      code('test_data_set_*'),
      ' are a vector as ONNX has them; the outputs are the true values, rounded once. ',
      code('case.json'),
      ' has for programs what this page says, ',
      code('bug-report.md'),
      ' for the authors of the runtime.',
    ]),
  ]);
  return {
    title: bug.title,
    lead: [
      ...bugBlocks(bug),
      paragraph([
        `Found by ${tool.name} ${tool.version} on ${date}: `,
        code(id),
        ` of ${backend.name}, program ${drawn.index} of batch ${drawn.batch} of seed ${drawn.seed}.`,
      ]),
    ],
    sections: [{ id: 'replay', title: 'Replay', blocks: replay }],
    foot: '',
  };
}

/** Formats the difference of two numbers, absolute and relative to the exact one. */
export function formatDifference(got: string, exact: string): string | undefined {
  const [a, b] = [Number(got), Number(exact)];
  const difference = Math.abs(a - b);
  if ([got, exact].every((text) => /^-?\d+$/.test(text))) {
    const whole = BigInt(got) - BigInt(exact);
    if (whole === 0n) return undefined;
    return `${whole < 0n ? -whole : whole}${b === 0 ? '' : `, ${Number(((100 * difference) / Math.abs(b)).toPrecision(3))} %`}`;
  }
  if (!Number.isFinite(difference) || difference === 0) return undefined;
  return `${Number(difference.toPrecision(3))}${b === 0 ? '' : `, ${Number(((100 * difference) / Math.abs(b)).toPrecision(3))} %`}`;
}
