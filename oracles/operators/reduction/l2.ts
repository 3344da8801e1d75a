import { observe } from '../../judge/policy.ts';
import { integerRoundings } from '../../numerics/real.ts';
import { castTo, sumStep, withBodySince18 } from './body.ts';
import { normOfNorms } from './chains.ts';
import { greatest, type ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceL2';
const kernel: ReductionKernel = (a, xs) => a.sqrt(a.dot(xs, xs));
/** scaled by the largest magnitude */
export const scaledNorm: ReductionKernel = (a, xs) => {
  const [zero, one] = [a.of(0), a.of(1)];
  const largest = greatest(a, [zero, ...xs.map((x) => a.abs(x))], 0);
  const isOpen = a.equal(largest, a.of(Number.POSITIVE_INFINITY));
  // do not divide by zero or by an infinity
  const unit = a.select(isOpen, one, a.select(a.equal(largest, zero), one, largest));
  const shares = xs.map((x) => a.divide(x, unit));
  return a.multiply(largest, a.sqrt(a.dot(shares, shares)));
};
/** by axes, or by a chain of hypot */
const ofNorms: ReductionKernel = (a, xs) => a.chain(normOfNorms, xs);
/** the computation of the function body, for any type of data */
const rootInFloat32: ReductionKernel = (a, xs) => a.round(a.sqrt(a.round(a.dot(xs, xs), 'float32')), 'float32');
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
  algorithms: [scaledNorm],
  stepwise: [ofNorms],
  alternatives: [
    {
      choices: [observe('l2-intermediate', 'float32')],
      otherwise: [observe('l2-intermediate', 'float64')],
      kernel: rootInFloat32,
      isSameValue: true,
      since: 18,
      dtype: 'float64',
    },
  ],
  integers: { roundings: integerRoundings, through: ['float64', 'float32'] },
  versions: withBodySince18(body, reductionVersions({ name, emptySet: '0', elementwise: '√x²', roundsIntegers: true })),
});
