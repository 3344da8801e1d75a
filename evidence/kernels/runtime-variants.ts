import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../oracles/arithmetic/functions.ts';
import { machineIn } from '../../oracles/arithmetic/machine.ts';
import { broadcastDims, broadcastIndex } from '../../oracles/arrays/broadcast.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { exponentOf } from '../../oracles/numerics/float-codes.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { windowsOf } from '../../oracles/operators/pooling/windows.ts';
import {
  placeOfTensor,
  placesInMatrix,
  placesOfFilters,
} from '../../oracles/operators/quantized-contraction/zero-points.ts';
import { type InputValues, memoized, Node, values } from '../../oracles/spec/node.ts';
import { eachOf, inArithmetic, unary } from './alter.ts';
import { computedCandidate, plain, type Style, wider } from './computed.ts';
import { ofColumns, type Taps } from './convolution-variants.ts';
import { correct } from './correct.ts';
import type { Candidate } from './implementation.ts';
import { roundingTo } from './machine.ts';
import { implementationOf, type Stages } from './stages.ts';
import { type Alter, variant } from './variant.ts';

const isNegative = <S>(a: Arithmetic<S>, x: S): S => a.less(x, a.of(0));
const squareOf = <S>(a: Arithmetic<S>, x: S): S => a.multiply(x, x);

/** 2/√π · e^(-x²) · Σ 2ⁿ x²ⁿ⁺¹ / (1·3···(2n+1)), whose terms all have one sign (Abramowitz and Stegun 7.1.6). */
const erfBySeries = <S>(a: Arithmetic<S>, x: S): S => {
  const twice = a.multiply(a.of(2), squareOf(a, x));
  const terms = [x];
  for (let n = 1; n < 40; n++) terms.push(a.multiply(terms[n - 1]!, a.divide(twice, a.of(2 * n + 1))));
  const power = a.apply(f.exp, a.negate(squareOf(a, x)));
  return a.multiply(a.multiply(a.of(2 / Math.sqrt(Math.PI)), power), a.sum(terms.toReversed()));
};
/** 1 - e^(-x²)/√π · 1/(x + ½/(x + 1/(x + …))), from 2 on (7.1.14). */
const erfByFraction = <S>(a: Arithmetic<S>, x: S): S => {
  const fraction = range(40).reduce((rest, n) => a.add(x, a.divide(a.of((40 - n) / 2), rest)), x);
  const power = a.apply(f.exp, a.negate(squareOf(a, x)));
  return a.subtract(a.of(1), a.divide(a.multiply(a.of(1 / Math.sqrt(Math.PI)), power), fraction));
};
const erf = <S>(a: Arithmetic<S>, x: S): S => {
  const size = a.abs(x);
  const far = erfByFraction(a, size);
  return a.select(a.less(size, a.of(2)), erfBySeries(a, x), a.select(isNegative(a, x), a.negate(far), far));
};

/** Exponents that need no logarithm; roots and quotients are rounded correctly, and have pow's values at -∞ and -0. */
const powerByProducts = inArithmetic((a) => ({
  power(x, y) {
    const square = squareOf(a, x);
    const root = a.select(a.equal(x, a.of(Number.NEGATIVE_INFINITY)), a.abs(x), a.sqrt(a.add(x, a.of(0))));
    const cases = [
      [2, square],
      [3, a.multiply(square, x)],
      [4, squareOf(a, square)],
      [-1, a.divide(a.of(1), x)],
      [0.5, root],
    ] as const;
    return cases.reduce((other, [exponent, own]) => a.select(a.equal(y, a.of(exponent)), own, other), a.power(x, y));
  },
}));

/** x - y·⌊x/y⌋ with a quotient in float64 for integers, which is exact up to 32 bits; of floats in their type. */
const remainderByQuotient: Alter = (usual) => (a, node) => {
  const [x, y] = [node.input(0), node.input(1)];
  const { kind, bits } = formatOf(x.dtype);
  const isTruncated = node.number('fmod') === 1;
  if (kind === 'float' ? isTruncated : bits > 32) return usual(a, node);
  const dims = broadcastDims([x.dims, y.dims]);
  const [ofX, ofY] = [broadcastIndex(x.dims, dims), broadcastIndex(y.dims, dims)];
  const fallback = usual(a, node)[0]!;
  return [
    values(x.dtype, dims, (index) => {
      const [left, right] = [x.at(ofX(index)), y.at(ofY(index))];
      const quotient = a.divide(left, right);
      const whole = a.integral(
        kind === 'float' ? quotient : a.round(quotient, 'float64'),
        isTruncated ? 'truncate' : 'floor',
      );
      const isBounded = a.less(a.abs(right), a.of(Number.POSITIVE_INFINITY));
      const rest = a.subtract(left, a.multiply(whole, right));
      // the text gives every residue the sign of the divisor
      const ofSign = a.select(a.equal(rest, a.of(0)), a.select(isNegative(a, right), a.of(-0), a.of(0)), rest);
      return a.select(isBounded, ofSign, fallback.at(index));
    }),
  ];
};

/** x / (1 + e^(x·(c + d·x²))) with the constants put together, or 0.5x·erfc(-x/√2). */
const geluWithoutCancellation = unary((a, x, node) => {
  if (node.string('approximate') !== 'tanh')
    return a.multiply(a.multiply(a.of(0.5), x), a.apply(f.erfc, a.multiply(x, a.of(-Math.SQRT1_2))));
  const c = -2 * Math.sqrt(2 / Math.PI);
  const factor = a.add(a.from(a.of(c)), a.multiply(a.from(a.of(c * 0.044715)), squareOf(a, x)));
  return a.divide(x, a.add(a.of(1), a.apply(f.exp, a.multiply(x, factor))));
});

/** The greater of x and αx, or the lesser for α above 1; other α have no such form. */
const leakyExtremum: Alter = (usual) => (a, node) => {
  const alpha = node.number('alpha');
  if (!(alpha > 0)) return usual(a, node);
  const [factor, extremum] = [a.from(a.of(alpha)), alpha > 1 ? a.minimum : a.maximum];
  return [eachOf(node.input(0), (x) => extremum(x, a.multiply(factor, x)))];
};

/** Four parts of all terms, as of as many groups of threads: each in the next wider type, and stored in the type before they are added. */
const inStoredParts: Style = {
  ...plain,
  change(a, own) {
    const wide = machineIn(wider.format(own));
    const parts = (count: number) => {
      const size = Math.ceil(count / 4);
      return range(Math.ceil(count / size) || 0).map((i) => [i * size, (i + 1) * size] as const);
    };
    return {
      sum: (xs) => a.sum(parts(xs.length).map((part) => a.from(wide.sum(xs.slice(...part))))),
      dot: (xs, ys) => a.sum(parts(xs.length).map((part) => a.from(wide.dot(xs.slice(...part), ys.slice(...part))))),
    };
  },
};

/** Channels in packs of four, filled up with zeros: a lane for each place in a pack, and the lanes are added last. */
const inPacks: Taps = (a, filter, window, bias) => {
  const zeros = (window[0] ?? []).map(() => a.of(0));
  const [first, second, third, last] = range(4).map((lane) => {
    const own = range(Math.ceil(filter.length / 4)).map((pack) => 4 * pack + lane);
    const row = (rows: typeof filter) => own.flatMap((channel) => rows[channel] ?? zeros);
    return a.dot(row(filter), row(window));
  }) as [typeof bias & {}, typeof bias & {}, typeof bias & {}, typeof bias & {}];
  const sum = a.add(a.add(first, second), a.add(third, last));
  return bias === undefined ? sum : a.add(sum, bias);
};

/** As a convolution whose weights are all 1/n. */
const averageByWeights: Alter = () => (a, node) => {
  const x = node.input(0);
  const { dims, places, padded } = windowsOf(node);
  const countsPadding = node.has('count_include_pad') && node.flag('count_include_pad');
  return [
    values(x.dtype, dims, (index) => {
      const xs = places(index).map((place) => x.at(place));
      const weight = a.divide(a.of(1), a.of(countsPadding ? padded(index) : xs.length));
      return a.dot(
        xs,
        xs.map(() => weight),
      );
    }),
  ];
};

/** The mean of the means of rows, of planes and so on. */
const meanOfMeans: Alter =
  () =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { dtype, dims, at } = node.input(0);
    const mean = (first: number, [size, ...inner]: readonly number[]): S => {
      if (size === undefined) return at(first);
      const means = range(size).map((i) => mean(first + i * elementCount(inner), inner));
      return a.divide(a.sum(means), a.of(size));
    };
    const spatial = dims.slice(2);
    const ofChannel = (index: number) => mean(index * elementCount(spatial), spatial);
    return [values(dtype, [...dims.slice(0, 2), ...spatial.map(() => 1)], ofChannel)];
  };

/** x times the reciprocal of a root, the squares times that of their number. */
const rmsByReciprocals: Alter = (usual) => (a, node) => {
  const [x, scale] = [node.input(0), node.input(1)];
  if (node.dtype('stash_type') !== x.dtype || scale.dtype !== x.dtype) return usual(a, node);
  const length = elementCount(x.dims.slice(node.axis('axis', x.dims.length)));
  const place = broadcastIndex(scale.dims, x.dims);
  const inverse = memoized(elementCount(x.dims) / length, (line) => {
    const xs = range(length).map((i) => x.at(line * length + i));
    const mean = a.multiply(a.dot(xs, xs), a.divide(a.of(1), a.of(length)));
    return a.divide(a.of(1), a.sqrt(a.add(mean, a.of(Math.fround(node.number('epsilon'))))));
  });
  return [eachOf(x, (one, i) => a.multiply(a.multiply(one, inverse(Math.floor(i / length))), scale.at(place(i))))];
};

/** The quotient by a power of ¾ as two roots. */
const lrnByRoots = inArithmetic((a) => ({
  power(x, y) {
    const root = a.sqrt(x);
    return a.select(a.equal(y, a.of(0.75)), a.multiply(root, a.sqrt(root)), a.power(x, y));
  },
}));

/** Σ(x - x₀)(w - w₀) as Σxw - Σxw₀ - Σx₀w + Σx₀w₀. */
const zerosLast =
  (isMatrix: boolean): Alter =>
  (usual) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w, zeroOfX, zeroOfW] = [node.input(0), node.input(1), node.inputs[2], node.inputs[3]];
    const spread = (
      { dtype, dims }: InputValues<S>,
      zero: InputValues<S> | undefined,
      place: (dims: readonly number[]) => (i: number) => number,
    ) => {
      const of = zero && place(zero.dims);
      return of && values(dtype, dims, (i) => zero!.at(of(i)));
    };
    const x0 = spread(x, zeroOfX, (dims) => (isMatrix ? placesInMatrix(dims, x.dims, 'left') : placeOfTensor(dims)));
    const w0 = spread(w, zeroOfW, (dims) =>
      isMatrix ? placesInMatrix(dims, w.dims, 'right') : placesOfFilters(dims, w.dims),
    );
    const sum = (left: InputValues<S> | undefined, right: InputValues<S> | undefined) =>
      left && right && usual(a, new Node(node.version, node.attributes, [left, right], 1))[0]!;
    const [all, ofX, ofW, ofBoth] = [sum(x, w)!, sum(x, w0), sum(x0, w), sum(x0, w0)];
    const or0 = (term: typeof ofX, i: number) => term?.at(i) ?? a.of(0);
    const less = (i: number) => a.subtract(a.subtract(all.at(i), or0(ofX, i)), or0(ofW, i));
    return [values(all.dtype, all.dims, (i) => a.add(less(i), or0(ofBoth, i)))];
  };

type Fold = (terms: readonly number[], round: (x: number) => number) => number | undefined;

/** A reduction of floats by another algorithm, and the usual one where that has no answer. */
const folded = (operator: string, how: string, fold: Fold): Candidate => {
  const stages: Stages = {
    ...correct,
    fold(terms, extents, request) {
      const format = formatOf(request.dtype);
      const own = format.kind === 'float' ? fold(terms as readonly number[], roundingTo(format)) : undefined;
      return own ?? correct.fold(terms, extents, request);
    },
  };
  return { name: `${operator} ${how}`, operators: [operator], start: () => implementationOf(stages) };
};

/** Distances from the maximum in units of ln 2, which powers of two are taken of. */
const logSumExpOf2: Fold = (terms, round) => {
  const most = terms.reduce((x, y) => Math.max(x, y), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(most)) return most;
  const powers = terms.map((x) => round(2 ** round(round(x - most) * round(Math.LOG2E))));
  const sum = powers.reduce((x, y) => round(x + y), 0);
  return round(most + round(round(Math.log2(sum)) * round(Math.LN2)));
};

/** Significands, which stay from 1 to 2, and exponents by themselves: nothing leaves the range on the way. */
const productWithExponents: Fold = (terms, round) => {
  if (!terms.every((x) => Number.isFinite(x) && x !== 0)) return undefined;
  let [significand, exponent] = [1, 0];
  for (const x of terms) {
    // no double is subnormal then
    const [size, shift] = Math.abs(x) < 2 ** -1000 ? [x * 2 ** 100, -100] : [x, 0];
    const own = exponentOf(Math.abs(size));
    const product = round(significand * (size / 2 ** own));
    const isLarge = Math.abs(product) >= 2;
    significand = isLarge ? product / 2 : product;
    exponent += own + shift + (isLarge ? 1 : 0);
  }
  const last = Math.max(-1022, Math.min(1023, exponent));
  return round(significand * 2 ** (exponent - last) * 2 ** last);
};

const float32: Style = { format: () => formatOf('float32') as FloatFormat };

/** Correct kernels as runtimes on phones, in browsers and on accelerators have them. */
export const runtimeVariants: readonly Candidate[] = [
  {
    ...variant('Erf', 'by its series and its fraction', unary(erf), float32),
    dtypes: ['float32', 'float16', 'bfloat16'],
  },
  variant('Pow', 'with products, quotients and roots', powerByProducts),
  variant('Mod', 'by what the quotient leaves', remainderByQuotient),
  variant('Gelu', 'without cancellation, constants together', geluWithoutCancellation),
  variant('LeakyRelu', 'as an extremum', leakyExtremum),
  computedCandidate('products in four parts, each stored', ['Gemm', 'MatMul'], (evaluate) => evaluate, inStoredParts),
  variant('Conv', 'in packs of four channels', ofColumns(inPacks)),
  variant('AveragePool', 'as a convolution', averageByWeights),
  variant('GlobalAveragePool', 'as a mean of means', meanOfMeans),
  variant('RMSNormalization', 'by reciprocals', rmsByReciprocals),
  variant('LRN', 'by two roots', lrnByRoots),
  variant('MatMulInteger', 'with zero points last', zerosLast(true)),
  variant('ConvInteger', 'with zero points last', zerosLast(false)),
  folded('ReduceLogSumExp', 'by powers of two', logSumExpOf2),
  folded('ReduceProd', 'with exponents apart', productWithExponents),
];
