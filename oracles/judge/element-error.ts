import { quantumOf } from '../arithmetic/value-set.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';

/** How far answers are from exact values, at most: what is measured, whether they stand or not. */
export interface ElementError {
  /** in units in the last place of the exact value; absent where that is 0, which has none */
  readonly ulps?: number;
  /** where the exact value is below 1 in magnitude: near zeros the number of units says little */
  readonly absolute?: number;
}

/**
 * How far a finite answer is from a finite exact value. The unit is the distance of the numbers of the format where the value is,
 * of subnormal ones the smallest there is, and beyond the range that of an exponent that goes on.
 */
export function errorOf(got: number, exact: d.Dyadic, format: FloatFormat): ElementError {
  const error = d.abs(d.subtract(d.fromNumber(got), exact));
  const isSmall = d.compare(d.abs(exact), d.one) < 0;
  // quotients of float64 may be beyond doubles, which JSON does not have
  const finite = (x: d.Dyadic) => Math.min(d.toNumber(x), Number.MAX_VALUE);
  return {
    ...(exact !== 0 && { ulps: finite(d.scale(error, -quantumOf(exact, format))) }),
    ...(isSmall && { absolute: finite(error) }),
  };
}

/** The worst of both, each figure by itself. */
export function worse(one: ElementError | undefined, other: ElementError | undefined): ElementError | undefined {
  if (!one || !other) return one ?? other;
  const most = (a: number | undefined, b: number | undefined) => Math.max(a ?? 0, b ?? 0);
  return {
    ...((one.ulps ?? other.ulps) !== undefined && { ulps: most(one.ulps, other.ulps) }),
    ...((one.absolute ?? other.absolute) !== undefined && { absolute: most(one.absolute, other.absolute) }),
  };
}
