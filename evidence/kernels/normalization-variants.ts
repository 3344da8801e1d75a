import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { broadcastIndex } from '../../oracles/arrays/broadcast.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { memoized, type Node, values } from '../../oracles/spec/node.ts';
import { plain, type Style, wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

/** What is known of a row: its mean and the mean of the squares of the distances from it. */
type Moments = <S>(a: Arithmetic<S>, xs: readonly S[]) => { readonly mean: S; readonly variance: S };

const meanOf = <S>(a: Arithmetic<S>, xs: readonly S[]): S => a.divide(a.sum(xs), a.of(xs.length));
const squareSum = <S>(a: Arithmetic<S>, xs: readonly S[], mean: S): S => {
  const rests = xs.map((x) => a.subtract(x, mean));
  return a.dot(rests, rests);
};

/** No variance is negative: what roundings bring below 0 is taken for 0. */
const notBelow0 = <S>(a: Arithmetic<S>, variance: S): S => a.select(a.less(variance, a.of(0)), a.of(0), variance);

/** In two passes; what is left of the first is taken out of the second (Chan, Golub and LeVeque 1983). */
export const corrected: Moments = (a, xs) => {
  const [mean, n] = [meanOf(a, xs), a.of(xs.length)];
  const rest = a.sum(xs.map((x) => a.subtract(x, mean)));
  const [squares, correction] = [squareSum(a, xs, mean), a.divide(a.multiply(rest, rest), n)];
  // of an infinity nothing is taken: NaN would come of it
  const isNumber = a.less(correction, a.of(Number.POSITIVE_INFINITY));
  return { mean, variance: a.divide(a.select(isNumber, notBelow0(a, a.subtract(squares, correction)), squares), n) };
};
const twoPasses: Moments = (a, xs) => {
  const mean = meanOf(a, xs);
  return { mean, variance: a.divide(squareSum(a, xs, mean), a.of(xs.length)) };
};
/** Welford's, with a product for the quotient. */
const running: Moments = (a, xs) => {
  let [mean, squares] = [a.of(0), a.of(0)];
  for (const [i, x] of xs.entries()) {
    const step = a.subtract(x, mean);
    mean = a.add(mean, a.multiply(step, a.divide(a.of(1), a.of(i + 1))));
    squares = a.add(squares, a.multiply(step, a.subtract(x, mean)));
  }
  return { mean, variance: a.divide(squares, a.of(xs.length)) };
};
/** Of runs by themselves, which are put together (Chan, Golub and LeVeque 1979). */
const merged: Moments = <S>(a: Arithmetic<S>, xs: readonly S[]) => {
  const size = 4;
  const parts = range(Math.ceil(xs.length / size)).map((i) => {
    const run = xs.slice(i * size, (i + 1) * size);
    const mean = meanOf(a, run);
    return { n: run.length, mean, squares: squareSum(a, run, mean) };
  });
  const { mean, squares } = parts.reduce((one, other) => {
    const n = one.n + other.n;
    const step = a.subtract(other.mean, one.mean);
    const share = a.divide(a.of(other.n), a.of(n));
    const between = a.multiply(a.multiply(step, step), a.multiply(a.of(one.n), share));
    return {
      n,
      mean: a.add(one.mean, a.multiply(step, share)),
      squares: a.add(a.add(one.squares, other.squares), between),
    };
  });
  return { mean, variance: a.divide(squares, a.of(xs.length)) };
};
/** The mean of the squares less the square of the mean, never below 0; in two passes where the type does not hold the squares. */
export const ofSquares: Moments = (a, xs) => {
  const [mean, n, squares] = [meanOf(a, xs), a.of(xs.length), a.dot(xs, xs)];
  const variance = a.subtract(a.divide(squares, n), a.multiply(mean, mean));
  const isHeld = a.less(squares, a.of(Number.POSITIVE_INFINITY));
  return { mean, variance: a.select(isHeld, notBelow0(a, variance), twoPasses(a, xs).variance) };
};

/** An element of its row. */
type Element = <S>(a: Arithmetic<S>, x: S, row: { readonly mean: S; readonly root: S }, scale: S, shift: S) => S;

const inOrder: Element = (a, x, { mean, root }, scale, shift) =>
  a.add(a.multiply(a.divide(a.subtract(x, mean), root), scale), shift);
export const byInverse: Element = (a, x, { mean, root }, scale, shift) =>
  a.add(a.multiply(a.multiply(a.subtract(x, mean), a.divide(a.of(1), root)), scale), shift);
const scaleFirst: Element = (a, x, { mean, root }, scale, shift) =>
  a.add(a.multiply(a.subtract(x, mean), a.multiply(scale, a.divide(a.of(1), root))), shift);
const folded: Element = (a, x, { mean, root }, scale, shift) => {
  const factor = a.multiply(scale, a.divide(a.of(1), root));
  return a.add(a.multiply(x, factor), a.subtract(shift, a.multiply(mean, factor)));
};

/** The rows of a node, and the place among scales and shifts of each element. */
const rowsOf = {
  LayerNormalization: <S>(node: Node<S>) => {
    const { dims } = node.input(0);
    const axis = node.axis('axis', dims.length);
    const place = (input: number) => broadcastIndex(node.input(input).dims, dims);
    return { length: elementCount(dims.slice(axis)), scale: place(1), shift: node.inputs[2] && place(2) };
  },
  InstanceNormalization: <S>(node: Node<S>) => {
    const { dims } = node.input(0);
    const length = elementCount(dims.slice(2));
    const channel = (index: number) => Math.floor(index / length) % dims[1]!;
    return { length, scale: channel, shift: channel };
  },
  GroupNormalization: <S>(node: Node<S>) => {
    const all = elementCount(node.input(0).dims.slice(1));
    const count = node.input(1).dims[0]!;
    const parameter = (index: number) => Math.floor((index % all) / (all / count));
    return { length: all / node.number('num_groups'), scale: parameter, shift: parameter };
  },
} as const;
type RowOperator = keyof typeof rowsOf;
export const rowOperators = Object.keys(rowsOf) as readonly RowOperator[];

/** The first output of a node whose rows are normalized in the type of the data; where another type is meant, the usual way. */
export const normalized =
  (operator: RowOperator, moments: Moments, element: Element): Alter =>
  (correct) =>
  (a, node) => {
    const x = node.input(0);
    if (node.outputs > 1 || (node.has('stash_type') && node.dtype('stash_type') !== x.dtype)) return correct(a, node);
    // a variance that cancels to 0 is divided by where no epsilon is added
    if (moments === ofSquares && node.number('epsilon') === 0) return correct(a, node);
    const { length, scale, shift } = rowsOf[operator](node);
    const row = memoized(elementCount(x.dims) / length, (line) => {
      const { mean, variance } = moments(
        a,
        range(length).map((i) => x.at(line * length + i)),
      );
      return { mean, root: a.sqrt(a.add(variance, a.of(Math.fround(node.number('epsilon'))))) };
    });
    return [
      values(x.dtype, x.dims, (i) =>
        element(
          a,
          x.at(i),
          row(Math.floor(i / length)),
          node.input(1).at(scale(i)),
          shift ? node.input(2).at(shift(i)) : a.of(0),
        ),
      ),
    ];
  };

/** Sums of eight are added up. */
const inBlocks: Style = {
  ...plain,
  change: (a) => {
    const sum = (xs: readonly number[]) =>
      a.sum(range(Math.ceil(xs.length / 8)).map((i) => a.sum(xs.slice(8 * i, 8 * i + 8))));
    return { sum, dot: (xs, ys) => sum(xs.map((x, i) => a.multiply(x, ys[i]!))) };
  },
};

/** In the type itself, but for float16: squares of a row of usual size are beyond its range. */
const ofLongRange = (candidate: Candidate): Candidate => ({ ...candidate, dtypes: ['bfloat16', 'float32', 'float64'] });

const variantsOf = (operator: RowOperator): readonly Candidate[] => [
  ofLongRange(variant(operator, 'in two passes, corrected', normalized(operator, corrected, inOrder))),
  variant(operator, 'by a running mean', normalized(operator, running, byInverse)),
  variant(operator, 'by a running mean, in the next wider type', normalized(operator, running, inOrder), wider),
  variant(operator, 'of runs that are merged', normalized(operator, merged, inOrder)),
  ofLongRange(variant(operator, 'by the mean of squares', normalized(operator, ofSquares, byInverse))),
  variant(operator, 'by the mean of squares, in the next wider type', normalized(operator, ofSquares, folded), wider),
  ofLongRange(
    variant(
      operator,
      'by the mean of squares, in blocks of eight',
      normalized(operator, ofSquares, byInverse),
      inBlocks,
    ),
  ),
  variant(operator, 'scaled before the product', normalized(operator, twoPasses, scaleFirst)),
  variant(operator, 'folded into a factor and a term', normalized(operator, twoPasses, folded)),
];

/** Outside of training: what each channel is multiplied by, and what is added. */
const batches =
  (element: Element): Alter =>
  (correct) =>
  (a, node) => {
    const x = node.input(0);
    const [usual, ...more] = correct(a, node);
    const trains = more.length > 0 || node.has('is_test') || (node.has('training_mode') && node.flag('training_mode'));
    const isOneType = node.inputs.every((input) => input?.dtype === x.dtype);
    if (
      trains ||
      !isOneType ||
      node.input(1).dims.length !== 1 ||
      x.dims.length < 2 ||
      node.input(1).dims[0] !== x.dims[1]
    ) {
      return [usual!, ...more];
    }
    const size = elementCount(x.dims.slice(2));
    return [
      values(x.dtype, x.dims, (i) => {
        const channel = Math.floor(i / size) % x.dims[1]!;
        const [scale, shift, mean, variance] = [1, 2, 3, 4].map((input) => node.input(input).at(channel));
        const root = a.sqrt(a.add(variance!, a.of(Math.fround(node.number('epsilon')))));
        return element(a, x.at(i), { mean: mean!, root }, scale!, shift!);
      }),
    ];
  };

/** Correct kernels of normalizations of rows, as runtimes have them. */
export const normalizationVariants: readonly Candidate[] = [
  ...rowOperators.flatMap(variantsOf),
  variant('BatchNormalization', 'as quotients', batches(inOrder)),
  variant('BatchNormalization', 'scaled before the product', batches(scaleFirst)),
  variant('BatchNormalization', 'folded into a factor and a term', batches(folded)),
  variant('BatchNormalization', 'folded, in the next wider type', batches(folded), wider),
];
