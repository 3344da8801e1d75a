import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { type Mutant, misfold, ofFloats, ofIntegers, ofTerms } from '../mutant.ts';

const long = 1024;

/** Another value of slices of floats of more than 1,024. */
const ofLongRows = (evaluate: (terms: readonly number[], value: number) => NumericScalar) =>
  ofFloats((terms, request, fold) => {
    const value = fold(terms, [terms.length], request);
    return terms.length > long ? evaluate(terms, Number(value)) : value;
  });

const extrema = ['ReduceMax', 'ReduceMin'];
const isZero = (x: number) => x === 0;

/** What the sums on the way to a result come to, without rounding. */
const sums: Readonly<Record<string, (terms: readonly number[]) => number>> = {
  ReduceL1: (xs) => xs.reduce((sum, x) => sum + Math.abs(x), 0),
  ReduceSum: (xs) => xs.reduce((sum, x) => sum + x, 0),
};

/** Bugs that long rows show, and sums at the end of the range. */
export const lateFaults: readonly Mutant[] = [
  {
    name: 'of rows of more than 1,024 the last element is left out',
    source: ['an end that is one short in the kernel for long rows'],
    perturb: ofTerms((terms) => (terms.length > long ? terms.slice(0, -1) : terms)),
  },
  {
    name: 'rows of more than 1,024 end at a multiple of 64',
    source: ['an unrolled loop without its rest'],
    perturb: ofTerms((terms) => (terms.length > long ? terms.slice(0, terms.length - (terms.length % 64)) : terms)),
  },
  {
    name: 'of rows of more than 1,024 the second block is read twice, the last not at all',
    source: ['a double buffer that is not swapped at the end'],
    perturb: ofTerms((terms) => {
      const rest = terms.length % 256;
      return terms.length > long && rest > 0 ? [...terms.slice(0, -rest), ...terms.slice(256, 256 + rest)] : terms;
    }),
  },
  {
    name: 'an extremum of more than 1,024 elements starts from 0',
    source: ['shared memory that is cleared'],
    operators: extrema,
    perturb: misfold((fold, terms, extents, request) => {
      const zero = typeof terms[0] === 'bigint' ? 0n : 0;
      return fold(terms.length > long ? [...terms, zero] : terms, extents, request);
    }),
  },
  {
    name: 'a maximum of more than 1,024 floats starts from the least normal number',
    source: ['FLT_MIN where -FLT_MAX is meant'],
    operators: ['ReduceMax'],
    perturb: ofLongRows((_, value) => (value < 2 ** -14 ? 2 ** -14 : value)),
  },
  {
    name: 'a minimum of more than 1,024 floats starts from 1',
    source: ['padding with the neutral element of a product'],
    operators: ['ReduceMin'],
    perturb: ofLongRows((_, value) => (value > 1 ? 1 : value)),
  },
  {
    name: 'norms of more than 1,024 zeros are NaN',
    source: ['a division by the largest'],
    operators: ['ReduceL2', 'ReduceMean', 'ReduceL1', 'ReduceSumSquare', 'ReduceSum'],
    perturb: ofLongRows((terms, value) => (terms.every(isZero) ? Number.NaN : value)),
  },
  {
    name: 'rows of more than 1,024 in which nothing is positive give 0',
    source: ['a mask of positive elements'],
    operators: ['ReduceL1', 'ReduceL2', 'ReduceMean', 'ReduceSum', 'ReduceSumSquare', 'ReduceMin'],
    perturb: ofLongRows((terms, value) => (terms.some((x) => x > 0) ? value : 0)),
  },
  {
    name: 'the logarithm of a sum of more than 1,024 negative terms is that of its magnitude',
    source: ['a guard against NaN'],
    operators: ['ReduceLogSum'],
    perturb: ofLongRows((terms, value) =>
      terms.every((x) => x < 0) ? Math.log(-terms.reduce((a, b) => a + b, 0)) : value,
    ),
  },
  {
    name: 'float16 sums beyond 65,504 are infinite before they are rounded',
    source: ['a comparison with the largest number in the wider accumulator'],
    operators: ['ReduceL1', 'ReduceSum'],
    perturb: ofFloats((terms, request, fold) => {
      const sum = request.dtype === 'float16' ? sums[request.operator]!(terms) : 0;
      return Math.abs(sum) > 65_504 && Math.abs(sum) < 65_520
        ? Math.sign(sum) * Number.POSITIVE_INFINITY
        : fold(terms, [terms.length], request);
    }),
  },
  {
    name: 'float16 sums from 65,472 on are infinite',
    source: ['rounding up where the greatest exponent is met'],
    operators: ['ReduceL1', 'ReduceSum'],
    perturb: ofFloats((terms, request, fold) => {
      const value = Number(fold(terms, [terms.length], request));
      return request.dtype === 'float16' && Math.abs(value) > 65_472 ? value * 2 : value;
    }),
  },
  {
    name: 'large integers are summed in half their bits before the logarithm',
    source: ['a narrow accumulator'],
    operators: ['ReduceLogSum'],
    perturb: ofIntegers(
      () => true,
      (terms, { bits }, request, fold) => {
        const sum = terms.reduce((a, b) => a + b, 0n);
        return fold([BigInt.asIntN(bits / 2, sum)], [1], request);
      },
    ),
  },
  {
    name: 'integers are narrowed to eight bits on the way to an exponential',
    source: ['a narrow conversion'],
    operators: ['ReduceLogSumExp'],
    perturb: ofIntegers(
      () => true,
      (terms, _format, request, fold) =>
        fold(
          terms.map((x) => BigInt.asIntN(8, x)),
          [terms.length],
          request,
        ),
    ),
  },
];
