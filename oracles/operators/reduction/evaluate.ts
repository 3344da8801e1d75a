import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import * as functions from '../../arithmetic/functions.ts';
import { flagOf } from '../../attributes.ts';
import { type Evaluate, type Node, values } from '../../node.ts';
import type { Kernel, Arithmetic as OverVectors } from '../../numerics/arithmetic.ts';
import { type DType, formatOf, integerRange } from '../../numerics/dtype.ts';
import { reducedDimensions } from './axes.ts';
import { slicesOf } from './slices.ts';

/**
 * A kernel over slices in any reading of scalars; the result of integers is truncated where it need not be one.
 * @param reduced the dimensions that are reduced, where they are not those that the node names
 */
export const overSlices =
  (kernel: Kernel, reduced?: readonly boolean[]): Evaluate =>
  (a, node) => {
    const data = node.input(0);
    const { dtype } = data;
    const { dims, starts, offsets } = slicesOf(
      data.dims,
      reduced ?? reducedOf(node),
      flagOf(node.version, node, 'keepdims'),
    );
    const own = a.in(dtype);
    const vectors = overVectors(own, dtype);
    return [
      values(dtype, dims, (index) => {
        const start = starts[index]!;
        const result = kernel(
          vectors,
          Array.from(offsets, (offset) => data.at(start + offset)),
        );
        return formatOf(dtype).kind === 'float' ? result : own.integral(result, 'truncate');
      }),
    ];
  };

function reducedOf<S>(node: Node<S>): readonly boolean[] {
  const axes = node.inputs[1] ? node.integers(1) : node.numbers('axes');
  return reducedDimensions(node.version, node, axes, node.input(0).dims.length);
}

/** The operations on vectors by those on scalars. */
function overVectors<S>(a: Arithmetic<S>, dtype: DType): OverVectors<readonly S[], S> {
  const { abs, add, multiply, divide, sqrt } = a;
  const [zero, one] = [a.of(0), a.of(1)];
  const format = formatOf(dtype);
  const [least, greatest] =
    format.kind === 'float'
      ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
      : format.kind === 'integer'
        ? [integerRange(format).min, integerRange(format).max]
        : [0, 1];
  const log = (x: S) => a.apply(functions.log, x);
  const exp = (x: S) => a.apply(functions.exp, x);
  const isInfinite = (x: S) => a.equal(abs(x), a.of(Number.POSITIVE_INFINITY));
  const most = (xs: readonly S[]) => (xs.length > 0 ? xs.reduce((x, y) => a.maximum(x, y)) : a.of(least));
  return {
    count: (xs) => a.of(xs.length),
    largest: (xs) => xs.reduce((most, x) => a.maximum(most, abs(x)), zero),
    maximum: most,
    minimum: (xs) => (xs.length > 0 ? xs.reduce((x, y) => a.minimum(x, y)) : a.of(greatest)),
    // another term in the place of a NaN: of extrema the same as without it
    numbers: (xs) => {
      if (xs.length === 0) return xs;
      const number = xs.reduce((first, x) => a.select(a.isNaN(first), x, first));
      return xs.map((x) => a.select(a.isNaN(x), number, x));
    },
    abs: (xs) => xs.map((x) => abs(x)),
    square: (xs) => xs.map((x) => multiply(x, x)),
    over: (xs, by) => xs.map((x) => a.select(a.equal(by, zero), x, a.select(isInfinite(by), x, divide(x, by)))),
    minus: (xs, by) => xs.map((x) => a.select(isInfinite(by), x, a.subtract(x, by))),
    exp: (xs) => xs.map((x) => exp(x)),
    sum: a.sum,
    product: a.product,
    runningMean: (xs) => xs.reduce((mean, x, k) => add(mean, divide(a.subtract(x, mean), a.of(k + 1))), zero),
    normOfNorms: (xs) => xs.reduce((norm, x) => sqrt(add(multiply(norm, norm), multiply(x, x))), zero),
    logAddExp: (xs) => {
      if (xs.length === 0) return a.of(least);
      return xs.reduce((x, y) => {
        const apart = a.negate(abs(a.subtract(x, y)));
        return add(a.maximum(x, y), a.apply(functions.log1p, exp(apart)));
      });
    },
    add,
    multiply,
    divide,
    sqrt,
    log,
    reciprocal: (x) => divide(one, x),
    throughFloat32: (x) => a.round(x, 'float32'),
  };
}
