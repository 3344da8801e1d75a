import type { Kernel } from '../../numerics/arithmetic.ts';
import { integerRoundings } from '../../numerics/real.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceMean';
const kernel: Kernel = (a, xs) => a.divide(a.sum(xs), a.count(xs));
const timesReciprocal: Kernel = (a, xs) => a.multiply(a.sum(xs), a.reciprocal(a.count(xs)));
const dividedTerms: Kernel = (a, xs) => a.sum(a.over(xs, a.count(xs)));
const running: Kernel = (a, xs) => a.runningMean(xs);

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
