import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { each, filled, type NamedPlans, withLarge } from '../../notation/call-notation.ts';

const far = 2 ** 40;
const { NaN: nan, NEGATIVE_INFINITY: least } = Number;

export const trilu: NamedPlans = {
  samples: [
    { input: '3x4', upper: 1, k: 1 },
    { input: '3x4', upper: 0, k: -1 },
    { input: '2x3x3', upper: 0, k: 0 },
  ],
  plans: {
    'any-shape': withLarge(
      [
        { input: '17x33', upper: 1, k: 3 },
        { input: '2x2x3x4', upper: 1, k: 0 },
        { input: '1x2x1x2x3x3', upper: 1, k: -1 },
        { input: '1x3x9x11', upper: 0, k: 1 },
      ],
      [{ input: '265x269', upper: 1, k: 1 }],
    ),
    'upper-zero': [
      { input: '4x4', upper: 0 },
      { input: '3x5', upper: 0, k: 0 },
      { input: '2x4x2', upper: 0, k: 0 },
    ],
    'k-positive': each({ upper: [0, 1] }, { input: '4x5', k: 1 }, { input: '4x5', k: 3 }, { input: '5x3', k: 2 }),
    'k-negative': each({ upper: [0, 1] }, { input: '4x5', k: -1 }, { input: '4x5', k: -3 }, { input: '5x3', k: -4 }),
    'k-beyond': each(
      { upper: [0, 1] },
      { input: '3x4', k: 7 },
      { input: '3x4', k: -7 },
      { input: '2x2', k: far },
      { input: '2x2', k: -far },
      // k and the difference of two places are more than an int64 holds
      { input: '3x4', k: filled('scalar', [2n ** 63n - 1n]) },
      { input: '3x4', k: filled('scalar', [-(2n ** 63n)]) },
    ),
    'special-values': ({ dtype }) => {
      const input = formatOf(dtype).kind === 'float' ? filled('5x6', [nan, -0, 1, least, 0]) : '5x6 special';
      return [
        { input, upper: 0, k: 0 },
        { input, upper: 1, k: 0 },
        { input, upper: 0, k: 2 },
        { input, upper: 1, k: -2 },
      ];
    },
    'size-zero': [
      { input: '0x3', upper: 1, k: 0 },
      { input: '3x0', upper: 1, k: 1 },
      { input: '0x2x2', upper: 1, k: 0 },
    ],
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(2, 5));
    const k = draws.maybe(() => draws.pick(0, 1, -1, dims.at(-1)!, -dims.at(-2)!, draws.count(-40, 40), far, -far));
    return { input: draws.data(dims), upper: draws.maybe(() => draws.pick(0, 1)), k };
  },
};
