import { isSame, type Scalar } from '../numerics/trait.ts';
import { acceptedExact, type ElementAcceptance, formatScalar } from './acceptance.ts';

/** Returns the acceptance of an element that must be returned unchanged: the same bits, or any NaN for NaN. */
export function copiedElement(best: Scalar): ElementAcceptance {
  return {
    best,
    isExactInAnyOrder: true,
    breakpoints: [best],
    judge: (got) =>
      isSame(got, best)
        ? acceptedExact
        : { accepted: false, exact: formatScalar(best), allowed: `exactly ${formatScalar(best)}` },
    fault: (got) => (got === 0 && best === 0 ? 'zero-sign' : 'value'),
  };
}
