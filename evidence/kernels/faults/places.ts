import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { type Mutant, misread, ofFloats } from '../mutant.ts';
import type { Request } from '../stages.ts';
import { operators } from './indices.ts';

/** NaN at some places of a slice is passed over, at others it wins. */
const passingOver = (at: (k: number, n: number) => boolean) =>
  ofFloats((terms, request, fold) => {
    const worst = request.operator === 'ArgMax' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return fold(
      terms.map((x, k) => (Number.isNaN(x) && at(k, terms.length) ? worst : x)),
      [],
      request,
    );
  });

/** select_last_index=1 is forgotten for some nodes. */
const firstWhere = (forgets: (request: Request) => boolean) =>
  misread((request) => (request.selectLast && forgets(request) ? { selectLast: false } : {}));

const isTail = (k: number, n: number) => k >= n - (n % 8);

/** Bugs of ArgMax and ArgMin that show at some places, axes or ranks only, and in what is remembered of a slice. */
export const placeFaults: readonly Mutant[] = [
  ...[9, 16].map(
    (first): Mutant => ({
      name: `NaN is passed over from index ${first} on`,
      source: ['a check for NaN in the first vector only'],
      operators,
      perturb: passingOver((k) => k >= first),
    }),
  ),
  {
    name: 'NaN is passed over in the vectorised part of more than 16 elements',
    source: ['ORT-10514'],
    operators,
    perturb: passingOver((k, n) => n > 16 && !isTail(k, n)),
  },
  {
    name: 'NaN is passed over in the tail of more than 16 elements',
    source: ['vector and scalar comparisons that order NaN differently'],
    operators,
    perturb: passingOver((k, n) => n > 16 && isTail(k, n)),
  },
  {
    name: 'select_last_index is ignored where axis is negative',
    source: ['an axis that is normalised on one of two paths'],
    operators,
    perturb: firstWhere(({ axes }) => axes?.some((axis) => axis < 0) ?? false),
  },
  {
    name: 'select_last_index is ignored from rank 4 on',
    source: ['a general kernel that forgets an attribute'],
    operators,
    perturb: firstWhere(({ dims }) => dims.length >= 4),
  },
  {
    name: 'the last of zeros is that of one sign',
    source: ['>= replaced by a comparison of bits'],
    operators,
    perturb: ofFloats((terms, request, fold) => {
      const sign = request.operator === 'ArgMax' ? 1 : -1;
      const one = sign * Number.MIN_VALUE;
      return fold(request.selectLast ? terms.map((x) => (Object.is(x, sign * 0) ? one : x)) : terms, [], request);
    }),
  },
  {
    name: 'the last of nothing but equal infinities is the first',
    source: ['a best so far that starts from the infinity, and an index from 0'],
    operators,
    perturb: ofFloats((terms, request, fold) => {
      const isWorst = (x: number) =>
        x === (request.operator === 'ArgMax' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
      return request.selectLast && terms.length > 0 && terms.every(isWorst) ? 0n : fold(terms, [], request);
    }),
  },
  ...(['bfloat16', 'float16'] as const).map(
    (dtype): Mutant => ({
      name: `subnormal numbers of ${dtype} compare as zero`,
      source: ['flush to zero'],
      operators,
      perturb: ofFloats((terms, request, fold) => {
        const { minExponent, precision } = formatOf(dtype);
        const normal = 2 ** (minExponent + precision - 1);
        return fold(request.dtype === dtype ? terms.map((x) => (Math.abs(x) < normal ? 0 : x)) : terms, [], request);
      }),
    }),
  ),
];
