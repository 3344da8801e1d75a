import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { formatIn, type Mutant, misfold, numberOf, ofFloats, ofTerms } from '../mutant.ts';
import type { Request } from '../stages.ts';

export const extrema = ['ReduceMax', 'ReduceMin'];
export const isMax = ({ operator }: Request): boolean => operator === 'ReduceMax';

/** An extremum that is kept as it is unless a term replaces it. */
export const replacing = (replaces: (x: number, best: number) => boolean, start?: (request: Request) => number) =>
  ofFloats((terms, request, fold) => {
    if (terms.length === 0) return fold(terms, [], request);
    const sign = isMax(request) ? 1 : -1;
    const [first, ...others] = start ? [start(request), ...terms] : terms;
    return others.reduce((best, x) => (replaces(sign * x, sign * best) ? x : best), first!);
  });

/** One more term, or several, than there are. */
const withTerm = (term: (request: Request, n: number) => number | undefined) =>
  ofTerms((terms, request) => {
    const x = terms.length > 0 ? term(request, terms.length) : undefined;
    return x === undefined ? terms : [...terms, numberOf(x, request.dtype)];
  });

/** Another value of an empty set. */
const ofNothing = (value: (request: Request) => NumericScalar) =>
  misfold((fold, terms, extents, request) => (terms.length === 0 ? value(request) : fold(terms, extents, request)));

export const other = (request: Request): Request => ({
  ...request,
  operator: isMax(request) ? 'ReduceMin' : 'ReduceMax',
});

/** Bugs in maxima and minima. */
export const extremumFaults: readonly Mutant[] = [
  { name: 'a maximum starts from 0', source: ['CANDLE-4eeaf20'], operators: ['ReduceMax'], perturb: withTerm(() => 0) },
  { name: 'a minimum starts from 0', source: ['JAX-18573'], operators: ['ReduceMin'], perturb: withTerm(() => 0) },
  {
    name: 'a maximum starts from the smallest normal number, which a header calls the minimum',
    source: ['numeric_limits::min of floats'],
    operators: ['ReduceMax'],
    perturb: ofFloats((terms, request, fold) => {
      const { minExponent, precision } = formatIn(request);
      return fold(terms.length ? [...terms, 2 ** (minExponent + precision - 1)] : terms, [], request);
    }),
  },
  {
    name: 'an extremum starts from the finite number of greatest magnitude',
    source: ['TF-3510', 'MNN-c14f2b3'],
    operators: extrema,
    perturb: ofFloats((terms, request, fold) => {
      const most = largestFinite(formatIn(request));
      return fold([...terms, isMax(request) ? -most : most], [], request);
    }),
  },
  {
    name: 'the extremum of nothing is that of the sibling',
    source: ['TORCHMLIR-3598'],
    operators: extrema,
    perturb: misfold((fold, terms, extents, request) =>
      fold(terms, extents, terms.length === 0 ? other(request) : request),
    ),
  },
  {
    name: 'the memory of an empty set is cleared to 0 for every operator',
    source: ['ONEFLOW-8551'],
    operators: [...extrema, 'ReduceProd', 'ReduceLogSum', 'ReduceLogSumExp'],
    perturb: ofNothing(({ dtype }) => numberOf(0, dtype)),
  },
  {
    name: 'NaN stays only where it comes first',
    source: ['BURN-4814', 'PT-6996'],
    operators: extrema,
    perturb: replacing((x, best) => x > best),
  },
  {
    name: 'NaN stays only where it comes last',
    source: ['JAXJS-8c38356'],
    operators: extrema,
    perturb: replacing((x, best) => !(best > x)),
  },
  {
    name: 'a slice of nothing but NaN has the value of an empty one',
    source: ['PT-6996', 'TVM-19518'],
    operators: extrema,
    perturb: replacing(
      (x, best) => x > best,
      (request) => (isMax(request) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
    ),
  },
  {
    name: 'NaN is lost in the vectorised part and stays in the tail',
    source: ['ORT-10514'],
    operators: extrema,
    perturb: ofTerms((terms) => {
      const tail = terms.length - (terms.length % 4);
      return terms.filter((x, k) => !Number.isNaN(x) || k >= tail);
    }),
  },
  {
    name: 'the unused lanes of a short row are zero and take part',
    source: ['PT-191499'],
    operators: extrema,
    perturb: withTerm((_, n) => (n < 8 ? 0 : undefined)),
  },
  {
    name: 'the tail of 8 lanes is filled with zeros',
    source: ['JAX-18573'],
    operators: extrema,
    perturb: withTerm((_, n) => (n > 8 && n % 8 ? 0 : undefined)),
  },
  {
    name: 'the second stage of a long extremum starts from 0',
    source: ['CANDLE-4eeaf20', 'a reduction in two kernels'],
    operators: extrema,
    perturb: withTerm((_, n) => (n > 256 ? 0 : undefined)),
  },
];
