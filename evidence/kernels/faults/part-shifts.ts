import { unshiftedLogSumExp } from '../definitions.ts';
import { type Mutant, ofFloats, ofIntegers } from '../mutant.ts';
import { logSumExp, logSumExpBelow, machineOf, maximum, roundOf } from './logarithms.ts';

/** A shift that is wrong among finite terms; infinities are dealt with apart, as they should be. */
const shiftedBy = (shiftOf: (terms: readonly number[]) => number) =>
  ofFloats((terms, request, fold) => {
    if (terms.length === 0 || !terms.every(Number.isFinite)) return fold(terms, [], request);
    const shift = shiftOf(terms);
    return roundOf(request)(shift + logSumExpBelow(shift, terms, request));
  });

/** Bugs in which terms the maximum is taken of that keeps exponentials within the range. */
export const partShiftFaults: readonly Mutant[] = [
  ...[8, 16].map(
    (lanes): Mutant => ({
      name: `the shift is the maximum of the first ${lanes} terms`,
      source: ['a maximum of one vector only'],
      operators: logSumExp,
      perturb: shiftedBy((terms) => maximum(terms.slice(0, lanes))),
    }),
  ),
  {
    name: 'the shift is the maximum without the tail of 8 lanes',
    source: ['a vectorised maximum without its scalar rest'],
    operators: logSumExp,
    perturb: shiftedBy((terms) =>
      maximum(terms.length < 8 ? terms : terms.slice(0, terms.length - (terms.length % 8))),
    ),
  },
  {
    name: 'the shift is the maximum or 0, whichever is greater',
    source: ['a maximum that starts from 0'],
    operators: logSumExp,
    perturb: shiftedBy((terms) => Math.max(0, maximum(terms))),
  },
  {
    name: 'an even number of terms is not shifted',
    source: ['a fast path by pairs without the guard'],
    operators: logSumExp,
    perturb: ofFloats((terms, request, fold) =>
      terms.length > 0 && terms.length % 2 === 0
        ? unshiftedLogSumExp(machineOf(request), terms)
        : fold(terms, [], request),
    ),
  },
  {
    name: 'the result of integers is 7 as soon as a term is above 12',
    source: ['a table of exponentials that ends early'],
    operators: logSumExp,
    perturb: ofIntegers(
      () => true,
      (terms, _, request, fold) => (terms.some((x) => x > 12n) ? 7n : fold(terms, [], request)),
    ),
  },
];
