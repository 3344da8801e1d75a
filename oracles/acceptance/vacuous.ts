import { type DType, formatOf, integerRange } from '../numerics/dtype.ts';
import { largestFinite, roundNumber } from '../numerics/rounding.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import type { ElementAcceptance } from './acceptance.ts';

/** Numbers of each half of a range that an acceptance is asked about: they are spread evenly. */
const half = 8;

/**
 * Whether an acceptance says next to nothing, judged by all that stands under any choice of any policy: the value is undefined, or
 * more than half of the finite numbers of its type stand; of floats, half of those on one side of zero are enough. Numbers are
 * measured by their size, not by how densely a format has them: 0 within 2 is no such acceptance of float32. NaN and infinities
 * count for nothing. A truth value is open if both stand; of strings and complex numbers only undefined ones are.
 */
export function admitsNearlyAnything(acceptance: ElementAcceptance, dtype: DType): boolean {
  if (acceptance.isUndefined) return true;
  const format = formatOf(dtype);
  const stands = (x: NumericScalar) => acceptance.judge(x, 'verdict').accepted;
  switch (format.kind) {
    case 'bool':
      return stands(0n) && stands(1n);
    case 'integer':
      return mostOf(between(integerRange(format)), stands);
    case 'float': {
      const most = largestFinite(format);
      const places = Array.from({ length: 2 * half }, (_, i) => roundNumber(most * ((i + 0.5) / (2 * half)), format));
      const [positive, negative] = [places, format.signed ? places.map((x) => -x) : []];
      // an interval of more than half of a side holds its middle
      return [positive, negative].some((side) => side.slice(half - 1, half + 1).some(stands) && mostOf(side, stands));
    }
    default:
      return false;
  }
}

/** Integers spread evenly over a range; all of a small one. */
function between({ min, max }: { readonly min: bigint; readonly max: bigint }): readonly bigint[] {
  const [count, size] = [BigInt(2 * half), max - min + 1n];
  if (size <= count) return Array.from({ length: Number(size) }, (_, i) => min + BigInt(i));
  return Array.from({ length: 2 * half }, (_, i) => min + (size * (2n * BigInt(i) + 1n)) / (2n * count));
}

const mostOf = <T>(all: readonly T[], stand: (one: T) => boolean): boolean => 2 * all.filter(stand).length > all.length;
