import { integerRoundings } from '../../numerics/real.ts';
import { runningMean } from './chains.ts';
import type { ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceMean';
const kernel: ReductionKernel = (a, xs) => a.divide(a.sum(xs), a.of(xs.length));
const timesReciprocal: ReductionKernel = (a, xs) => a.multiply(a.sum(xs), a.divide(a.of(1), a.of(xs.length)));
const dividedTerms: ReductionKernel = (a, xs) => a.sum(xs.map((x) => a.divide(x, a.of(xs.length))));
const running: ReductionKernel = (a, xs) => a.chain(runningMean, xs);

/** ReduceMean: Σx / n. Integer means are truncated by the rule of Div, which the text does not state for ReduceMean. */
export const reduceMean = reduction({
  name,
  definition: 'Σx / n',
  kernel,
  algorithms: [timesReciprocal, dividedTerms, running],
  integers: { roundings: integerRoundings, through: ['float64'] },
  undefinedWhenEmpty: 'empty-mean',
  undefinedWhenEmptyOfIntegers: 'empty-set-of-integers',
  versions: reductionVersions({ name, emptySet: undefined, elementwise: 'x', roundsIntegers: true }),
});
