import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { boundsIn } from '../../arithmetic/bounds-arithmetic.ts';
import { boundOf, union, type ValueSet } from '../../arithmetic/value-set.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { withinBounds } from '../../judge/within-bounds.ts';
import { type DType, type FloatFormat, formatOf, integerRange } from '../../numerics/dtype.ts';
import type { Call } from '../../spec/declaration.ts';
import type { Evaluate } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';

/** The scales of both factors and of the output. */
export interface Scales<S> {
  readonly left: S;
  readonly right: S;
  readonly output: S;
}

/** Converts a sum of integers to units of the output. */
export type Rescale = <S>(a: Arithmetic<S>, sum: S, scales: Scales<S>) => S;

/** Ways to compute sum · left · right / output. The first one is the definition; the others multiply and divide in another order. */
export const rescales: readonly [Rescale, ...Rescale[]] = [
  (a, sum, { left, right, output }) => a.divide(a.multiply(sum, a.multiply(left, right)), output),
  (a, sum, { left, right, output }) => a.multiply(sum, a.divide(a.multiply(left, right), output)),
  (a, sum, { left, right, output }) => a.divide(a.multiply(a.multiply(sum, left), right), output),
];

/** Rounds to the nearest integer, ties to even, adds the zero point and saturates to the type. */
export function quantize<S>(a: Arithmetic<S>, x: S, zero: S, to: DType): S {
  const format = formatOf(to);
  const { min, max } = integerRange(format as Parameters<typeof integerRange>[0]);
  const shifted = a.add(a.integral(x, 'nearest-even'), zero);
  return a.maximum(a.minimum(shifted, a.of(max)), a.of(min));
}

/**
 * Returns a refinement that accepts the results of evaluations in the type of the scales or in a wider one. If the exact quotient is
 * near a tie, an earlier rounding decides the integer.
 * @param scale the index of an input that is a scale
 */
export const inTypeOfScales =
  (scale: number, ways: readonly Evaluate[]) =>
  (expected: readonly ExpectedOutput[], version: OperatorVersion, call: Call): readonly ExpectedOutput[] => {
    const format = formatOf(call.inputs[scale]!.dtype) as FloatFormat;
    const node = nodeOf(version, call, 1, (x) => boundOf(x as number));
    const bounds = ways.map((way) => way(boundsIn(format), node)[0]!);
    return expected.map((output) => ({
      ...output,
      accept: (index) =>
        withinBounds(
          output.accept(index),
          () => bounds.map(({ at }): ValueSet => at(index)).reduce(union),
          output.dtype,
        ),
    }));
  };
