import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { isFloat, type Mutant, misfold, ofFloats, ofIntegers, ofTerms } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';
import { chunks } from '../summation.ts';

const sums = ['ReduceL1', 'ReduceMean', 'ReduceSum'];
const squares = ['ReduceL2', 'ReduceSumSquare'];
const arithmetic = [...sums, ...squares];
const formatIn = ({ dtype }: Request): FloatFormat => formatOf(dtype) as FloatFormat;

const asSum = (fold: Stages['fold'], terms: readonly (number | bigint)[], request: Request): number =>
  Number(fold(terms, [], { ...request, operator: 'ReduceSum' }));

/** A float result stored in another way; `exact` is that in double. */
const stored = (dtypes: readonly string[], store: (x: number, format: FloatFormat) => number): Mutant['perturb'] =>
  ofFloats((terms, request, fold) => {
    if (!dtypes.includes(request.dtype)) return fold(terms, [], request);
    const x = Number(fold(terms, [], { ...request, dtype: 'float32' }));
    return Number.isFinite(x) ? store(x, formatIn(request)) : x;
  });

const truncated = (x: number, format: FloatFormat): number => {
  const rounded = roundDouble(x, format);
  if (Math.abs(rounded) <= Math.abs(x)) return rounded;
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x))) - format.precision);
  return roundDouble(x - Math.sign(x) * step, format);
};

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
  {
    name: 'infinities of both signs cancel',
    source: ['clamping before the sum'],
    operators: sums,
    perturb: ofTerms((terms) => {
      const signs = new Set(terms.filter((x) => Math.abs(Number(x)) === Number.POSITIVE_INFINITY));
      return signs.size === 2 ? terms.filter((x) => Number.isFinite(Number(x)) || Number.isNaN(x)) : terms;
    }),
  },
  {
    name: 'NaN is read as 0',
    source: ['TVM-19518', 'nan_to_num'],
    operators: arithmetic,
    perturb: ofTerms((terms) => terms.map((x) => (Number.isNaN(x) ? 0 : x))),
  },
  {
    name: 'results below the normal numbers are flushed to 0',
    source: ['flush to zero'],
    operators: sums,
    perturb: ofFloats((terms, request, fold) => {
      const x = Number(fold(terms, [], request));
      const { minExponent, precision } = formatIn(request);
      return Math.abs(x) < 2 ** (minExponent + precision - 1) ? 0 : x;
    }),
  },
  {
    name: '16-bit results are truncated',
    source: ['a shift instead of a rounding'],
    operators: arithmetic,
    perturb: stored(['bfloat16', 'float16'], (x, format) => (x === 0 ? x : truncated(x, format))),
  },
  {
    name: '16-bit results round ties away from zero',
    source: ['adding half and shifting'],
    operators: arithmetic,
    perturb: stored(['bfloat16', 'float16'], (x, format) => roundDouble(x * (1 + 2 ** -30), format)),
  },
  {
    name: 'floats are added in fixed point with 16 fractional bits',
    source: ['sums by integer atomics'],
    operators: sums,
    perturb: ofTerms((terms, { dtype }) =>
      isFloat(dtype)
        ? terms.map((x) => (Number.isFinite(Number(x)) ? Math.round(Number(x) * 2 ** 16) / 2 ** 16 : x))
        : terms,
    ),
  },
  {
    name: 'squares of integers are taken in 24 bits',
    source: ['mul24 of graphics processors'],
    operators: ['ReduceSumSquare'],
    perturb: ofIntegers(
      ({ bits }) => bits === 32,
      (terms, { signed }, request, fold) =>
        fold(
          terms.map((x) => (signed ? BigInt.asIntN(24, x) : BigInt.asUintN(24, x))),
          [],
          request,
        ),
    ),
  },
  {
    name: 'uint64 saturates where int64 ends',
    source: ['TF-39649', 'MLX-fce53b6'],
    operators: ['ReduceSum', 'ReduceL1', 'ReduceMax', 'ReduceMin', 'ReduceProd'],
    perturb: ofIntegers(
      ({ name }) => name === 'uint64',
      (terms, _, request, fold) => {
        const x = BigInt(fold(terms, [], request));
        return x < 2n ** 63n ? x : 2n ** 63n - 1n;
      },
    ),
  },
  {
    name: 'the mean of integers is rounded away from zero',
    source: ['ORT-2317', 'a ceiling that keeps the sign'],
    operators: ['ReduceMean'],
    perturb: ofIntegers(
      () => true,
      (terms, _, request, fold) => {
        const n = BigInt(terms.length);
        const sum = terms.reduce((a, b) => a + b, 0n);
        return n && sum % n ? sum / n + (sum < 0n ? -1n : 1n) : fold(terms, [], request);
      },
    ),
  },
];
