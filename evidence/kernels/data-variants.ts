import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { linesAlong } from '../../oracles/arrays/lines.ts';
import { formatOf, type IntegerFormat, integerRange } from '../../oracles/numerics/dtype.ts';
import { flagOf, normalizeAxis } from '../../oracles/spec/attributes.ts';
import { type InputValues, memoized, Node, values } from '../../oracles/spec/node.ts';
import { eachOf, onOutputs } from './alter.ts';
import { type Style, wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

type Combine<S> = (x: S, y: S) => S;
/** The results of the first element, of the first two, … of some elements. */
type Prefixes = <S>(xs: readonly S[], combine: Combine<S>, ofNothing: S) => readonly S[];

const oneByOne: Prefixes = (xs, combine) => {
  let all: (typeof xs)[number] | undefined;
  return xs.map((x) => {
    all = all === undefined ? x : combine(all, x);
    return all;
  });
};

/** Hillis and Steele: each with the one before it, then with the one two before it, four … */
const byDoubling: Prefixes = (xs, combine) => {
  let all = xs;
  for (let step = 1; step < xs.length; step *= 2) {
    const before = all;
    all = before.map((x, i) => (i < step ? x : combine(before[i - step]!, x)));
  }
  return all;
};

/** Runs of some length; the last may be shorter. */
const runsOf = <T>(xs: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(xs.length / size) }, (_, i) => xs.slice(i * size, (i + 1) * size));

/** Each block by itself, then the totals of blocks, which are carried over. */
const inBlocks: Prefixes = (xs, combine, ofNothing) => {
  const blocks = runsOf(xs, 4).map((block) => oneByOne(block, combine, ofNothing));
  const carries = oneByOne(
    blocks.map((block) => block.at(-1)!),
    combine,
    ofNothing,
  );
  return blocks.flatMap((block, i) => block.map((x) => (i === 0 ? x : combine(carries[i - 1]!, x))));
};

/** Blelloch: pairs of pairs, whose first half is then carried into the second. */
const byTree: Prefixes = (xs, combine, ofNothing) => {
  if (xs.length < 2) return xs;
  const pairs = runsOf(xs, 2);
  const before = byTree(
    pairs.map(([x, y]) => (y === undefined ? x! : combine(x!, y))),
    combine,
    ofNothing,
  );
  return pairs.flatMap(([x, y], i) => [
    i === 0 ? x! : combine(before[i - 1]!, x!),
    ...(y === undefined ? [] : [before[i]!]),
  ]);
};

const scanned =
  (prefixes: Prefixes, ofNothing: 0 | 1): Alter =>
  () =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const x = node.input(0);
    const lines = linesAlong(x.dims, normalizeAxis(node.integer(1), x.dims.length));
    const [isReversed, isExclusive] = ['reverse', 'exclusive'].map((name) => flagOf(node.version, node, name));
    const nothing = a.of(ofNothing);
    const turned = <T>(list: readonly T[]) => (isReversed ? list.toReversed() : list);
    const combine: Combine<S> = ofNothing === 0 ? a.add : a.multiply;
    const results = memoized(lines.count, (line) => {
      const xs = Array.from({ length: lines.length }, (_, place) => x.at(lines.index(line, place)));
      const all = prefixes(turned(xs), combine, nothing);
      return turned(isExclusive ? [nothing, ...all.slice(0, -1)] : all);
    });
    return [values(x.dtype, x.dims, (index) => results(lines.lineOf(index))[lines.placeOf(index)]!)];
  };

const scans = (how: string, prefixes: Prefixes, style?: Style): readonly Candidate[] => [
  variant('CumSum', how, scanned(prefixes, 0), style),
  variant('CumProd', how, scanned(prefixes, 1), style),
];

/** Start, and then delta again and again. */
const stepByStep: Alter = (correct) => (a, node) =>
  correct(a, node).map((output) => {
    const [start, delta] = [node.input(0).at(0), node.input(2).at(0)];
    const count = output.dims[0]!;
    const all = oneByOne([start, ...Array<typeof delta>(Math.max(0, count - 1)).fill(delta)], a.add, a.of(0));
    return eachOf(output, (_, i) => all[i]!);
  });

/** A tensor with a dimension that is walked from its end. */
function backwards<S>(input: InputValues<S>, axis: number): InputValues<S> {
  const { dims, dtype, tensor } = input;
  const lines = linesAlong(dims, axis);
  const from = (i: number) => lines.index(lines.lineOf(i), lines.length - 1 - lines.placeOf(i));
  const turned = { dtype, dims, at: (i: number) => input.at(from(i)) };
  if (!tensor) return turned;
  const data = (tensor.data as Float64Array).map((_, i) => (tensor.data as Float64Array)[from(i)]!);
  return { ...turned, tensor: { ...tensor, data } as typeof tensor };
}

/** Updates from the last one on, along a dimension of the indices; as they are where there is none. */
const lastFirst =
  (axisOf: <S>(node: Node<S>) => number | undefined): Alter =>
  (correct) =>
  (a, node) => {
    const [data, indices, updates] = node.inputs as readonly InputValues<ReturnType<typeof a.of>>[];
    const axis = axisOf(node);
    if (axis === undefined) return correct(a, node);
    const turned = [data, backwards(indices!, axis), backwards(updates!, axis)];
    return correct(a, new Node(node.version, node.attributes, turned, node.outputs));
  };

/** Integers whose result is not defined. */
const undefinedAs = (end: <S>(a: Arithmetic<S>, x: S, format: IntegerFormat) => S): Alter =>
  onOutputs((output, a, node) => {
    const format = formatOf(output.dtype);
    const x = node.input(0);
    if (format.kind !== 'integer' || format.bits < 8 || formatOf(x.dtype).kind !== 'float' || !x.tensor) return output;
    return eachOf(output, (y, i) => a.select(isOutside(a, x.at(i), format), end(a, x.at(i), format), y));
  });

function isOutside<S>(a: Arithmetic<S>, x: S, format: IntegerFormat): S {
  const { min, max } = integerRange(format);
  const whole = a.integral(x, 'truncate');
  const isWithin = a.multiply(a.equal(a.maximum(whole, a.of(min)), whole), a.equal(a.minimum(whole, a.of(max)), whole));
  return a.subtract(a.of(1), isWithin);
}

/** As ARM converts: to the end of the type, and NaN to 0. */
const saturating = undefinedAs((a, x, format) => {
  const { min, max } = integerRange(format);
  return a.select(a.isNaN(x), a.of(0), a.select(a.less(x, a.of(0)), a.of(min), a.of(max)));
});
/** As x86 converts: to the least integer. */
const leastInteger = undefinedAs((a, _, format) => a.of(integerRange(format).min));

/** Infinities as the tables of float 8 had them before version 24: NaN in types with one zero. */
const infinitiesAsNaN: Alter = onOutputs((output, a, node) => {
  const format = formatOf(output.dtype);
  const x = node.input(0);
  const has = format.kind === 'float' && format.bits <= 8 && format.signed && format.hasNaN && !format.hasMinusZero;
  if (!has || node.version.since >= 24 || formatOf(x.dtype).kind !== 'float') return output;
  const isInfinite = (i: number) => a.equal(a.abs(x.at(i)), a.of(Number.POSITIVE_INFINITY));
  return eachOf(output, (y, i) => a.select(isInfinite(i), a.of(Number.NaN), y));
});

/** Quotients of the numbers as they are, in float64, where the version does not say in what. */
const inFloat64: Alter = (correct) => (a, node) => {
  if (node.has('precision')) return correct(a, node);
  const round: typeof a.round = (x, to, direction) => (formatOf(to).bits <= 8 ? a.round(x, to, direction) : x);
  return correct({ ...a, round }, node);
};
/** on machines of that type too: those of the data divide in float32, where tiny quotients become zero */
const doubles: Style = { format: () => formatOf('float64') };

/** The elements that are not asked for in order, from the least on. */
const fromTheEnd: Alter = (correct) => (a, node) =>
  correct(a, node).map((output) => {
    if (!node.has('sorted') || node.flag('sorted')) return output;
    return backwards(output, node.axis('axis', output.dims.length));
  });

/** Of zeros the scale is 1. */
const scaleOfOne: Alter = (correct) => (a, node) => {
  const [y, scale, zero] = correct(a, node);
  return [y!, eachOf(scale!, (x) => a.select(a.equal(x, a.of(0)), a.of(1), x)), zero!];
};

const casts = (how: string, alter: Alter): readonly Candidate[] =>
  ['Cast', 'CastLike'].map((operator) => variant(operator, how, alter));

/** Correct kernels that scan, scatter, sort, cast and quantize, as runtimes have them. */
export const dataVariants: readonly Candidate[] = [
  ...scans('by doubling', byDoubling),
  ...scans('in blocks of 4', inBlocks),
  ...scans('up and down a tree', byTree),
  ...scans('in blocks of 4, in the next wider type', inBlocks, wider),
  variant('Range', 'step by step', stepByStep),
  variant('Range', 'step by step, in the next wider type', stepByStep, wider),
  variant(
    'ScatterElements',
    'from the last update',
    lastFirst((node) => node.axis('axis', node.input(0).dims.length)),
  ),
  variant(
    'ScatterND',
    'from the last update',
    lastFirst((node) => (node.input(1).dims.length < 2 ? undefined : 0)),
  ),
  ...casts('with integers that saturate', saturating),
  ...casts('with the least integer for what is out of range', leastInteger),
  ...casts('with infinities as NaN in float 8', infinitiesAsNaN),
  variant('QuantizeLinear', 'with quotients in float64', inFloat64, doubles),
  variant('TopK', 'from the least, where no order is asked for', fromTheEnd),
  variant('DynamicQuantizeLinear', 'with a scale of 1 for zeros', scaleOfOne),
];
