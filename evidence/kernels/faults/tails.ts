import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { type Mutant, misfold, ofFloats, ofTerms } from '../mutant.ts';
import { extrema } from './extrema.ts';

type Terms = readonly NumericScalar[];

/** Terms that are lost in slices of more than some. */
const lostAbove = (limit: number, kept: (terms: Terms) => Terms, dtype?: 'bool') =>
  ofTerms((terms, request) =>
    terms.length > limit && (dtype ?? request.dtype) === request.dtype ? kept(terms) : terms,
  );

const withoutLast = (terms: Terms) => terms.slice(0, -1);
const withoutTail = (lanes: number) => (terms: Terms) => terms.slice(0, terms.length - (terms.length % lanes));

/** Bugs in which elements long maxima and minima leave out, and in the treatment of zeros. */
export const tailFaults: readonly Mutant[] = [
  ...[64, 256, 512].map(
    (limit): Mutant => ({
      name: `an extremum of more than ${limit} elements leaves out the last`,
      source: ['an end that is one short in the kernel for long rows'],
      operators: extrema,
      perturb: lostAbove(limit, withoutLast),
    }),
  ),
  {
    name: 'an extremum of more than 256 elements leaves out the first',
    source: ['a second stage that starts from its own first element'],
    operators: extrema,
    perturb: lostAbove(256, (terms) => terms.slice(1)),
  },
  ...(
    [
      [8, 256],
      [32, 512],
    ] as const
  ).map(
    ([lanes, limit]): Mutant => ({
      name: `an extremum of more than ${limit} elements leaves out the tail of ${lanes} lanes`,
      source: ['a vectorised loop without its scalar rest'],
      operators: extrema,
      perturb: lostAbove(limit, withoutTail(lanes)),
    }),
  ),
  {
    name: 'an extremum of more than 64 truth values leaves out the last',
    source: ['truth values packed into words of 64'],
    operators: extrema,
    perturb: lostAbove(64, withoutLast, 'bool'),
  },
  {
    name: 'the maximum of truth values is their count in 8 bits',
    source: ['a sum of bytes instead of an or'],
    operators: ['ReduceMax'],
    perturb: misfold((fold, terms, extents, request) =>
      request.dtype === 'bool' ? BigInt(terms.filter((x) => x !== 0n).length & 255) : fold(terms, extents, request),
    ),
  },
  {
    name: 'an extremum of zero is -0',
    source: ['a maximum as the negative of the minimum of negatives'],
    operators: extrema,
    perturb: ofFloats((terms, request, fold) => {
      const x = fold(terms, [], request);
      return x === 0 ? -0 : x;
    }),
  },
];
