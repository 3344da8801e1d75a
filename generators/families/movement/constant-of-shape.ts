import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { breaking, drawn, filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';

/** A shape full of a value of the type of the cell. */
const full =
  (kinds: readonly string[], ...shapes: number[][]) =>
  ({ types }: PlanContext): NamedCall[] =>
    shapes.map((input, i) => ({ input, value: drawn(`1 ${kinds[i % kinds.length]}`, types.T2!) }));

/** A vector of -0, in types that have it: memory set to 0 is another number. */
function minusZero(dtype: DType): readonly NamedCall[] {
  const format = formatOf(dtype);
  return format.kind === 'float' && format.hasMinusZero
    ? [{ input: [5], value: filled('1', [-0], { dtype }), suite: 'quick' }]
    : [];
}

export const constantOfShape: NamedPlans = {
  samples: full(['mixed'], [2, 3], [3, 2], [4], [2, 1, 3]),
  sizes: [
    ({ types }) =>
      [
        [2, 3],
        [4, 1],
        [3, 7],
      ].map((shape) => ({ input: filled('2', shape), value: filled('1', [2], { dtype: types.T2! }) })),
  ],
  aliasCandidates: [],
  plans: {
    'any-shape': full(['mixed'], [65], [3, 17], [2, 1, 3, 1, 2], [1, 2, 1, 2, 1, 2, 1, 3], [1], [300], [5, 207]),
    'value-given': (context) => [
      ...full(['special', 'wide', 'zeros', 'mixed'], [2, 3], [5], [3], [7], [4, 2], [3, 3], [6], [2, 2])(context),
      ...minusZero(context.types.T2!),
    ],
    'value-absent': varied({}, 'input', [2, 3], [1], [33]),
    'to-rank-zero': full(['mixed'], []),
    'size-zero': full(['mixed'], [0], [2, 0, 3], [0, 4]),
  },
  invalid: { 'invalid-size': breaking({ input: [2, 3] }, 'input', [2, -1], [-3, 2], [-2, -3]) },
  draw: (draws) => ({
    input: draws.sizes(draws.count(0, 6)),
    value:
      draws.context.types.T2 === 'float32' && draws.once(4)
        ? undefined
        : { ...draws.data([1]), dtype: draws.context.types.T2! },
  }),
};

/** Types that a matrix of ones may have. */
const others = [1, 11, 6, 7, 2, 9, 10, 3, 4, 5, 12, 13];

export const eyeLike: NamedPlans = {
  samples: [{ input: '3x3' }, { input: '3x3', k: 1 }, { input: '2x4', k: -1 }, { input: '4x3' }],
  plans: {
    'any-shape': [
      { input: '1x1' },
      { input: '17x3' },
      { input: '3x33' },
      { input: '9x9', k: 4 },
      { input: '65x2', k: -63 },
    ],
    'k-positive': [...varied({ input: '3x4' }, 'k', 1, 2, 3), ...varied({ input: '5x3' }, 'k', 1, 2)],
    'k-negative': [...varied({ input: '4x3' }, 'k', -1, -2, -3), ...varied({ input: '3x5' }, 'k', -1, -2)],
    'k-beyond': varied({ input: '2x3' }, 'k', 3, -2, 100, -100, 2 ** 40, -(2 ** 33)),
    'dtype-given': others.flatMap((dtype) => [{ input: '3x4', dtype, k: 1 }]),
    'size-zero': [{ input: '0x3' }, { input: '3x0' }, { input: '0x0' }],
  },
  invalid: { 'invalid-rank': breaking({ input: '3x3' }, 'input', '3', '2x3x3', filled('scalar', [1])) },
  draw: (draws) => {
    const dims = draws.sizes(2);
    const k = draws.maybe(() => draws.pick(0, 1, -1, dims[0]!, -dims[1]!, draws.count(-9, 9)));
    return { input: draws.data(dims), k, dtype: draws.maybe(() => draws.pick(...others)) };
  },
};
