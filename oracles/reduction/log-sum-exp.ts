import { observe } from '../acceptance/policy.ts';
import type { Kernel } from '../numerics/arithmetic.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import { toNumber } from '../numerics/dyadic.ts';
import type { Vector } from '../numerics/vector.ts';
import { castTo, sumStep, withBodySince18 } from './body.ts';
import { reduction } from './reduction.ts';
import { floatsOnlySince28 } from './versions.ts';

const name = 'ReduceLogSumExp';
/** the same as ln Σeˣ, and finite whenever that is */
const kernel: Kernel = (a, xs) => a.add(a.maximum(xs), a.log(a.sum(a.exp(a.minus(xs, a.maximum(xs))))));
const asItStands: Kernel = (a, xs) => a.log(a.sum(a.exp(xs)));
const body = {
  nodes: [
    { opType: 'Cast', inputs: ['data'], output: 'data_float64', attributes: castTo('float64') },
    { opType: 'Exp', inputs: ['data_float64'], output: 'exp' },
    sumStep('exp', 'sum'),
    { opType: 'Log', inputs: ['sum'], output: 'log' },
    { opType: 'CastLike', inputs: ['log', 'data'], output: 'reduced' },
  ],
};

/** Powers of two of the largest exponential, and of the number of terms, that stay clear of both ends of the range. */
const margin = 16;

/** True if the exponential of the greatest term may leave the range of the format, or its normal part. */
function isFarFromZero({ range, allFinite }: Vector, { minExponent, maxExponent, precision }: FloatFormat): boolean {
  if (!range || !allFinite) return false;
  const exponent = toNumber(range.greatest) * Math.LOG2E;
  return exponent > maxExponent - margin || exponent < minExponent + precision + margin;
}

/** ReduceLogSumExp: ln Σeˣ. */
export const reduceLogSumExp = reduction({
  name,
  definition: 'ln Σeˣ',
  kernel,
  alternatives: [
    {
      choice: observe('log-sum-exp-shift', 'not-shifted'),
      otherwise: observe('log-sum-exp-shift', 'shifted'),
      kernel: asItStands,
      matters: isFarFromZero,
    },
  ],
  integerRoundings: ['truncate', 'floor', 'nearest'],
  integersThrough: ['float64', 'float32'],
  integersInFloats: true,
  undefinedWhenEmptyOfIntegers: 'empty-logarithm',
  versions: withBodySince18(
    body,
    floatsOnlySince28({
      name,
      emptySet: '-Infinity',
      emptySetOf: 'floats',
      elementwise: 'ln eˣ, which is x',
      roundsIntegers: true,
      integersInFloats: true,
      domain: 'Nothing but -Infinity gives -Infinity, and any +Infinity beside no NaN gives +Infinity.',
    }),
  ),
});
