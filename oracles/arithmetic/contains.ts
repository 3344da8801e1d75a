import * as d from '../numerics/dyadic.ts';
import type { Bound } from './bounds.ts';

/** Whether a machine number is among the values of a bound that was stored in its format, or an integer among those of one. */
export function contains(
  { finite, plusZero, minusZero, plusInfinity, minusInfinity, nan }: Bound,
  got: number | bigint,
): boolean {
  const holds = (x: d.Dyadic) => finite !== undefined && d.compare(finite.lo, x) <= 0 && d.compare(x, finite.hi) <= 0;
  if (typeof got === 'bigint') return holds(d.fromInteger(got));
  if (Number.isNaN(got)) return nan;
  if (got === Number.POSITIVE_INFINITY) return plusInfinity;
  if (got === Number.NEGATIVE_INFINITY) return minusInfinity;
  if (got === 0) return Object.is(got, -0) ? minusZero : plusZero;
  return holds(d.fromNumber(got));
}
