import * as d from '../numerics/dyadic.ts';
import type { Bound } from './bounds.ts';

/** Whether a machine number is among the values of a bound that was stored in its format. */
export function contains(
  { finite, plusZero, minusZero, plusInfinity, minusInfinity, nan }: Bound,
  got: number,
): boolean {
  if (Number.isNaN(got)) return nan;
  if (got === Number.POSITIVE_INFINITY) return plusInfinity;
  if (got === Number.NEGATIVE_INFINITY) return minusInfinity;
  if (got === 0) return Object.is(got, -0) ? minusZero : plusZero;
  const value = d.fromNumber(got);
  return finite !== undefined && d.compare(finite.lo, value) <= 0 && d.compare(value, finite.hi) <= 0;
}
