import { quantumOf } from '../arithmetic/value-set.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';

/** The largest distance between answers and exact values, measured for accepted and rejected answers. */
export interface ElementError {
  /** in units in the last place of the exact value; absent if that is 0 */
  readonly ulps?: number;
  /** present if the exact value is below 1 in magnitude: near zero, the number of units is not meaningful */
  readonly absolute?: number;
}

/**
 * Returns the distance between a finite answer and a finite exact value. The unit is the spacing of the format at the exact
 * value: for subnormal values the smallest number, beyond the range as if exponents continued.
 */
export function errorOf(got: number, exact: d.Dyadic, format: FloatFormat): ElementError {
  const error = d.abs(d.subtract(d.fromNumber(got), exact));
  const isSmall = d.compare(d.abs(exact), d.one) < 0;
  // quotients of float64 may exceed the range of doubles, and JSON has no infinities
  const finite = (x: d.Dyadic) => Math.min(d.toNumber(x), Number.MAX_VALUE);
  return {
    ...(exact !== 0 && { ulps: finite(d.scale(error, -quantumOf(exact, format))) }),
    ...(isSmall && { absolute: finite(error) }),
  };
}

/** Returns the larger of each figure of two errors. */
export function largerErrors(one: ElementError | undefined, other: ElementError | undefined): ElementError | undefined {
  if (!one || !other) return one ?? other;
  const most = (a: number | undefined, b: number | undefined) => Math.max(a ?? 0, b ?? 0);
  return {
    ...((one.ulps ?? other.ulps) !== undefined && { ulps: most(one.ulps, other.ulps) }),
    ...((one.absolute ?? other.absolute) !== undefined && { absolute: most(one.absolute, other.absolute) }),
  };
}
