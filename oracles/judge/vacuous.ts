import { spanOf, type ValueSet } from '../arithmetic/value-set.ts';
import { type DType, type FloatFormat, formatOf, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { largestFinite, roundNumber } from '../numerics/rounding.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import type { ElementAcceptance } from './acceptance.ts';

/** Half of the number of samples, spread evenly over a range, that an acceptance judges. */
const half = 8;

/**
 * Returns whether an acceptance admits nearly any value, under any choice of any policy. The value is undefined, or more than
 * half of the finite numbers of its type are accepted; for floats, half of those on one side of zero suffice. Numbers are
 * measured by size, not by how densely a format has them: [-2, 2] is not vacuous in float32. NaN and infinities do not count. A
 * truth value is open if both values are accepted; strings and complex numbers only if they are undefined.
 * @param range the possible values, if these are fewer than those of the type: accepting more than half of them suffices
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

/** Returns floats spread evenly over each side of zero. */
function sidesOf(format: FloatFormat): readonly (readonly number[])[] {
  const most = largestFinite(format);
  return (format.signed ? [most, -most] : [most]).map((end) => evenlySpaced(0, end, format));
}

/** Returns floats spread evenly over the finite values of a bound. */
function within(bound: ValueSet, format: FloatFormat): readonly number[] {
  const { finite } = spanOf(bound);
  const most = largestFinite(format);
  const [lo, hi] = finite ? [Math.max(d.toNumber(finite.lo), -most), Math.min(d.toNumber(finite.hi), most)] : [0, 0];
  return lo < hi ? evenlySpaced(lo, hi, format) : [];
}

function evenlySpaced(from: number, to: number, format: FloatFormat): readonly number[] {
  const shares = Array.from({ length: 2 * half }, (_, i) => (i + 0.5) / (2 * half));
  return shares.map((share) => roundNumber(from * (1 - share) + to * share, format));
}

/** Returns integers spread evenly over a range; all of a small one. */
function between({ min, max }: { readonly min: bigint; readonly max: bigint }): readonly bigint[] {
  const [count, size] = [BigInt(2 * half), max - min + 1n];
  if (size <= count) return Array.from({ length: Number(size) }, (_, i) => min + BigInt(i));
  return Array.from({ length: 2 * half }, (_, i) => min + (size * (2n * BigInt(i) + 1n)) / (2n * count));
}

/**
 * Returns whether more than half of sorted numbers are accepted. The accepted ones are contiguous, so that more than half
 * include the middle.
 */
function mostOf<T>(all: readonly T[], isAccepted: (one: T) => boolean): boolean {
  if (all.length > 2 && !isAccepted(all[all.length >> 1]!)) return false;
  return 2 * all.filter(isAccepted).length > all.length;
}
