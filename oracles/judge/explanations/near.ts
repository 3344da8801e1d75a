import type { Scalar } from '../../numerics/trait.ts';
import type { ElementAcceptance } from '../acceptance.ts';

/** Relative; a few digits are right. */
const largestError = 2 ** -8;

/**
 * True for an answer that is wrong by an error that an inaccurate function makes, and a wrong element seldom; near 0 such an
 * error is absolute.
 */
export function isNear(got: Scalar, element: ElementAcceptance): boolean {
  const { best, isExactInAnyOrder, hasOneAnswer = isExactInAnyOrder } = element;
  if (hasOneAnswer || !Number.isFinite(best) || Number.isNaN(got) || Number(got) === Number(best)) return false;
  return hasDigitsOf(got, best) || element.fault?.(got) === 'accuracy';
}

/** True for a number of which a few digits are those of another. */
export const hasDigitsOf = (got: Scalar, best: Scalar): boolean =>
  Math.abs(Number(got) - Number(best)) <= Math.abs(Number(best)) * largestError;
