import { formatIn, isFloat, type Mutant, misfold, ofFloats, ofIntegers } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';
import { chunks } from '../summation.ts';

export const sums = ['ReduceL1', 'ReduceMean', 'ReduceSum'];
export const squares = ['ReduceL2', 'ReduceSumSquare'];
export const arithmetic = [...sums, ...squares];

const asSum = (fold: Stages['fold'], terms: readonly (number | bigint)[], request: Request): number =>
  Number(fold(terms, [], { ...request, operator: 'ReduceSum' }));

/** Bugs in sums, means and norms. */
export const normFaults: readonly Mutant[] = [
  {
    name: 'a mean is divided by n - 1',
    source: ['the estimate of a variance'],
    operators: ['ReduceMean'],
    perturb: ofFloats((terms, request, fold) =>
      terms.length > 1 ? asSum(fold, terms, request) / (terms.length - 1) : fold(terms, [], request),
    ),
  },
  {
    name: 'a mean of several axes is divided by the last only',
    source: ['TFJS-1a52033'],
    operators: ['ReduceMean'],
    perturb: misfold((fold, terms, extents, request) =>
      isFloat(request.dtype) && extents.length > 1 && terms.length > 0
        ? asSum(fold, terms, request) / extents.at(-1)!
        : fold(terms, extents, request),
    ),
  },
  {
    name: 'a mean is that of the means of blocks of 8, the short one like the others',
    source: ['a mean in two stages'],
    operators: ['ReduceMean'],
    perturb: ofFloats((terms, request, fold) => {
      if (terms.length <= 8 || terms.length % 8 === 0) return fold(terms, [], request);
      const whole = terms.length - (terms.length % 8);
      const blocks = [...chunks(terms.slice(0, whole), 8), terms.slice(whole)];
      return fold(
        blocks.map((block) => Number(fold(block, [], request))),
        [],
        request,
      );
    }),
  },
  {
    name: 'a mean of 16 bits multiplies by 1/n rounded to 8 bits',
    source: ['TFJS-4033'],
    operators: ['ReduceMean'],
    perturb: ofFloats((terms, request, fold) => {
      if (formatIn(request).bits > 16 || terms.length === 0) return fold(terms, [], request);
      return asSum(fold, terms, request) * (Math.round(2 ** 8 / terms.length) / 2 ** 8);
    }),
  },
  {
    name: 'the absolute value is taken of the sum',
    source: ['RTEN-a4d9768', 'steps in the wrong order'],
    operators: ['ReduceL1'],
    perturb: ofFloats((terms, request, fold) => Math.abs(asSum(fold, terms, request))),
  },
  {
    name: 'the sum is squared instead of its terms',
    source: ['steps in the wrong order'],
    operators: squares,
    perturb: ofFloats((terms, request, fold) => {
      const sum = asSum(fold, terms, request);
      return request.operator === 'ReduceL2' ? Math.abs(sum) : sum * sum;
    }),
  },
  {
    name: 'the absolute value is forgotten for integers',
    source: ['ORT-28681b'],
    operators: ['ReduceL1'],
    perturb: ofIntegers(
      ({ signed }) => signed,
      (terms, _, request, fold) => fold(terms, [], { ...request, operator: 'ReduceSum' }),
    ),
  },
  {
    name: 'magnitudes take the place of squares',
    source: ['RTEN-a4d9768'],
    operators: squares,
    perturb: misfold((fold, terms, extents, request) => fold(terms, extents, { ...request, operator: 'ReduceL1' })),
  },
  {
    name: 'squares keep the sign of their terms',
    source: ['x·|x|'],
    operators: squares,
    perturb: ofFloats((terms, request, fold) => {
      const signed = asSum(
        fold,
        terms.map((x) => x * Math.abs(x)),
        request,
      );
      return request.operator === 'ReduceL2' ? Math.sqrt(signed) : signed;
    }),
  },
  {
    name: 'the root is x · 1/√x',
    source: ['rsqrt of zero'],
    operators: ['ReduceL2'],
    perturb: ofFloats((terms, request, fold) => {
      const square = Number(fold(terms, [], { ...request, operator: 'ReduceSumSquare' }));
      return square * (1 / Math.sqrt(square));
    }),
  },
  {
    name: 'a scaled norm divides by a maximum of 0',
    source: ['ORT-32575', 'the fix without its guard'],
    operators: ['ReduceL2'],
    perturb: ofFloats((terms, request, fold) => {
      const largest = terms.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      return terms.length && (largest === 0 || largest === Number.POSITIVE_INFINITY)
        ? Number.NaN
        : fold(terms, [], request);
    }),
  },
  {
    name: 'a tiny constant is added under the root',
    source: ['the epsilon of a normalisation'],
    operators: ['ReduceL2'],
    perturb: ofFloats((terms, request, fold) =>
      Math.sqrt(Number(fold(terms, [], { ...request, operator: 'ReduceSumSquare' })) + 1e-12),
    ),
  },
];
