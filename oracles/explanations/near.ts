import type { ElementAcceptance } from '../acceptance/acceptance.ts';
import type { Scalar } from '../numerics/trait.ts';

/** Relative; a few digits are right. */
const largestError = 2 ** -8;

/**
 * True for an answer that is wrong by an error that an inaccurate function makes, and a wrong element seldom; near 0 such an
 * error is absolute.
 */
export function isNear(got: Scalar, element: ElementAcceptance): boolean {
  const { best, orderFree, isSingle = orderFree } = element;
  const error = Math.abs(Number(got) - Number(best));
  if (isSingle || !Number.isFinite(best) || !(error > 0)) return false;
  return error <= Math.abs(Number(best)) * largestError || element.fault?.(got) === 'accuracy';
}
