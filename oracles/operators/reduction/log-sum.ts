import { log } from '../../arithmetic/functions.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { integerRoundings } from '../../numerics/real.ts';
import { sumStep, withBodySince18 } from './body.ts';
import type { ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceLogSum';
const kernel: ReductionKernel = (a, xs) => a.apply(log, a.sum(xs));
const body = {
  nodes: [sumStep('data', 'reduced_sum'), { opType: 'Log', inputs: ['reduced_sum'], output: 'reduced' }],
  dtypes: floatDTypes,
};

/** ReduceLogSum: ln Σx. */
export const reduceLogSum = reduction({
  name,
  definition: 'ln Σx',
  kernel,
  isLogarithm: true,
  integers: { roundings: integerRoundings, through: ['float64', 'float32'] },
  undefinedWhenEmptyOfIntegers: 'empty-set-of-integers',
  positiveDomain: true,
  versions: withBodySince18(
    body,
    reductionVersions({
      name,
      emptySet: '-Infinity',
      emptySetOf: 'floats',
      elementwise: 'ln x',
      roundsIntegers: true,
      mayRefuseIntegers: true,
      domain: 'The logarithm of a negative sum is NaN, of zero (of either sign) -Infinity.',
    }),
  ),
});
