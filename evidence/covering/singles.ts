import { Random, seedOf } from '../../generators/cases/random.ts';
import { isCurrent } from '../../generators/cases/take-turns.ts';
import type { Aspect, Class } from '../../generators/classes/class.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import { type ChosenCalls, drawnCallCount } from '../../generators/covering/rows.ts';
import { valueIfJudged } from '../../generators/fuzz/validate.ts';
import { proposalsIn } from '../../generators/sessions/runs.ts';
import { type Cell, select } from '../../generators/suite/cases.ts';
import { drawnCells } from '../../generators/suite/cells.ts';
import { candidateIn } from '../../generators/suite/plans.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import { usualOpset } from '../../oracles/spec/newest-opset.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { opsetRange } from '../../oracles/spec/version-at.ts';
import { askedOf } from '../drawn/measure.ts';
import { describedCandidate, fitsQuick } from './candidates.ts';

/** A class that many drawn calls of a version have, and no case of a suite. */
export interface MissingClass {
  readonly version: number;
  readonly suite: 'quick' | 'standard';
  /** the types in which it is missing, which runtimes compute with one kernel; all if absent */
  readonly types?: string;
  readonly dimension: string;
  readonly value: string;
  /** the share of the drawn calls that have it */
  readonly share: number;
}

/** A drawn call that has missing classes. */
export interface Addition {
  readonly cell: string;
  readonly index: number;
  readonly suite: 'quick' | 'standard';
}

/** What an operator's suites lack. */
export interface Singles {
  readonly missing: readonly MissingClass[];
  /** drawn calls that have them, as few as a greedy search finds */
  readonly additions: readonly Addition[];
}

/** The oldest opset that runtimes still take. */
const oldest = 7;

/** Calls that are drawn for a version at most. */
const calls = 400;

/** The least shares of drawn calls from which on a suite has to have a class: in some type, and in the types of each kernel. */
interface Demand {
  readonly suite: 'quick' | 'standard';
  readonly anyType: Partial<Record<Aspect, number>>;
  readonly eachType: Partial<Record<Aspect, number>>;
  /** types that need not have classes of their own */
  readonly besides?: readonly string[];
}

const few = 0.02;
const quick: Demand = {
  suite: 'quick',
  // sizes are for larger suites
  anyType: { inputs: few, attributes: few, sessions: few, values: 0.1 },
  eachType: { inputs: 0.33, attributes: 0.33 },
  besides: ['string', 'complex'],
};
const standard: Demand = {
  suite: 'standard',
  anyType: { inputs: few, attributes: few, values: few, sessions: few, shapes: few },
  eachType: { inputs: few, attributes: few, values: 0.05 },
};
/** The types of an older version share its cases. */
const older: Demand = { ...standard, eachType: {} };

/** The numbers of calls that were chosen, by the name of their cell. */
export type Rows = Readonly<Record<string, ChosenCalls>>;

/** The classes that many drawn calls of an operator have and no case of a suite, and calls that have them. */
export function singlesOf(operator: Operator, rows: Rows): Singles {
  const versions = operator.versions.filter((version) => opsetRange(operator, version).last >= oldest);
  const all = versions.map((version) => singlesIn(operator, version, rows));
  return { missing: all.flatMap(({ missing }) => missing), additions: all.flatMap(({ additions }) => additions) };
}

/** The rows with additions; a call of standard may become one of quick. */
export function withAdditions(rows: Rows, additions: readonly Addition[]): Rows {
  const all: Record<string, ChosenCalls> = { ...rows };
  const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  for (const { cell, index, suite } of additions) {
    const { quick: small = [], standard: large = [] } = all[cell] ?? {};
    const own = {
      quick: suite === 'quick' ? inOrder([...small, index]) : small,
      standard: suite === 'quick' ? large.filter((number) => number !== index) : inOrder([...large, index]),
    };
    all[cell] = Object.fromEntries(Object.entries(own).filter(([, some]) => some.length > 0));
  }
  return all;
}

function singlesIn(operator: Operator, version: OperatorVersion, rows: Rows): Singles {
  const drawn = drawnCalls(operator, version);
  const isUsual = opsetRange(operator, version).first <= usualOpset;
  const demands = isCurrent({ operator, version }) ? [...(isUsual ? [quick] : []), standard] : [older];
  const missing: MissingClass[] = [];
  const additions: Addition[] = [];
  for (const demand of demands) {
    const { suite } = demand;
    const shown = shownBy(operator, version, suite, rows);
    for (const { cell, index } of additions)
      for (const key of callAt(drawn, cell, index).classes.keys()) shown.add(key);
    const wanted = new Map([...wantedOf(drawn, demand)].filter(([key]) => !shown.has(key)));
    for (const { types, dimension, value, share } of wanted.values())
      missing.push({ version: version.since, suite, ...(types && { types }), dimension, value, share });
    additions.push(...additionsFor(new Set(wanted.keys()), drawn, suite));
  }
  return { missing, additions };
}

/** A class in some types, or in all: then their name is empty. */
interface ClassInTypes extends Class {
  readonly types: string;
}

/** Classes by keys that are equal for equal ones. */
type KeyedClasses = ReadonlyMap<string, ClassInTypes>;

/** A drawn call with its classes: each in all types, and in its own. */
interface DrawnCall {
  readonly cell: Cell;
  readonly index: number;
  readonly classes: KeyedClasses;
}

const callAt = (drawn: readonly DrawnCall[], name: string, index: number): DrawnCall =>
  drawn.find((one) => one.cell.name === name && one.index === index)!;

function drawnCalls(operator: Operator, version: OperatorVersion): readonly DrawnCall[] {
  const cells = drawnCells(operator).filter((cell) => cell.version === version);
  return cells.flatMap((cell) =>
    Array.from({ length: Math.min(drawnCallCount(cell), Math.ceil(calls / cells.length)) }, (_, index) =>
      drawnCall(cell, index),
    ).filter((one) => one !== undefined),
  );
}

/** A call by its number; `undefined` if the oracle does not judge it. */
function drawnCall(cell: Cell, index: number): DrawnCall | undefined {
  const draft = candidateIn(cell, { index, seed: 1, suite: 'full' });
  const random = new Random(seedOf(1, `${cell.name}/${index}`));
  const runs = valueIfJudged(() => proposalsIn(draft.draw(random)));
  const classes = runs?.flatMap((run, i) => classesOf(cell.version, run, runs.slice(0, i)));
  return classes && { cell, index, classes: keyed(classes, cell.dtype) };
}

/** Returns classes, each in all types and in those of the same kernel. */
const keyed = (classes: readonly Class[], dtype: DType): KeyedClasses =>
  new Map(
    classes.flatMap((one) =>
      typesOf(dtype).map((types) => [JSON.stringify([types, one.aspect, one.dimension, one.value]), { types, ...one }]),
    ),
  );

/** Returns the names of the types for which a call of a type counts. */
const typesOf = (dtype: DType): readonly string[] => ['', alike(dtype)];

/** Returns the name of the types that runtimes compute with the same kernel as this one. */
function alike(dtype: DType): string {
  const { kind, ...format } = formatOf(dtype);
  const bits = 'bits' in format ? format.bits : 0;
  if (kind === 'float') return bits < 32 ? 'short floats' : 'floats';
  if (kind === 'integer') return bits < 16 ? 'short integers' : 'integers';
  return kind;
}

/** The classes of so many drawn calls that a suite has to have them, each with its share. */
function wantedOf(
  drawn: readonly DrawnCall[],
  { anyType, eachType, besides = [] }: Demand,
): ReadonlyMap<string, ClassInTypes & { readonly share: number }> {
  const classes = new Map(drawn.flatMap((call) => [...call.classes]));
  const counts = countsOf(drawn.flatMap((call) => [...call.classes.keys()]));
  const all = countsOf(drawn.flatMap(({ cell }) => typesOf(cell.dtype)));
  const shares = Array.from(classes, ([key, one]) => {
    const share = counts.get(key)! / all.get(one.types)!;
    return [key, { ...one, share }] as const;
  });
  return new Map(
    shares.filter(([, { types, aspect, share }]) => {
      const least = (types ? eachType : anyType)[aspect] ?? Number.POSITIVE_INFINITY;
      return !besides.includes(types) && share >= least;
    }),
  );
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The classes of the cases of a suite: those that are written, and of chosen calls. */
function shownBy(operator: Operator, version: OperatorVersion, suite: Addition['suite'], rows: Rows): Set<string> {
  const ids = [`${operator.name}/${version.since}`];
  const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [], suite });
  const written = cells
    .filter(({ clause }) => !isDrawn(clause))
    .flatMap(cases)
    .flatMap((example) =>
      askedOf(example, operator)
        .filter((asked) => asked.version === version)
        .flatMap(({ run, earlier }) => [...keyed(classesOf(version, run, earlier), example.cell.dtype).keys()]),
    );
  const chosen = drawnCells(operator)
    .filter((cell) => cell.version === version)
    .flatMap((cell) => {
      const { quick: small = [], standard: large = [] } = rows[cell.name] ?? {};
      const numbers = suite === 'quick' ? small : [...small, ...large];
      return numbers.flatMap((index) => [...(drawnCall(cell, index)?.classes.keys() ?? [])]);
    });
  return new Set([...written, ...chosen]);
}

/** Calls that have missing classes: again and again the one that has most of those left, if the oracle judges it. */
function additionsFor(left: Set<string>, drawn: readonly DrawnCall[], suite: Addition['suite']): readonly Addition[] {
  const additions: Addition[] = [];
  let open = drawn;
  while (left.size > 0) {
    const gains = open.map((call) => ({ call, gain: [...call.classes.keys()].filter((key) => left.has(key)).length }));
    const useful = gains.filter(({ gain }) => gain > 0).sort((a, b) => b.gain - a.gain);
    open = useful.map(({ call }) => call);
    const [best] = open;
    if (!best) break;
    open = open.slice(1);
    const { cell, index, classes } = best;
    const described = describedCandidate(cell, index);
    if (!described || (suite === 'quick' && !fitsQuick(described))) continue;
    additions.push({ cell: cell.name, index, suite });
    for (const key of classes.keys()) left.delete(key);
  }
  return additions;
}
