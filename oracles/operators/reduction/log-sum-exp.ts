import { observe } from '../../acceptance/policy.ts';
import type { Kernel } from '../../numerics/arithmetic.ts';
import { toNumber } from '../../numerics/dyadic.ts';
import { integerRoundings } from '../../numerics/real.ts';
import type { Vector } from '../../numerics/vector.ts';
import { castTo, sumStep, withBodySince18 } from './body.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceLogSumExp';
/** the same as ln Σeˣ, and finite whenever that is */
const kernel: Kernel = (a, xs) => a.add(a.maximum(xs), a.log(a.sum(a.exp(a.minus(xs, a.maximum(xs))))));
const twoByTwo: Kernel = (a, xs) => a.logAddExp(xs);
const asItStands: Kernel = (a, xs) => a.log(a.sum(a.exp(xs)));
const body = {
  nodes: [
    { opType: 'Cast', inputs: ['data'], output: 'data_double', attributes: castTo('float64') },
    { opType: 'Exp', inputs: ['data_double'], output: 'data_exp' },
    sumStep('data_exp', 'reduced_sum'),
    { opType: 'Log', inputs: ['reduced_sum'], output: 'reduced_double' },
    { opType: 'CastLike', inputs: ['reduced_double', 'data'], output: 'reduced' },
  ],
};

/** Arguments whose exponentials leave the range of float64, and of every narrower type. */
const beyondFloat64 = 750;

/**
 * True where an evaluation without the shift cannot but miss the value, in whatever type it takes the exponentials. Nearer to
 * zero it depends on that type.
 */
function isFarFromZero({ range, allFinite }: Vector): boolean {
  return range !== undefined && allFinite && Math.abs(toNumber(range.greatest)) > beyondFloat64;
}

/** ReduceLogSumExp: ln Σeˣ. */
export const reduceLogSumExp = reduction({
  name,
  definition: 'ln Σeˣ',
  kernel,
  isLogarithm: true,
  stepwise: [twoByTwo],
  alternatives: [
    {
      choice: observe('log-sum-exp-shift', 'not-shifted'),
      otherwise: observe('log-sum-exp-shift', 'shifted'),
      kernel: asItStands,
      matters: isFarFromZero,
    },
  ],
  integers: { roundings: integerRoundings, through: ['float64'] },
  showsOnly: 'greatest',
  integersInFloats: true,
  undefinedWhenEmptyOfIntegers: 'empty-set-of-integers',
  versions: withBodySince18(
    body,
    reductionVersions({
      name,
      emptySet: '-Infinity',
      emptySetOf: 'floats',
      elementwise: 'ln eˣ, which is x',
      roundsIntegers: true,
      mayRefuseIntegers: true,
      integersInFloats: true,
      domain: 'Nothing but -Infinity gives -Infinity, and any +Infinity beside no NaN gives +Infinity.',
    }),
  ),
});
