import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { formatIn, isFloat, type Mutant, ofFloats, ofIntegers, ofTerms } from '../mutant.ts';
import { arithmetic, sums } from './norms.ts';

/** A float result stored in another way; `exact` is that in double. */
const stored = (dtypes: readonly string[], store: (x: number, format: FloatFormat) => number): Mutant['perturb'] =>
  ofFloats((terms, request, fold) => {
    if (!dtypes.includes(request.dtype)) return fold(terms, [], request);
    const x = Number(fold(terms, [], { ...request, dtype: 'float32' }));
    return Number.isFinite(x) ? store(x, formatIn(request)) : x;
  });

const _truncated = (x: number, format: FloatFormat): number => {
  const rounded = roundDouble(x, format);
  if (Math.abs(rounded) <= Math.abs(x)) return rounded;
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x))) - format.precision);
  return roundDouble(x - Math.sign(x) * step, format);
};

/** Bugs at the ends of ranges, and in how results are rounded and stored. */
export const rangeFaults: readonly Mutant[] = [
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
    perturb: stored(['bfloat16', 'float16'], (x, format) => (x === 0 ? x : _truncated(x, format))),
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
