import { breaking, each, filled, type NamedPlans } from '../../notation/call-notation.ts';
import { rowsOf } from './rows.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
/** With these the quotient shows. */
const strong = { alpha: 1, size: 3 };

export const lrn: NamedPlans = {
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(2, 5), 1, 300);
    return {
      X: rowsOf(draws, dims),
      size: draws.pick(1, 2, 3, 4, 5, 5, draws.count(6, 15)),
      // by its default alpha hardly shows
      alpha: draws.once(6) ? undefined : draws.pick(0, 0.5, 1, 2, 9),
      beta: draws.maybe(() => draws.pick(0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3)),
      bias: draws.maybe(() => draws.pick(0.25, 0.5, 1, 2, 3, 10)),
    };
  },
  samples: [
    { X: '2x5x2x2', size: 3 },
    { X: '1x4x3x1', ...strong },
    { X: '1x6x1x2', size: 5, alpha: 0.5 },
  ],
  sizes: [each({ X: '1x5x2x2 2x4x1x3 1x8x2x1' }, strong)],
  pairs: () => [{ differs: 'another size', calls: each({ size: [1, 3] }, { X: '1x5x2x2', alpha: 1 }) }],
  plans: {
    definition: [
      { X: '2x5x2x2', size: 4, alpha: 1, beta: 0.5, bias: 2 },
      ...each({ X: ['2x5x2x2', '2x5x2x2 small', '1x6x2x1 distinct', '2x3x1x2 wide', '1x4x1x4 zeros'] }, strong),
      { X: '1x1x2x2', ...strong },
    ],
    window: [
      { X: '1x7x1x2 small', alpha: 1, size: 4 },
      ...each({ size: [1, 3, 5, 7, 2, 4, 6] }, { X: '1x7x1x2 small', alpha: 1 }),
      // one channel at a time
      ...[0, 2, 4].map((at) => ({
        X: filled('1x5x1x1', Array<number>(5).fill(0.5).with(at, 4)),
        size: 3,
        alpha: 2,
      })),
      // fewer instances than channels
      ...each({ X: '1x8x1x1 1x33x1x1 2x9x1x1' }, { alpha: 1, size: 5 }),
    ],
    size: each({ size: [1, 3, 5, 9, 15] }, { X: '1x4x2x1', alpha: 1 }),
    parameters: [
      { X: '1x5x1x2', size: 3, alpha: 2, beta: 1.5, bias: 3 },
      ...each({ alpha: [0, 0.5, 2] }, { X: '1x5x1x2', size: 3 }),
      ...each({ beta: [0, 0.5, 1, 2, 0.75, 3, 0.25] }, { X: '1x5x1x2', ...strong }),
      ...each({ bias: [0.5, 2, 10, 3, 0.25] }, { X: '1x5x1x2', ...strong }),
    ],
    'any-rank': each({ X: '2x5x3 2x5 1x5x2x1x2 0x5x2x2' }, strong),
    'special-values': [nan, inf, -inf].flatMap((one) =>
      [0, 2].map((at) => ({ X: filled('1x5x1x1', [1, -2, 3, 0.5, 4].with(at, one)), ...strong })),
    ),
  },
  invalid: { 'invalid-window': breaking({ X: '1x5x2x2', size: 3 }, 'size', 0, -1) },
};
