import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { formatIn, isFloat, type Mutant, misfold } from '../mutant.ts';
import type { Request } from '../stages.ts';

const places = {
  first: () => 0,
  middle: (n: number) => n >> 1,
  last: (n: number) => n - 1,
} as const;

const most = (request: Request) => largestFinite(formatIn(request));
const isInfinite = (x: number) => Math.abs(x) === Number.POSITIVE_INFINITY;

/** A special value among the terms, and its wrong replacement. */
const confusions: readonly (readonly [string, (x: number) => boolean, (request: Request) => number])[] = [
  ['a NaN gives Infinity', Number.isNaN, () => Number.POSITIVE_INFINITY],
  ['a NaN gives the largest finite number', Number.isNaN, most],
  ['an infinity gives NaN', isInfinite, () => Number.NaN],
  ['an infinity gives the largest finite number', isInfinite, most],
];

/** Bugs in the treatment of NaN and infinities, at one place. */
export const confusionFaults: readonly Mutant[] = confusions.flatMap(([name, isMeant, answer]) =>
  Object.entries(places).map(([place, at]) => ({
    name: `${name} in the ${place} place`,
    source: ['a scaled algorithm over what is not finite', 'a comparison that NaN falls through'],
    perturb: misfold((fold, terms, extents, request) => {
      const x = terms[at(terms.length)];
      const meant = isFloat(request.dtype) && x !== undefined && isMeant(Number(x));
      return meant ? answer(request) : fold(terms, extents, request);
    }),
  })),
);
