import { isSame, type Scalar } from '../numerics/trait.ts';
import { acceptedExact, type ElementAcceptance, show } from './acceptance.ts';

/** Returns the acceptance of an element that must be returned unchanged: the same bits, or any NaN for NaN. */
export function elementAsGiven(best: Scalar): ElementAcceptance {
  return {
    best,
    isExactInAnyOrder: true,
    breakpoints: [best],
    judge: (got) =>
      isSame(got, best) ? acceptedExact : { accepted: false, exact: show(best), allowed: `exactly ${show(best)}` },
    fault: (got) => (got === 0 && best === 0 ? 'zero-sign' : 'value'),
  };
}
