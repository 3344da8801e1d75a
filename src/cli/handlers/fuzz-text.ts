import { hangingIndent, sanitize } from '../../../reports/print/layout.ts';
import { printBlocks, terminal } from '../../../reports/print/terminal.ts';
import { outcomeRank } from '../../../reports/schema/predicates.ts';
import { type Block, commands, compact, type Fact, facts, paragraph } from '../../../reports/view/block.ts';
import { inList, percent, plural, thousands } from '../../../reports/view/plural.ts';
import type { BatchResult, Coverage } from '../../fuzz/batch.ts';
import type { FuzzFinding } from '../../fuzz/finding.ts';
import type { BatchRun } from '../../fuzz/fuzzer.ts';
import { describeAnswer, describeProgram } from '../../fuzz/program-text.ts';

/** The settings for printing the findings of a run. */
export interface FuzzText {
  readonly columns: number;
  /** returns the command that runs the program of a finding again */
  readonly replay: (finding: FuzzFinding) => string;
}

/** Describes a run of the fuzzer: the drawn programs, the time, each finding in a few lines, and their number. */
export function describeFuzz(result: BatchRun, { columns, replay }: FuzzText): string {
  const { findings, coverage, programs, open } = result;
  const known = findings.filter((finding) => finding.known !== undefined);
  const news = findings
    .filter((finding) => finding.known === undefined)
    .sort((a, b) => outcomeRank(a.result) - outcomeRank(b.result) || b.count - a.count);
  const drawn: Fact[] = Object.entries(kindsOf(coverage)).map(([kind, counts]) => [
    'drawn',
    describeKind(kind, counts),
  ]);
  const section = (blocks: readonly Block[]) => printBlocks(blocks, terminal({ columns }), '');
  const parts = [
    section([facts([...drawn, ...(programs > 0 ? [['took', describeCost(result)] as const] : [])])]),
    ...news.map((finding, i) => [
      ...hangingIndent(`${i + 1}  `, sanitize(finding.title), columns, 3),
      ...printBlocks(findingBlocks(finding, result, replay), terminal({ columns }), '   '),
    ]),
    section([
      facts([
        ...known.map(
          ({ id, count, known: why }) => ['known', `${id}, in ${plural(count, 'program')}: ${why}`] as const,
        ),
        ...Object.entries(open).map(
          ([name, count]) => ['open', `${plural(count, 'program')} with right answers that differ: ${name}`] as const,
        ),
      ]),
    ]),
    section([paragraph(headline(result, news.length, known.length))]),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function findingBlocks(finding: FuzzFinding, { coverage, programs }: BatchResult, replay: FuzzText['replay']): Block[] {
  const { id, backend, result, explanation, clause, count, always, reproduced, also, inSuite, program } = finding;
  const { got, expected } = describeAnswer(result, explanation);
  const telling = always.filter((name) => coverage[name]! < programs && !/^(operator|version|clause) /.test(name));
  const rarest = telling.sort((a, b) => coverage[a]! - coverage[b]!).slice(0, 4);
  return [
    facts(
      compact<Fact>([
        ['seen', `${backend.name} ${backend.version}, in ${plural(count, 'program')} (${id})`],
        count >= fewest && rarest.length > 0 && ['always', rarest.join(', ')],
        ...describeProgram(program).map((line, i): Fact => [i === 0 ? 'program' : '', line]),
        ['got', got],
        ['expected', expected],
        clause && ['clause', `${clause.id}: ${clause.text}`],
        ...Object.entries(also ?? {}).map(([name, outcome]): Fact => ['others', `${name}: ${outcome}`]),
        ['suite', inSuite === undefined ? 'no case was found that shows it' : `${inSuite} shows it too`],
        reproduced !== 'shrunk' && ['note', notShrunk[reproduced]],
      ]),
    ),
    commands([replay(finding)]),
  ];
}

/** The least number of programs for a statement about what they have in common. */
const fewest = 3;

const notShrunk = {
  drawn: 'no smaller program shows it in a fresh process: the program is unchanged',
  'not-reproducible': 'passes when run alone: depends on earlier runs, or is flaky',
} as const;

/** Kinds of classes in words, for one class and for several. */
const kindNames: Readonly<Record<string, readonly [one: string, several: string]>> = {
  operator: ['operator', 'operators'],
  version: ['version', 'versions'],
  dtype: ['dtype', 'dtypes'],
  clause: ['clause', 'clauses'],
  attribute: ['attribute', 'attributes'],
  'no attribute': ['attribute left out', 'attributes left out'],
  other: ['other class', 'other classes'],
};

function kindsOf(coverage: Coverage): Record<string, Record<string, number>> {
  const kinds: Record<string, Record<string, number>> = {};
  for (const [name, count] of Object.entries(coverage)) {
    const kind = Object.keys(kindNames).find((one) => name.startsWith(`${one} `)) ?? 'other';
    kinds[kind] ??= {};
    kinds[kind][kind === 'other' ? name : name.slice(kind.length + 1)] = count;
  }
  return kinds;
}

/** Describes a kind of classes: "52 operators, the rarest Abs (12), Add (13), Cast (13)". */
function describeKind(kind: string, counts: Readonly<Record<string, number>>): string {
  const rarest = Object.entries(counts).sort(([, a], [, b]) => a - b);
  const first = rarest.slice(0, 3).map(([name, count]) => `${name} (${thousands(count)})`);
  return `${plural(rarest.length, ...kindNames[kind]!)}, the rarest ${first.join(', ')}`;
}

/** Describes the time: "12.3 s, 2.3 s of it to investigate failures; in the rest 122 programs per second; drawing took 20 % …". */
function describeCost({ programs, seconds }: BatchResult): string {
  const { total, runtime, oracle, generation, investigation } = seconds;
  const trying = Math.max(total - investigation, 1e-9);
  const share = (part: number) => percent(part, trying);
  const rate = thousands(Math.round(programs / trying));
  const failures = investigation > 0 ? ` ${investigation.toFixed(1)} s of it to investigate failures; in the rest` : '';
  const shares = `drawing took ${share(generation)} of it, the oracle ${share(oracle)}, and waiting for the runtime ${share(runtime)}`;
  return `${total.toFixed(1)} s,${failures} ${rate} programs per second; ${shares}`;
}

function headline(result: BatchRun, news: number, known: number): string {
  const { programs, outcomes, uninvestigated = 0 } = result;
  const backends = Object.entries(outcomes).flatMap(([name, counts]) => {
    const seen = Object.entries(counts).filter(([, count]) => count > 0);
    return seen.length === 0
      ? []
      : [`${name}: ${seen.map(([outcome, count]) => `${thousands(count)} ${outcome}`).join(', ')}`];
  });
  const more = uninvestigated === 0 ? '' : `${plural(uninvestigated, 'program')} that failed could not be looked into`;
  if (programs === 0) return `no program was judged${more === '' ? '' : `, and ${more}`}: more time is needed (--for)`;
  const nothing = isJudged(result) ? 'nothing new' : 'nothing judged';
  const found = news === 0 ? nothing : plural(news, 'new finding');
  const where = `in ${plural(programs, 'program')}${backends.length > 0 ? ` (${inList(backends)})` : ''}`;
  return `${found}${known > 0 ? ` and ${known} known` : ''} ${where}${more === '' ? '' : `; ${more}: the time was over`}`;
}

/** Whether any answer of a backend was judged. */
export const isJudged = ({ outcomes }: BatchResult): boolean =>
  Object.values(outcomes).some(({ unsupported, ...others }) => Object.values(others).some((count) => count > 0));
