import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import type { Draws } from '../../covering/draws.ts';
import { filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';
import { specialNumbers } from '../../values/values.ts';
import { edges } from '../contraction/edges.ts';
import { adjacentDoubles, belowNarrowTypes } from './max-pool.ts';

const all = (kind: string, ...shapes: string[]): NamedCall[] => shapes.map((shape) => ({ X: `${shape} ${kind}` }));

/** Channels of one dimension or several. */
const drawChannels = (draws: Draws): readonly number[] => draws.sizes(draws.count(3, 5), 1);

const common = {
  samples: [{ X: '1x2x4x4' }, { X: '2x3x4' }, { X: '2x1x2x2x2' }],
  sizes: [
    [{ X: '1x2x4x4' }, { X: '2x2x2x8' }, { X: '1x3x5x7' }],
    [{ X: '1x1x8' }, { X: '1x2x33' }],
  ],
  aliasCandidates: [{ X: '2x3x1x1' }],
  plans: {
    definition: [
      ...all('small', '1x1x1x1', '2x3x4x4', '1x1x2x8', '5x1x4x8', '1x17x2x2', '3x5x1x16'),
      ...all('distinct', '2x3x4x2'),
      // tails of rows that are walked in fours and eights
      ...all('small', '1x2x7x5', '1x1x3x11', '1x3x17x1'),
    ],
    'any-rank': all('small', '2x2x2x4x2', '2x3x8', '1x2x2x4x2', '2x2x2x2x2x2', '0x2x3x3'),
  },
} satisfies Partial<NamedPlans>;

/** The largest number in each place. */
const peaks = (shape: string, count: number): NamedCall[] =>
  Array.from({ length: count }, (_, at) => ({ X: filled(shape, Array<number>(count).fill(-9).with(at, -2)) }));

export const globalMaxPool: NamedPlans = {
  ...common,
  draw: (draws) => ({ X: draws.data(drawChannels(draws)) }),
  plans: {
    ...common.plans,
    definition: (context) => [
      { X: filled('2x2x2x3', [-5, -9, -3, -7, -2]) },
      ...belowNarrowTypes(context.dtype).map((numbers) => ({ X: filled('1x2x3', numbers) })),
      ...all('distinct', '2x3x4x5', '1x17x2x2', '3x5x1x16'),
      ...peaks('1x1x3x3', 9),
      ...adjacentDoubles('2x1x2x3', context).map((X) => ({ X })),
    ],
    'special-values': ({ dtype }) => {
      const numbers = specialNumbers(formatOf(dtype) as FloatFormat).filter((x) => !Number.isNaN(x));
      return [
        ...[0, 3, 8].map((from) => ({ X: filled('1x2x2x2', numbers.slice(from)) })),
        ...['1x1x3x3', '2x3x2', '1x2x2x2x2', '1x17x3'].map((shape) => ({
          X: filled(shape, [Number.NEGATIVE_INFINITY]),
        })),
        { X: filled('2x1x2x2', [1, 2, Number.NaN, 3, 5, 6, 4, 7]) },
        { X: filled('1x2x3', [Number.NaN, 2, 3]) },
      ];
    },
  },
};

const rounding: NamedPlans = {
  ...common,
  draw: (draws) => ({ X: draws.summands(drawChannels(draws)) }),
  plans: {
    ...common.plans,
    accuracy: [...all('mixed', '2x2x3x3', '1x1x7x9', '1x2x33'), ...all('wide', '1x2x3x3')],
    'special-values': (context) => [
      ...[0, 1, 3].map((from) => ({ X: edges(context, '2x2x2x2', from) })),
      { X: edges(context, '1x9x1x3', 0) },
      ...all('zeros', '1x2x3x3'),
    ],
  },
};

export const globalAveragePool = rounding;

export const globalLpPool: NamedPlans = {
  ...rounding,
  draw: (draws) => ({
    X: draws.summands(drawChannels(draws)),
    p: draws.maybe(() => draws.pick(1, 2, 3, draws.count(4, 7))),
  }),
  samples: [{ X: '1x2x2x2', p: 2 }, { X: '2x3x4', p: 1 }, { X: '2x1x2x2x2' }],
  pairs: () => [{ differs: 'another order', calls: varied({ X: '1x2x3' }, 'p', 1, 2) }],
  plans: {
    ...rounding.plans,
    definition: [
      { X: filled('1x2x2x2', [3, -4, 0, 0, 0, 12, 0, -5]), p: 2 },
      ...(rounding.plans.definition as NamedCall[]),
    ],
    'order-of-norm': [
      { X: '2x1x5', p: 3 },
      ...varied({ X: '1x2x4x4' }, 'p', 1, 2, 3, 4, undefined),
      ...varied({ X: '2x1x5 mixed' }, 'p', 1, 2, 3, 5),
      ...varied({ X: '2x1x5' }, 'p', 3, 5, 6, 7),
    ],
  },
};
