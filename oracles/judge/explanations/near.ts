import type { Scalar } from '../../numerics/trait.ts';
import type { ElementAcceptance } from '../acceptance.ts';

/** The greatest relative error at which a few digits are right. */
const largestError = 2 ** -8;

/** The multiple of the allowed error up to which a function counts as inaccurate; beyond, it is wrong. */
const mostBounds = 1000;

/**
 * Returns whether the error of a wrong answer is typical of an inaccurate function, and rare for a wrong element. Near 0 such
 * an error is absolute.
 */
export function isNear(got: Scalar, element: ElementAcceptance): boolean {
  const { best, isExactInAnyOrder, hasOneAnswer = isExactInAnyOrder } = element;
  if (hasOneAnswer || !Number.isFinite(best) || Number.isNaN(got) || Number(got) === Number(best)) return false;
  if (element.fault?.(got) === 'accuracy') return true;
  return hasDigitsOf(got, best) && Math.abs(Number(got) - Number(best)) <= mostBounds * boundOf(element);
}

/** Returns the largest distance of accepted values from the best one; Infinity if unknown. */
function boundOf({ breakpoints, best }: ElementAcceptance): number {
  const distances = breakpoints
    .map((x) => Math.abs(Number(x) - Number(best)))
    .filter((x) => x > 0 && Number.isFinite(x));
  return distances.length > 0 ? Math.max(...distances) : Number.POSITIVE_INFINITY;
}

/** Returns whether the first digits of two numbers agree. */
export const hasDigitsOf = (got: Scalar, best: Scalar): boolean =>
  Math.abs(Number(got) - Number(best)) <= Math.abs(Number(best)) * largestError;
