import type { ElementAcceptance } from '../acceptance/acceptance.ts';
import type { Scalar } from '../numerics/trait.ts';

/** Relative; a few digits are right. */
const largestError = 2 ** -8;

/** True for an answer that is wrong by an error that an inaccurate function makes, and a wrong element seldom. */
export function isNear(got: Scalar, { best, orderFree, isSingle = orderFree }: ElementAcceptance): boolean {
  const error = Math.abs(Number(got) - Number(best));
  return !isSingle && Number.isFinite(best) && error > 0 && error <= Math.abs(Number(best)) * largestError;
}
