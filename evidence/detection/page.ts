import { markdownTable } from 'markdown-table';
import { operators } from '../../oracles/operators.ts';
import { codeSpan, escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { reductions } from '../../tests/oracles/call.ts';
import { type Figures, tableOf } from '../drawn/summary.ts';
import { hidden } from '../kernels/hidden.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { kinds } from '../kernels/mutants.ts';
import { andMore, enough, type FaultLine, hasLeft, type Result, thinnest } from './result.ts';
import { linked } from './sources.ts';
import { fewSeeds, plenty, seeds } from './tasks.ts';

export const page = 'DETECTION.md';

/** The headings of what is drawn and of what follows it. */
const [ofDrawn, modelled] = ['## Faults that are drawn', '## Faults that are modelled'];

/** The section of DETECTION.md about drawn faults. */
const drawnSection = (drawn: readonly Figures[]): string =>
  [
    ofDrawn,
    'A fault that is drawn does something wrong where a call has one to three classes, such as a rank, a size or an attribute. Each is shown by a ' +
      `legal call; a suite shows it where the answer to a case is refused. Below are those of the seeds ${drawn.map(({ seed }) => seed).join(', ')} ` +
      'together, with intervals of 95 %. `npm run evidence -- detection --drawn COUNT --seed N` measures another seed.',
    tableOf(drawn, false),
  ].join('\n\n');

/** DETECTION.md with other figures of drawn faults. */
export function withDrawn(text: string, drawn: readonly Figures[]): string {
  const [before, rest] = text.split(ofDrawn!);
  const [, after] = rest!.split(modelled!);
  return `${before}${drawnSection(drawn)}\n\n${modelled}${after}`;
}

/** DETECTION.md. */
export function pageOf(result: Result, drawn: readonly Figures[]): string {
  const { faults, correct, cases, vectors } = result;
  const groups = Object.keys(kinds).map((kind) => [kind, faults.filter((line) => line.kind === kind)] as const);
  return `${[
    '# What the suite can catch',
    'Faults of two kinds are measured: faults that are drawn by chance, of which no list can be tuned to, and faults that are modelled on ' +
      'published bugs, one by one.',
    drawnSection(drawn),
    modelled,
    'Written by `npm run evidence -- detection`; `npm run evidence -- detection --check` computes all of it again and fails where it differs, where ' +
      `a faulty kernel is caught by fewer than ${enough} cases or survives on an operator that it concerns, and where a correct one is accused.`,
    `A fault is a correct implementation with one mistake in it, modelled on a published bug or on how such kernels are ` +
      `written. It is run on the cases of the default run (seed ${seeds[0]}, ${count(cases)} cases), those of quick first, until ${plenty} cases of an ` +
      `operator have caught it, each operator in a process of its own. Quick catches it if one of its cases does. It is also run ` +
      `on the ${vectors} official vectors of the reductions under ONNX's own comparison: dtype and shape equal, ` +
      'values within a relative 1e-3 and an absolute 1e-7. The vectors hold no ArgMax and no ArgMin; a fault that these operators alone ' +
      'have is marked *none* there. In an expanded function the reductions are those of the faulty implementation, the ' +
      'other nodes are right.',
    '## Totals',
    table(
      [
        'kind of fault',
        'faults',
        'caught by the suite',
        'caught by quick',
        'fewest cases',
        'caught by the official vectors',
      ],
      [...groups.map(([kind, lines]) => totals(kind, lines)), totals('**all**', faults)],
      'lrrrrr',
    ),
    ...groups.flatMap(([kind, lines]) => [`## ${kind}`, faultTable(lines)]),
    '## Correct implementations',
    `They differ wherever the specification lets them, and have to pass every case of the seeds ${seeds.join(', ')}; of operators that move, order, draw or convert, of the first ${fewSeeds}.`,
    table(
      ['implementation', 'operators', 'cases', 'accused', 'worst tier'],
      correct.map(({ name, operators: own, cases: judged, complaints, tier }) => [
        escapeMarkdown(name),
        formatOperators(own),
        count(judged),
        count(complaints),
        tier,
      ]),
      'llrrl',
    ),
  ].join('\n\n')}\n`;
}

/** The sentence that docs/evidence.md quotes: its figures hold until a fault comes or goes. */
export function inOneLine({ faults, correct, vectors }: Result): string {
  const accused = correct.filter(({ complaints }) => complaints > 0).length;
  return (
    `The suite catches ${caughtAmong(faults)} of ${faults.length} faulty kernels, each in at least ${enough} cases, its quick part ` +
    `${caughtByQuick(faults)} of ${faults.length} (${share(caughtByQuick(faults), faults.length)}); the ${vectors} official vectors catch ${officially(faults)} that concern their operators. It accuses ${accused || 'none'} of ${correct.length} correct kernels ` +
    `over ${seeds.length} seeds (${fewSeeds} seeds for operators that move, order, draw or convert elements).`
  );
}

/** How many faults the official vectors catch of those that they can see. */
function officially(lines: readonly FaultLine[]): string {
  const visible = lines.filter(({ official }) => official.concerned > 0);
  if (visible.length === 0) return '*none of their operators*';
  const caught = visible.filter(({ official }) => official.kills > 0).length;
  return `${caught} of the ${visible.length} (${share(caught, visible.length)})`;
}

function totals(kind: string, lines: readonly FaultLine[]): string[] {
  const fewest = lines.reduce((least, line) => (line.suite.complaints < least.suite.complaints ? line : least));
  return [
    kind,
    String(lines.length),
    partOf(caughtAmong(lines), lines),
    partOf(caughtByQuick(lines), lines),
    describeComplaints(fewest),
    officially(lines).replace('the ', ''),
  ];
}

function faultTable(lines: readonly FaultLine[]): string {
  return table(
    [
      'fault',
      'operators',
      'source',
      'cases that catch it',
      'the fewest by operator',
      'the first',
      'official vectors that do',
      'the first',
    ],
    lines.map((line) => {
      const { fault, suite, official } = line;
      return [
        escapeMarkdown(fault.name),
        formatOperators(candidateOf(fault).operators),
        fault.source.map(linked).join(', '),
        hasLeft(line) ? describeComplaints(line) : `${count(suite.complaints)} of ${count(suite.cases)}`,
        describeFewest(line),
        suite.first ? codeSpan(suite.first.id) : '',
        official.concerned === 0 ? '*none*' : `${official.kills} of ${official.concerned}`,
        official.first ? codeSpan(official.first) : '',
      ];
    }),
    'lllrllrl',
  );
}

/** "3 (ReduceProd); not on ReduceMax: why". */
function describeFewest(line: FaultLine): string {
  const { operator, complaints } = thinnest(line);
  const exempt = hidden[line.fault.name];
  const rest = exempt ? `; not on ${exempt.on.join(', ')}: ${escapeMarkdown(exempt.why)}` : '';
  return `${andMore(complaints)} (${operator})${rest}`;
}

const describeComplaints = (line: FaultLine): string => andMore(line.suite.complaints, hasLeft(line));
const caughtAmong = (lines: readonly FaultLine[]): number =>
  lines.filter(({ suite }) => suite.complaints >= enough).length;
const caughtByQuick = (lines: readonly FaultLine[]): number => lines.filter(({ suite }) => suite.quick > 0).length;
const partOf = (part: number, lines: readonly FaultLine[]): string => `${part} (${share(part, lines.length)})`;
const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
const count = (n: number): string => n.toLocaleString('en-US');

function formatOperators(names: readonly string[] | undefined): string {
  if (!names || names.length === operators.length) return 'all';
  return names.length === reductions.length ? 'all reductions' : names.join(', ');
}

/** Cells are not padded, so that a change of one row is a change of one line. */
function table(head: readonly string[], rows: readonly (readonly string[])[], align: string): string {
  return markdownTable([head, ...rows], { align: [...align], alignDelimiters: false });
}
