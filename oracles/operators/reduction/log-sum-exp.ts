import { exp, log } from '../../arithmetic/functions.ts';
import { observe } from '../../judge/policy.ts';
import { integerRoundings } from '../../numerics/real.ts';
import { castTo, sumStep, withBodySince18 } from './body.ts';
import { logAddExp } from './chains.ts';
import type { ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceLogSumExp';
/** finite if ln Σeˣ is */
const kernel: ReductionKernel = logAddExp.value;
const twoByTwo: ReductionKernel = (a, xs) => a.chain(logAddExp, xs);
const asItStands: ReductionKernel = (a, xs) => a.apply(log, a.sum(xs.map((x) => a.apply(exp, x))));
const body = {
  nodes: [
    { opType: 'Cast', inputs: ['data'], output: 'data_double', attributes: castTo('float64') },
    { opType: 'Exp', inputs: ['data_double'], output: 'data_exp' },
    sumStep('data_exp', 'reduced_sum'),
    { opType: 'Log', inputs: ['reduced_sum'], output: 'reduced_double' },
    { opType: 'CastLike', inputs: ['reduced_double', 'data'], output: 'reduced' },
  ],
};

/** Returns whether exponentials leave the range of float64, and so of every narrower type. Closer to zero it depends on the type. */
function leavesDoubles(terms: readonly number[]): boolean {
  const greatest = terms.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return Number.isFinite(greatest) && Math.abs(greatest) > 750;
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
      choices: [observe('log-sum-exp-shift', 'not-shifted')],
      otherwise: [observe('log-sum-exp-shift', 'shifted')],
      kernel: asItStands,
      isSameValue: true,
      isDistinguishing: leavesDoubles,
    },
  ],
  integers: { roundings: integerRoundings, through: ['float64'] },
  decidedBy: 'greatest',
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
      domain: 'Only -Infinity gives -Infinity; any +Infinity without NaN gives +Infinity.',
    }),
  ),
});
