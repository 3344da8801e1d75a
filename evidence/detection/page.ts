import { markdownTable } from 'markdown-table';
import { looserTier } from '../../oracles/judge/tier.ts';
import { operators } from '../../oracles/operators.ts';
import { groupBy } from '../../reports/aggregate/grouping.ts';
import { codeSpan, escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { reductions } from '../../tests/oracles/call.ts';
import { type Figures, type Shown, tableOf } from '../drawn/summary.ts';
import { hidden } from '../kernels/hidden.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { kinds } from '../kernels/mutants.ts';
import { seeds } from './measure.ts';
import { enough, plenty } from './measurement.ts';
import { accusations, andMore, casesOf, type FaultLine, hasLeft, isQuick, type Result, thinnest } from './result.ts';
import { linked } from './sources.ts';

/** The section of evidence/detection.md about drawn faults. */
const drawnSection = (drawn: readonly Figures[]): readonly string[] => [
  '## Faults that are drawn',
  'A fault that is drawn does something wrong where a call has one to three classes, such as a rank, a size or an attribute. Each is shown by a ' +
    `legal call; a suite shows it where the answer to a case is refused. Below are those of the seeds ${drawn.map(({ seed }) => seed).join(', ')} ` +
    'together, with intervals of 95 %. `npm run evidence -- detection --drawn COUNT --seed N` measures another seed.',
  tableOf(drawn, false),
];

/** evidence/detection.md. */
export function pageOf(result: Result, drawn: readonly Figures[]): string {
  const { faults, right, vectors } = result;
  const groups = Object.keys(kinds).map((kind) => [kind, faults.filter((line) => line.kind === kind)] as const);
  return `${[
    '# What the suite can catch',
    'Faults of two kinds are measured. Some are drawn at random, so that the suite cannot be tuned to a list. Others are modelled on published ' +
      'bugs, one by one.',
    ...drawnSection(drawn),
    '## Faults that are modelled',
    'Made of `evidence/detection/measured/`, where `npm run evidence -- detection` stores what it measures, operator by operator. `--check` fails ' +
      'where this page is not what is stored, and names operators that were never measured, or that have other cases, or kernels of other names, since.',
    `A fault is a correct implementation with one mistake in it, modelled on a published bug or on how such kernels are ` +
      `written. It is run on the cases of the default run (seed 1), those of quick first, until ${plenty} cases of an ` +
      `operator have caught it, each operator in a process of its own. Quick catches it if one of its cases does. ` +
      `${enough} cases have to catch each fault, and at least one of each operator that it concerns.`,
    `A fault of a reduction is also run on the ${vectors} official vectors of the reductions under ONNX's own comparison: dtype and shape equal, ` +
      'values within a relative 1e-3 and an absolute 1e-7. The vectors hold no ArgMax and no ArgMin. In an expanded function the reductions are those ' +
      'of the faulty implementation, the other nodes are right.',
    '## When it was measured',
    measuredTable(result),
    '## Totals',
    table(
      [
        'kind of fault',
        'faults',
        'measured',
        'caught by the suite',
        'caught by quick',
        'fewest cases',
        'caught by the official vectors',
      ],
      [...groups.map(([kind, lines]) => totals(kind, lines)), totals('**all**', faults)],
      'lrrrrrr',
    ),
    ...groups.flatMap(([kind, lines]) => [`## ${kind}`, faultTable(lines)]),
    '## Correct implementations',
    `They differ wherever the specification lets them, and have to pass standard with seed 1, and quick with the seeds 2 to ${seeds}.`,
    table(
      ['implementation', 'operators', 'measured', 'cases', 'accused', 'worst tier'],
      right.map((line) => {
        const passed = Object.values(line.passed);
        return [
          escapeMarkdown(line.name),
          formatOperators(line.operators),
          `${passed.length} of ${line.operators?.length ?? operators.length}`,
          count(passed.reduce((sum, [cases]) => sum + cases, 0)),
          count(accusations(line)),
          passed.length > 0 ? passed.map(([, tier]) => tier).reduce(looserTier) : '',
        ];
      }),
      'llrrrl',
    ),
  ].join('\n\n')}\n`;
}

/** Which operators were measured at which commit, the latest first, and which never. */
function measuredTable({ measured, unmeasured }: Result): string {
  const ofCommit = groupBy([...measured], ([, { commit, date }]) => `${date.slice(0, 10)} ${commit}`);
  const rows = [...ofCommit].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const cases = (own: (typeof rows)[number][1]) => count(own.reduce((sum, [, { cases }]) => sum + cases, 0));
  return table(
    ['measured', 'commit', 'operators', 'cases', 'which'],
    [
      ...rows.map(([, own]) => {
        const [, { date, commit }] = own[0]!;
        return [
          date.slice(0, 10),
          codeSpan(commit),
          String(own.length),
          cases(own),
          own.map(([name]) => name).join(', '),
        ];
      }),
      ...(unmeasured.length > 0 ? [['not yet', '', String(unmeasured.length), '', unmeasured.join(', ')]] : []),
    ],
    'llrrl',
  );
}

/** The sentences that docs/evidence.md quotes. */
export function summaryOf({ measured, unmeasured, faults, right, vectors }: Result): string {
  const known = faults.filter(isMeasured);
  const run = right.filter(({ passed }) => Object.keys(passed).length > 0);
  const accused = run.filter((line) => accusations(line) > 0).length;
  const quick = known.filter(isQuick).length;
  const all = measured.size + unmeasured.length;
  return (
    `${measured.size} of ${all} operators are measured. Of the ${count(known.length)} faulty kernels that concern them the suite catches ${count(caughtAmong(known))}, each in at least ${enough} cases, ` +
    `its quick part ${count(quick)} (${share(quick, known.length)}). It accuses ${accused || 'none'} of ${run.length} correct kernels (standard with seed 1, quick with the seeds 2 to ${seeds}). ` +
    `The ${vectors} official vectors catch ${officially(faults)} faulty kernels of reductions.`
  );
}

/** The same in the words of the README, with what each suite shows of drawn faults. */
export function shortSummaryOf({ measured, unmeasured, faults, right }: Result, drawn: readonly Figures[]): string {
  const known = faults.filter(isMeasured);
  const run = right.filter(({ passed }) => Object.keys(passed).length > 0);
  const accused = run.filter((line) => accusations(line) > 0).length;
  const where =
    unmeasured.length > 0 ? `the ${measured.size} operators measured so far` : `all ${measured.size} operators`;
  return `in ${where} it catches ${count(caughtAmong(known))} of ${count(known.length)} faulty kernels and accuses ${accused || 'none'} of ${run.length} right ones${ofDrawn(drawn)}`;
}

/** "; of 4,852 faults drawn at random, standard shows 94 % and quick 71 %"; empty if none were drawn. */
function ofDrawn(figures: readonly Figures[]): string {
  const all = figures.flatMap(({ conditions }) => Object.values(conditions));
  const sum = (key: keyof Shown) => all.reduce((total, one) => total + one[key], 0);
  const faults = sum('faults');
  if (faults === 0) return '';
  const [standard, quick] = [share(sum('standard'), faults), share(sum('quick'), faults)];
  return `; of ${count(faults)} faults drawn at random, standard shows ${standard} and quick ${quick}`;
}

/** How many faults the official vectors catch of those that they can see. */
function officially(lines: readonly FaultLine[]): string {
  const visible = lines.filter(({ official }) => official?.concerned);
  if (visible.length === 0) return '*none of their operators*';
  const caught = visible.filter(({ official }) => official!.kills > 0).length;
  return `${caught} of the ${visible.length} (${share(caught, visible.length)})`;
}

function totals(kind: string, all: readonly FaultLine[]): string[] {
  const lines = all.filter(isMeasured);
  const [fewest] = lines.toSorted((a, b) => casesOf(a) - casesOf(b));
  return [
    kind,
    count(all.length),
    count(lines.length),
    partOf(caughtAmong(lines), lines),
    partOf(lines.filter(isQuick).length, lines),
    fewest ? describeCases(fewest) : '',
    officially(all).replace('the ', ''),
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
      'official vectors that do',
      'the first',
    ],
    lines.map((line) => {
      const { fault, cases, official } = line;
      return [
        escapeMarkdown(fault.name),
        formatOperators(candidateOf(fault).operators),
        fault.source.map(linked).join(', '),
        isMeasured(line)
          ? hasLeft(line)
            ? describeCases(line)
            : `${count(casesOf(line))} of ${count(cases)}`
          : '*not measured*',
        describeFewest(line),
        describeOfficial(official),
        official?.first ? codeSpan(official.first) : '',
      ];
    }),
    'lllrlrl',
  );
}

/** "3 (ReduceProd, of 8 of 12 operators measured); not on ReduceMax: why". */
function describeFewest(line: FaultLine): string {
  const least = thinnest(line);
  const own = candidateOf(line.fault).operators.length;
  const measured = Object.keys(line.caught).length;
  const part = measured < own ? `, ${measured} of ${own} measured` : '';
  const exempt = hidden[line.fault.name];
  const rest = exempt ? `not on ${exempt.on.join(', ')}: ${escapeMarkdown(exempt.why)}` : '';
  return [...(least ? [`${andMore(least.cases)} (${least.operator}${part})`] : []), ...(rest ? [rest] : [])].join('; ');
}

function describeOfficial(official: FaultLine['official']): string {
  if (!official) return '*not run*';
  return official.concerned === 0 ? '*none*' : `${official.kills} of ${official.concerned}`;
}

const isMeasured = (line: FaultLine): boolean => thinnest(line) !== undefined;
const describeCases = (line: FaultLine): string => andMore(casesOf(line), hasLeft(line));
const caughtAmong = (lines: readonly FaultLine[]): number =>
  lines.filter((line) => casesOf(line) >= enough && thinnest(line)?.cases !== 0).length;
const partOf = (part: number, lines: readonly FaultLine[]): string =>
  lines.length > 0 ? `${count(part)} (${share(part, lines.length)})` : '';
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
