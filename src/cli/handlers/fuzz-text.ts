import { hangingIndent, sanitize } from '../../../reports/print/layout.ts';
import { severityOf } from '../../../reports/schema/predicates.ts';
import { gotInWords, wantInWords } from '../../../reports/words/first-look.ts';
import { inList, percent, plural, thousands } from '../../../reports/words/plural.ts';
import type { BatchResult, Coverage } from '../../fuzz/batch.ts';
import type { FuzzFinding } from '../../fuzz/finding.ts';
import { programInWords } from '../../fuzz/words.ts';

/** How the findings of a run are told. */
export interface FuzzText {
  readonly columns: number;
  /** the command that tries the program of a finding again */
  readonly replay: (finding: FuzzFinding) => string;
}

/** What a run of the fuzzer has come to: what was drawn and what it cost, each finding in a few lines, and their number. */
export function fuzzInWords(result: BatchResult, text: FuzzText): string {
  const { findings, coverage, programs } = result;
  const known = findings.filter((finding) => finding.known !== undefined);
  const news = findings
    .filter((finding) => finding.known === undefined)
    .sort((a, b) => severityOf(a.result) - severityOf(b.result) || b.count - a.count);
  const paragraph = (lead: string, words: string) => hangingIndent(lead, sanitize(words), text.columns);
  return `${[
    ...Object.entries(kindsOf(coverage)).flatMap(([kind, counts]) => paragraph('drawn  ', kindInWords(kind, counts))),
    ...(programs > 0 ? [...paragraph('took   ', costInWords(result)), ''] : []),
    ...news.flatMap((finding, i) => [...findingInLines(finding, `${i + 1}  `, result, text), '']),
    ...known.flatMap(({ id, count, known: why }) =>
      paragraph('known  ', `${id}, in ${plural(count, 'program')}: ${why}`),
    ),
    ...(known.length > 0 ? [''] : []),
    ...Object.entries(result.open).flatMap(([name, count]) =>
      paragraph('open   ', `${plural(count, 'program')} with right answers that differ: ${name}`),
    ),
    ...paragraph('', headline(result, news.length, known.length)),
  ].join('\n')}\n`;
}

function findingInLines(
  finding: FuzzFinding,
  lead: string,
  { coverage, programs }: BatchResult,
  { columns, replay }: FuzzText,
): string[] {
  const { id, title, backend, result, explanation, clause, count, always, reproduced, also, inSuite, program } =
    finding;
  const told = {
    smallest: result,
    outcome: result.outcome as 'fail',
    ...(result.problem && { problem: result.problem }),
    ...(explanation && { explanation }),
  };
  const rows: (readonly [string, string])[] = [
    ['seen', `${backend.name} ${backend.version}, in ${plural(count, 'program')} (${id})`],
    ...conditions(finding, coverage, programs).map((words) => ['always', words] as const),
    ...programInWords(program).map((line, i) => [i === 0 ? 'program' : '', line] as const),
    ['got', gotInWords(told)],
    ['want', wantInWords(told)],
    ...(clause ? ([['clause', `${clause.id}: ${clause.text}`]] as const) : []),
    ...Object.entries(also ?? {}).map(([name, outcome]) => ['others', `${name}: ${outcome}`] as const),
    ['suite', inSuite === undefined ? 'no case was found that shows it' : `${inSuite} shows it too`],
    ...(reproduced === 'shrunk' ? [] : ([['beware', notShrunk[reproduced]]] as const)),
  ];
  return [
    ...hangingIndent(lead, sanitize(title), columns, 3),
    ...rows.flatMap(([name, words]) => hangingIndent(`   ${name.padEnd(9)}`, sanitize(words), columns, 6)),
    // in one line, to be pasted
    `   again    ${sanitize(replay(finding))}`,
  ];

  function conditions(_: FuzzFinding, drawn: Coverage, all: number): string[] {
    if (count < fewest) return [];
    const telling = always.filter((name) => drawn[name]! < all && !/^(operator|version|clause) /.test(name));
    const rarest = telling.sort((a, b) => drawn[a]! - drawn[b]!).slice(0, 4);
    return rarest.length > 0 ? [rarest.join(', ')] : [];
  }
}

/** Of fewer programs everything is common to all. */
const fewest = 3;

const notShrunk = {
  drawn: 'nothing smaller shows it in a process of its own: the program is as it was drawn',
  unsteady: 'asked alone it was right: it needs what ran before it, or chance',
} as const;

/** Kinds of classes: one of them, and several. */
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

/** "52 operators, the rarest Abs (12), Add (13), Cast (13)". */
function kindInWords(kind: string, counts: Readonly<Record<string, number>>): string {
  const rarest = Object.entries(counts).sort(([, a], [, b]) => a - b);
  const first = rarest.slice(0, 3).map(([name, count]) => `${name} (${thousands(count)})`);
  return `${plural(rarest.length, ...kindNames[kind]!)}, the rarest ${first.join(', ')}`;
}

/** "12.3 s, of which failures were looked into for 2.3 s; else 122 programs per second; drawing took 20 % …". */
function costInWords({ programs, seconds }: BatchResult): string {
  const { total, runtime, oracle, generation, investigation } = seconds;
  const trying = Math.max(total - investigation, 1e-9);
  const share = (part: number) => percent(part, trying);
  const pace = thousands(Math.round(programs / trying));
  const failures =
    investigation > 0 ? ` of which failures were looked into for ${investigation.toFixed(1)} s; else` : '';
  return `${total.toFixed(1)} s,${failures} ${pace} programs per second; drawing took ${share(generation)} of it, the oracle ${share(oracle)}, and waiting for the runtime ${share(runtime)}`;
}

function headline({ programs, outcomes }: BatchResult, news: number, known: number): string {
  const told = Object.entries(outcomes).flatMap(([name, counts]) => {
    const seen = Object.entries(counts).filter(([, count]) => count > 0);
    return seen.length === 0
      ? []
      : [`${name}: ${seen.map(([outcome, count]) => `${thousands(count)} ${outcome}`).join(', ')}`];
  });
  const found = news === 0 ? 'nothing new' : plural(news, 'new finding');
  return `${found}${known > 0 ? ` and ${known} known` : ''} in ${plural(programs, 'program')}${told.length > 0 ? ` (${inList(told)})` : ''}`;
}
