import { findOperator } from '../../../oracles/operators.ts';
import { groupBy } from '../../aggregate/grouping.ts';
import { opsetRange } from '../../aggregate/opsets.ts';
import { broken, judged } from '../../schema/counts.ts';
import type { OutcomeCounts } from '../../schema.ts';
import {
  type Block,
  bad,
  code,
  compact,
  facts,
  folded,
  good,
  joinTexts,
  type Page,
  paragraph,
  quiet,
  type Section,
  strong,
  type Text,
  table,
} from '../block.ts';
import { boundsLegend } from '../bounds.ts';
import { behavioursOf, describeFigure, describePlaces, figureLegend, sharedFindings } from '../compared.ts';
import type { ComparedBehaviour, ComparedPolicy } from '../compared-policies.ts';
import { type ComparedFinding, type ComparedOperator, type RunComparison, standingOf } from '../comparison.ts';
import { describeError, describeErrors, errorsLegend } from '../errors.ts';
import { accuracyFigure, describeBehaviour } from '../phrases.ts';
import { plural, thousands } from '../plural.ts';
import { share } from '../share.ts';
import { titleOf } from '../symptom.ts';

/** The extent of a printed comparison. */
export interface ComparisonExtent {
  /** whether to show also common behaviour, operators that no runtime breaks, and operators by opset */
  readonly full?: boolean;
  /** whether letters stand for runtimes, since names are too long for columns in a terminal; the first table explains them */
  readonly hasLetters?: boolean;
}

/** The greatest number of rows in a terminal, unless all are wanted. */
const maxRows = 16;

/** Returns the page that compares several runtimes. */
export function comparisonPage(
  compared: RunComparison,
  { full = false, hasLetters = false }: ComparisonExtent = {},
): Page {
  const names = compared.runtimes.map(({ name }, i) => (hasLetters ? letter(i) : name));
  const all = { ...compared, names, full };
  return {
    title: `${plural(compared.runtimes.length, 'runtime')} side by side`,
    lead: lead(compared, hasLetters ? names : undefined),
    sections: [policies(all), findings(all), errors(all), bounds(all), operators(all)],
    hasContents: true,
    foot: 'onnx-conformance compare',
  };
}

type Compared = RunComparison & { readonly names: readonly string[]; readonly full: boolean };

/** Returns the letter of a runtime: A, B … Z, AA. */
const letter = (i: number): string =>
  i < 26 ? String.fromCharCode(65 + i) : letter(Math.floor(i / 26) - 1) + letter(i % 26);

function lead({ runtimes, unequal }: RunComparison, letters: readonly string[] | undefined): Block[] {
  const name = ({ name, backend }: RunComparison['runtimes'][number]) =>
    name.includes(backend.version) ? name : `${name} ${backend.version}`;
  const rows = runtimes.map((one, i): Text[] => [
    ...(letters ? [letters[i]!] : []),
    strong(name(one)),
    { as: 'share', text: share(one.totals), counts: one.totals },
    `${thousands(broken(one.totals))} of ${thousands(judged(one.totals))}`,
    thousands(one.totals.unsupported),
    thousands(one.findings),
    ...(letters ? [] : [one.headline.toLowerCase(), one.started.slice(0, 10)]),
  ]);
  const head = [
    ...(letters ? [''] : []),
    'runtime',
    'passes',
    'wrong',
    'not supported',
    'findings',
    ...(letters ? [] : ['verdict', 'run']),
  ];
  const care = unequal.map(
    ({ what, values }) =>
      [what, joinTexts(values.map((value, i) => `${letters?.[i] ?? runtimes[i]!.name} ${value}`))] as const,
  );
  return [
    ...table('Runtimes', head, rows),
    ...(care.length > 0
      ? [paragraph('These settings are not equal in all runs; compare with care:'), facts(care)]
      : []),
  ];
}

/** Returns the section on open points, with the behaviour of each runtime. */
function policies({ policies: points, names, full }: Compared): Section {
  return {
    id: 'policies',
    title: 'What the text leaves open',
    count: points.length,
    blocks: openPoints(points, names, full),
  };
}

/** Returns the points at which runtimes differ, and the others folded. */
export function openPoints(
  points: readonly ComparedPolicy[],
  names: readonly string[],
  full = false,
): readonly Block[] {
  if (points.length === 0) return [paragraph('No run has met a point that the text leaves open.')];
  const [differing, alike] = [true, false].map((is) => points.filter(({ differs }) => differs === is));
  const note =
    'In a row, runtimes that do the same look alike; a cell is empty where the runtime was not seen to choose, as it ' +
    'does not support the operators, or fails there.';
  return [
    paragraph(`The runtimes differ at ${differing!.length} of ${plural(points.length, 'point')}.`),
    { kind: 'either', wide: [paragraph(note)], narrow: [] },
    ...differing!.flatMap((policy) => openPoint(policy, names, full)),
    ...(alike!.length > 0
      ? [
          folded(
            `${plural(alike!.length, 'point')} at which all do the same`,
            alike!.flatMap((policy) => openPoint(policy, names, full)),
            { open: full },
          ),
        ]
      : []),
  ];
}

function openPoint(policy: ComparedPolicy, names: readonly string[], full: boolean): Block[] {
  const who = (runtimes: readonly number[]) =>
    runtimes.length === names.length ? 'all' : runtimes.map((i) => names[i]).join(' ');
  const narrow = policy.rows.map((row) => {
    const seen = behavioursOf(row).map(({ text, runtimes }) => `${who(runtimes)}: ${text}`);
    return [describePlaces(policy, row), seen.join('; ')] as const;
  });
  const wide = policy.rows.map((row) => [describePlaces(policy, row), ...tones(row)]);
  const { open, silence } = policy;
  const text = [paragraph(quiet(`The text: ${silence}.`))];
  return [
    {
      kind: 'heading',
      text: [code(policy.policy), ...(open === '' ? [] : [`: ${open}`])],
      anchor: `policy-${policy.policy}`,
    },
    ...(silence === '' ? [] : [{ kind: 'either', wide: text, narrow: full ? text : [] } as const]),
    {
      kind: 'either',
      wide: table(`What runtimes do: ${policy.policy}`, ['where', ...names], wide, { isEven: true }),
      narrow: [facts(narrow)],
    },
  ];
}

/** Returns the cells of a row: the most frequent behaviour is plain, and every other one has a tone. */
function tones(row: ComparedBehaviour): Text[] {
  const behaviours = behavioursOf(row).map(({ text }) => text);
  return row.seen.map((behaviour) => {
    if (!behaviour) return '';
    const text = describeBehaviour(behaviour);
    return { as: 'tone', text, tone: behaviours.indexOf(text) };
  });
}

/** Returns the section on findings that several runtimes share. */
function findings({ findings: all, runtimes, names, full }: Compared): Section {
  const several = sharedFindings(all);
  const single = all.filter((finding) => !several.includes(finding));
  const others = runtimes.map(({ findings: count }, i) => count - several.filter(({ seen }) => seen[i]).length);
  const rows = (some: readonly ComparedFinding[]) =>
    some.map(({ id, most, seen }) => [
      [titleOf(most), ' ', quiet(code(id))],
      ...seen.map((one) => (one ? bad(thousands(one.cases)) : '')),
    ]);
  const own = ['findings of its own', ...others.map((count) => `+ ${count}`)].map(quiet);
  return {
    id: 'findings',
    title: 'Findings of several runtimes',
    remark: 'numbers of cases',
    count: all.length,
    blocks: compact([
      ...(all.length === 0
        ? []
        : table('Findings of several runtimes', ['finding', ...names], [...rows(several), own], { isEven: true })),
      single.length > 0 &&
        folded(
          `${plural(single.length, 'finding')} of one runtime only`,
          table('Findings of one runtime', ['finding', ...names], rows(single), { isEven: true }),
          { open: full },
        ),
    ]),
  };
}

/** Returns a folded table for each dtype; the one of float32 is open. */
function byDType<T extends { readonly dtype: string }>(
  all: readonly T[],
  full: boolean,
  what: string,
  blocksOf: (own: readonly T[], dtype: string) => readonly Block[],
): readonly Block[] {
  return [...groupBy(all, ({ dtype }) => dtype)].map(([dtype, own]) =>
    folded(`${dtype}: ${plural(own.length, what)}`, blocksOf(own, dtype), { open: full || dtype === 'float32' }),
  );
}

/** Returns the section on the accuracy of functions. */
function errors({ errors: all, names, full }: Compared): Section {
  return {
    id: 'accuracy',
    title: 'Accuracy of functions',
    remark: errorsLegend,
    count: all.length,
    blocks: byDType(all, full, 'function', (own, dtype) => {
      const byKind = own.flatMap(({ operator, kinds }) =>
        kinds.map(({ kind, errors }) => [
          `${operator}, ${kind}`,
          ...errors.map((one) => (one ? describeError(one) : '')),
        ]),
      );
      return [
        ...table(
          `Accuracy in ${dtype}`,
          ['function', ...names],
          own.map((row) => [row.operator, ...names.map((_, i) => describeErrors(row, i))]),
          { isEven: true },
        ),
        folded(
          'by kind of data',
          table(`Accuracy in ${dtype} by kind of data`, ['function, data', ...names], byKind, { isEven: true }),
        ),
      ];
    }),
  };
}

/** Returns the section on the errors of other operators relative to their bounds. */
function bounds({ bounds: all, names, full }: Compared): Section {
  return {
    id: 'bounds',
    title: 'Errors and bounds',
    remark: `of operators that take elements together: ${boundsLegend}`,
    count: all.length,
    blocks: byDType(all, full, 'operator', (own, dtype) =>
      table(
        `Errors and bounds in ${dtype}`,
        ['operator', ...names],
        own.map(({ operator, seen }) => [operator, ...seen.map((one) => (one ? accuracyFigure(one).join(' ') : ''))]),
        { isEven: true, ...(full ? {} : { most: maxRows }) },
      ),
    ),
  };
}

/** Returns the section on operators: those that runtimes break, then all by family. */
function operators({ operators: all, names, full }: Compared): Section {
  const head = ['operator', ...names];
  const rows = (some: readonly ComparedOperator[]) =>
    some.map(({ operator, counts }) => [operator, ...counts.map(standing)]);
  const broken = all.filter((one) => breakers(one) > 0).sort((a, b) => breakers(b) - breakers(a));
  const families = groupBy(all, ({ operator }) => findOperator(operator)?.family ?? operator);
  return {
    id: 'operators',
    title: 'Operators',
    remark: figureLegend,
    count: all.length,
    blocks: [
      ...table('Operators that most runtimes break', head, rows(broken), {
        isEven: true,
        ...(full ? {} : { most: maxRows }),
      }),
      ...[...families].map(([family, own]) => {
        const wrong = own.filter((one) => breakers(one) > 0).length;
        const bands = own.flatMap(({ operator, bands: versions }) =>
          versions.map(({ opsets, counts }) => [`${operator} ${opsetRange(opsets)}`, ...counts.map(standing)]),
        );
        return folded(
          `${family}: ${plural(own.length, 'operator')}, ${wrong === 0 ? 'nothing wrong' : `${wrong} wrong in some runtime`}`,
          [
            ...table(`Operators of ${family}`, head, rows(own), { isEven: true }),
            folded('by opset', table(`Operators of ${family} by opset`, head, bands, { isEven: true }), { open: full }),
          ],
          { open: full },
        );
      }),
    ],
  };
}

function standing(counts: OutcomeCounts | null): Text {
  if (!counts) return '';
  const style = { passes: good, breaks: bad, unsupported: quiet, 'not run': quiet }[standingOf(counts)];
  return style(describeFigure(counts));
}

/** Returns the number of runtimes that break an operator. */
const breakers = ({ counts }: ComparedOperator): number =>
  counts.filter((one) => one && standingOf(one) === 'breaks').length;
