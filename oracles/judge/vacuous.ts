import { spanOf, type ValueSet } from '../arithmetic/value-set.ts';
import { type DType, type FloatFormat, formatOf, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { largestFinite, roundNumber } from '../numerics/rounding.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import type { ElementAcceptance } from './acceptance.ts';

/** Numbers of each half of a range that an acceptance is asked about: they are spread evenly. */
const half = 8;

/**
 * Whether an acceptance says next to nothing, judged by all that is accepted under any choice of any policy: the value is undefined, or
 * more than half of the finite numbers of its type stand; of floats, half of those on one side of zero are enough. Numbers are
 * measured by their size, not by how densely a format has them: 0 within 2 is no such acceptance of float32. NaN and infinities
 * count for nothing. A truth value is open if both stand; of strings and complex numbers only undefined ones are.
 * @param range what can stand there at all, if it is less than the type has: more than half of that is enough
 */
export function admitsNearlyAnything(acceptance: ElementAcceptance, dtype: DType, range?: () => ValueSet): boolean {
  if (acceptance.isUndefined) return true;
  const format = formatOf(dtype);
  const isAccepted = (x: NumericScalar) => acceptance.judge(x, 'verdict').accepted;
  switch (format.kind) {
    case 'bool':
      return isAccepted(0n) && isAccepted(1n);
    case 'integer':
      return mostOf(between(integerRange(format)), isAccepted);
    case 'float':
      return (
        sidesOf(format).some((side) => mostOf(side, isAccepted)) ||
        (range ? mostOf(within(range(), format), isAccepted) : false)
      );
    default:
      return false;
  }
}

/** Floats spread evenly over each side of zero. */
function sidesOf(format: FloatFormat): readonly (readonly number[])[] {
  const most = largestFinite(format);
  return (format.signed ? [most, -most] : [most]).map((end) => spread(0, end, format));
}

/** Floats spread evenly over the finite ones of a bound. */
function within(bound: ValueSet, format: FloatFormat): readonly number[] {
  const { finite } = spanOf(bound);
  const most = largestFinite(format);
  const [lo, hi] = finite ? [Math.max(d.toNumber(finite.lo), -most), Math.min(d.toNumber(finite.hi), most)] : [0, 0];
  return lo < hi ? spread(lo, hi, format) : [];
}

function spread(from: number, to: number, format: FloatFormat): readonly number[] {
  const shares = Array.from({ length: 2 * half }, (_, i) => (i + 0.5) / (2 * half));
  return shares.map((share) => roundNumber(from * (1 - share) + to * share, format));
}

/** Integers spread evenly over a range; all of a small one. */
function between({ min, max }: { readonly min: bigint; readonly max: bigint }): readonly bigint[] {
  const [count, size] = [BigInt(2 * half), max - min + 1n];
  if (size <= count) return Array.from({ length: Number(size) }, (_, i) => min + BigInt(i));
  return Array.from({ length: 2 * half }, (_, i) => min + (size * (2n * BigInt(i) + 1n)) / (2n * count));
}

/** Whether more than half of some numbers stand, of those that stand one after the other: more than half hold the middle. */
function mostOf<T>(all: readonly T[], isAccepted: (one: T) => boolean): boolean {
  const middle = all.length >> 1;
  if (all.length > 2 && !all.slice(middle - 1, middle + 1).some(isAccepted)) return false;
  return 2 * all.filter(isAccepted).length > all.length;
}
