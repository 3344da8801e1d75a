import type { Scalar } from '../../numerics/trait.ts';
import type { ElementAcceptance } from '../acceptance.ts';

/** Relative; a few digits are right. */
const largestError = 2 ** -8;

/** How many times what is allowed an inaccurate function may be off: what is beyond is wrong. */
const mostBounds = 1000;

/**
 * True for an answer that is wrong by an error that an inaccurate function makes, and a wrong element seldom; near 0 such an
 * error is absolute.
 */
export function isNear(got: Scalar, element: ElementAcceptance): boolean {
  const { best, isExactInAnyOrder, hasOneAnswer = isExactInAnyOrder } = element;
  if (hasOneAnswer || !Number.isFinite(best) || Number.isNaN(got) || Number(got) === Number(best)) return false;
  if (element.fault?.(got) === 'accuracy') return true;
  return hasDigitsOf(got, best) && Math.abs(Number(got) - Number(best)) <= mostBounds * boundOf(element);
}

/** How far accepted values are from the best one; infinite where that is not known. */
function boundOf({ breakpoints, best }: ElementAcceptance): number {
  const distances = breakpoints
    .map((x) => Math.abs(Number(x) - Number(best)))
    .filter((x) => x > 0 && Number.isFinite(x));
  return distances.length > 0 ? Math.max(...distances) : Number.POSITIVE_INFINITY;
}

/** Whether the first digits of a number agree with those of another. */
export const hasDigitsOf = (got: Scalar, best: Scalar): boolean =>
  Math.abs(Number(got) - Number(best)) <= Math.abs(Number(best)) * largestError;
