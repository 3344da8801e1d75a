import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { linesOver, range } from '../../arrays/lines.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { overflowingAlternatives } from '../../judge/other-ways.ts';
import { observe } from '../../judge/policy.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, values } from '../../spec/node.ts';
import { farRows } from './clauses.ts';
import {
  bothWithinRange,
  type MomentLimits,
  type Moments,
  moments,
  momentsByReciprocal,
  momentsOfSquares,
  runningMoments,
} from './moments.ts';
import { limitVariance, rsqrt, spilledLimits } from './standardize.ts';

/** Divides a distance from the mean by the root of the variance. */
type Share = <S>(a: Arithmetic<S>, deviation: S, variance: S) => S;

const quotient: Share = (a, deviation, variance) => a.divide(deviation, a.sqrt(variance));
const product: Share = (a, deviation, variance) => a.multiply(deviation, rsqrt(a, variance));
/** The formula of the function body: 10⁻⁹ is added to the root of the variance to avoid a division by zero. */
const keptBy =
  (epsilon: number): Share =>
  (a, deviation, variance) =>
    a.divide(deviation, a.add(a.sqrt(variance), a.from(a.of(epsilon))));

/** The constant of the function body is a float32; an implementation in float64 may have a float64. */
const kept = keptBy(Math.fround(1e-9));
const keptInFloat64 = keptBy(1e-9);

const ofSquares = observe('variance-formula', 'of-squares');
const ofDeviations = observe('variance-formula', 'of-deviations');
const added = observe('deviation-epsilon', 'added');
const none = observe('deviation-epsilon', 'none');

/** MeanVarianceNormalization: subtracts the mean along some dimensions and divides by the root of the variance. */
export const meanVarianceNormalization = define({
  name: 'MeanVarianceNormalization',
  family: 'normalization',
  definition: 'y = (x - mean) / √variance',
  evaluate: normalizedBy(moments, quotient),
  algorithms: [normalizedBy(momentsByReciprocal, product), normalizedBy(runningMoments, product)],
  alternatives: (): readonly Alternative[] => [
    {
      choices: [added],
      otherwise: [none],
      evaluate: normalizedBy(moments, kept),
      algorithms: [normalizedBy(runningMoments, kept), normalizedBy(moments, keptInFloat64)],
    },
    { choices: [ofSquares], otherwise: [ofDeviations], evaluate: normalizedBy(momentsOfSquares, quotient) },
    {
      choices: [ofSquares, added],
      otherwise: [],
      evaluate: normalizedBy(momentsOfSquares, kept),
      algorithms: [normalizedBy(momentsOfSquares, keptInFloat64)],
    },
    ...overflowingAlternatives(
      ...spilledLimits.flatMap((limits) => [
        normalizedBy(moments, quotient, limits),
        normalizedBy(runningMoments, quotient, limits),
        normalizedBy(moments, kept, limits),
      ]),
    ),
  ],
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The elements along all axes together are normalized to mean 0 and variance 1.'),
      says('axes', 'Mean and variance are computed along all axes that are listed.', 'attribute axes'),
      implies(
        'offset-rows',
        'Data with a large mean are normalized as precisely as their digits allow.',
        ieee754('4.3'),
      ),
      implies('far-rows', farRows, ieee754('4.3'), floatDTypes),
      implies('constant-rows', 'The variance of equal elements is 0, and the quotient is 0/0.', ieee754('7.2')),
      implies('any-length', 'Every element contributes, for any number of elements.', ieee754('4.3')),
      implies('special-values', 'A row that contains NaN or an infinity becomes NaN.', ieee754('6.1, 6.2')),
    ];
  },
});

function normalizedBy(momentsOf: Moments, share: Share, limits: MomentLimits = bothWithinRange): Evaluate {
  return (a, node) => {
    const x = node.input(0);
    const axes = node.numbers('axes')!.map((axis) => normalizeAxis(axis, x.dims.length));
    if (new Set(axes).size < axes.length) throw new NotJudged('an axis that is listed twice');
    const lines = linesOver(x.dims, axes);
    if (lines.length === 0) throw new NotJudged('a mean of no elements');
    const line = memoized(lines.count, (number) => {
      const xs = range(lines.length).map((place) => x.at(lines.index(number, place)));
      const { deviations, variance } = momentsOf(a, xs, limits);
      return { deviations, variance: limitVariance(a, variance, limits.variance) };
    });
    return [
      values(x.dtype, x.dims, (index) => {
        const { deviations, variance } = line(lines.lineOf(index));
        return share(a, deviations[lines.placeOf(index)]!, variance);
      }),
    ];
  };
}
