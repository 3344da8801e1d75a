import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../../../oracles/numerics/rounding.ts';
import { definitions } from '../definitions.ts';
import { floatMachine } from '../machine.ts';
import { isFloat, type Mutant, misfold, ofFloats } from '../mutant.ts';
import { pairwise, type Summation } from '../summation.ts';
import type { Kernel } from '../vectors.ts';

/** The operator evaluated in another type, or with another summation. */
const computedIn = (
  format: (own: FloatFormat) => FloatFormat,
  summation: Summation = pairwise,
  kernels: Readonly<Record<string, Kernel>> = definitions,
) =>
  ofFloats((terms, { operator, dtype }) =>
    kernels[operator]!(floatMachine(format(formatOf(dtype) as FloatFormat), summation, []), terms),
  );

/** Kahan's summation as usually printed: an infinite sum leaves infinity minus infinity in the correction. */
const kahan: Summation = (terms, { of }) => {
  let total = 0;
  let correction = 0;
  for (const x of terms) {
    const y = of(x, -correction);
    const next = of(total, y);
    correction = of(of(next, -total), -y);
    total = next;
  }
  return total;
};

const instead = (name: string, narrower: FloatFormat['name']) => (own: FloatFormat) =>
  own.name === name ? formatOf(narrower) : own;

/** Bugs in the arithmetic of floats. */
export const floatFaults: readonly Mutant[] = [
  {
    name: 'NaN is skipped',
    source: ['TVM-19518', 'BURN-4814'],
    perturb: ofFloats((terms, request, fold) =>
      fold(
        terms.filter((x) => !Number.isNaN(x)),
        [],
        request,
      ),
    ),
  },
  {
    name: 'NaN in the vectorised part is skipped, in the tail it stays',
    source: ['ORT-10514'],
    perturb: ofFloats((terms, request, fold) => {
      const tail = terms.length - (terms.length % 8);
      return fold(
        terms.map((x, k) => (Number.isNaN(x) && k < tail ? 0 : x)),
        [],
        request,
      );
    }),
  },
  { name: 'Kahan summation meets an infinity', source: ['MXNET-16234'], perturb: computedIn((own) => own, kahan) },
  {
    name: 'an infinite result is the largest finite number',
    source: ['TF-3510'],
    perturb: ofFloats((terms, request, fold) => {
      const x = Number(fold(terms, [], request));
      return Math.abs(x) === Number.POSITIVE_INFINITY
        ? Math.sign(x) * largestFinite(formatOf(request.dtype) as FloatFormat)
        : x;
    }),
  },
  {
    name: 'float32 is squared in float16',
    source: ['NP-8775', 'MXNET-11938'],
    operators: ['ReduceL2', 'ReduceSumSquare'],
    perturb: computedIn(instead('float32', 'float16')),
  },
  {
    name: 'float64 is computed in float32',
    source: ['ORT-28681b'],
    perturb: computedIn(instead('float64', 'float32')),
  },
  {
    name: 'float32 is computed in float16',
    source: ['TFJS-4033', 'MNN-c14f2b3'],
    perturb: computedIn(instead('float32', 'float16')),
  },
  { name: 'float32 is computed in bfloat16', source: ['MLDT-63'], perturb: computedIn(instead('float32', 'bfloat16')) },
  { name: 'float16 is computed in bfloat16', source: ['MLDT-63'], perturb: computedIn(instead('float16', 'bfloat16')) },
  {
    name: 'bfloat16 is computed in float16',
    source: ['MLDT-63', 'MLX-3909'],
    perturb: computedIn(instead('bfloat16', 'float16')),
  },
  {
    name: 'the count of elements is held in bfloat16 for any type',
    source: ['PT-12115', 'TFJS-4033'],
    operators: ['ReduceMean'],
    perturb: ofFloats((terms, request, fold) => {
      const n = terms.length;
      return (Number(fold(terms, [], request)) * n) / roundDouble(n, formatOf('bfloat16'));
    }),
  },
  {
    name: 'every result is 1e-4 too large',
    source: ['TFJS-4033'],
    perturb: ofFloats((terms, request, fold) => Number(fold(terms, [], request)) * 1.0001),
  },
  {
    name: 'the mean is not divided',
    source: ['RTEN-a4d9768'],
    operators: ['ReduceMean'],
    perturb: misfold((fold, terms, extents, request) => fold(terms, extents, { ...request, operator: 'ReduceSum' })),
  },
  {
    name: 'the absolute value is missing',
    source: ['RTEN-a4d9768'],
    operators: ['ReduceL1'],
    perturb: misfold((fold, terms, extents, request) => fold(terms, extents, { ...request, operator: 'ReduceSum' })),
  },
  {
    name: 'the root is missing',
    source: ['RTEN-a4d9768'],
    operators: ['ReduceL2'],
    perturb: misfold((fold, terms, extents, request) =>
      fold(terms, extents, { ...request, operator: 'ReduceSumSquare' }),
    ),
  },
  {
    name: 'a sum of squares is rooted',
    source: ['RTEN-a4d9768'],
    operators: ['ReduceSumSquare'],
    perturb: misfold((fold, terms, extents, request) => fold(terms, extents, { ...request, operator: 'ReduceL2' })),
  },
  {
    name: 'the second stage of a long reduction squares again',
    source: ['MLX-8081df7'],
    operators: ['ReduceSumSquare'],
    perturb: misfold((fold, terms, extents, request) =>
      terms.length <= 256
        ? fold(terms, extents, request)
        : fold([fold(terms.slice(0, 256), [], request), fold(terms.slice(256), [], request)], [], request),
    ),
  },
  {
    name: 'the mean of several axes is divided by the size of the first only',
    source: ['TFJS-1a52033'],
    operators: ['ReduceMean'],
    perturb: ({ fold }) => ({
      fold(terms, extents, request) {
        if (!isFloat(request.dtype) || extents.length < 2) return fold(terms, extents, request);
        return Number(fold(terms, extents, { ...request, operator: 'ReduceSum' })) / extents[0]!;
      },
    }),
  },
  {
    name: 'the count of elements is kept in 8 bits',
    source: ['JAX-13033'],
    operators: ['ReduceMean'],
    perturb: ofFloats(
      (terms, request, fold) =>
        Number(fold(terms, [], { ...request, operator: 'ReduceSum' })) / ((terms.length << 24) >> 24),
    ),
  },
];
