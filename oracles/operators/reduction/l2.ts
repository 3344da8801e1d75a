import { observe } from '../../acceptance/policy.ts';
import type { Kernel } from '../../numerics/arithmetic.ts';
import { integerRoundings } from '../../numerics/real.ts';
import { castTo, sumStep, withBodySince18 } from './body.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceL2';
const kernel: Kernel = (a, xs) => a.sqrt(a.sum(a.square(xs)));
const scaled: Kernel = (a, xs) => a.multiply(a.largest(xs), a.sqrt(a.sum(a.square(a.over(xs, a.largest(xs))))));
/** by axes, or by a chain of hypot */
const ofNorms: Kernel = (a, xs) => a.normOfNorms(xs);
/** what the body computes, whatever the type of data */
const rootInFloat32: Kernel = (a, xs) => a.throughFloat32(a.sqrt(a.throughFloat32(a.sum(a.square(xs)))));
const body = {
  nodes: [
    { opType: 'Mul', inputs: ['data', 'data'], output: 'data_square' },
    sumStep('data_square', 'sum_square'),
    { opType: 'Cast', inputs: ['sum_square'], output: 'sum_square_dbl', attributes: castTo('float32') },
    { opType: 'Sqrt', inputs: ['sum_square_dbl'], output: 'sqrt' },
    { opType: 'CastLike', inputs: ['sqrt', 'data'], output: 'reduced' },
  ],
};

/** ReduceL2: √Σx². */
export const reduceL2 = reduction({
  name,
  definition: '√Σx²',
  kernel,
  algorithms: [scaled],
  stepwise: [ofNorms],
  alternatives: [
    {
      choice: observe('l2-intermediate', 'float32'),
      otherwise: observe('l2-intermediate', 'float64'),
      kernel: rootInFloat32,
      since: 18,
      dtype: 'float64',
    },
  ],
  integers: { roundings: integerRoundings, through: ['float64', 'float32'] },
  versions: withBodySince18(body, reductionVersions({ name, emptySet: '0', elementwise: '√x²', roundsIntegers: true })),
});
