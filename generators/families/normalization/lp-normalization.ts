import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { lengths, pinned, takeTurns } from '../../cases/take-turns.ts';
import { breaking, each, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { sizesOf } from './rows.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const orders = [1, 2];
const both = (...calls: NamedCall[]): NamedCall[] => each({ p: orders }, ...calls);
const line = (numbers: readonly number[]): NamedCall => ({ input: filled(`1x${numbers.length}`, numbers), axis: 1 });

export const lpNormalization: NamedPlans = {
  draw: (draws) => {
    const dims = sizesOf(draws, draws.count(1, 5));
    return {
      input: draws.summands(dims),
      axis: draws.maybe(() => draws.axis('axis', dims.length)),
      p: draws.maybe(() => draws.pick(1, 2)),
    };
  },
  samples: [{ input: '2x3' }, { input: '3x4', p: 1 }, { input: '2x3x4', axis: 1 }],
  sizes: [each({ input: '2x3 3x2 4x5' }, { axis: 1 })],
  pairs: () => [{ differs: 'another order', calls: each({ p: orders }, { input: '3x3' }) }],
  plans: {
    definition: ({ dtype }) => [
      ...both(...['mixed', 'small', 'distinct', 'wide'].map((kind) => ({ input: `3x5 ${kind}` }))),
      ...[1, 2, 4, 8].map((count) => ({ input: `2x${count} small` })),
      line([3, 4]),
      line([-3, 4, 0, 0]),
      // small, and not 0: beyond what is added to norms elsewhere
      ...both(...(dtype === 'float16' ? [-20, -16] : [-60, -50, -30]).map((e) => line([3 * 2 ** e, -4 * 2 ** e]))),
    ],
    axes: [
      { input: '3x4x2', axis: 1, p: 1 },
      { input: '4', axis: 0 },
      ...each({ axis: [0, 1, -1] }, { input: '3x4' }),
      ...each({ axis: [0, 1, 2] }, { input: '2x3x4', p: 1 }),
      ...each({ axis: [0, 1, 2, 3] }, { input: '2x1x3x2' }),
      ...each({ axis: [-2, -3] }, { input: '2x3x4' }, { input: '4x2x3' }),
      ...each({ input: '2x3x4 2x2x3x2 3x2x2 0x3' }),
    ],
    order: both(line([-1, 3]), line([-1, -2, -3]), line([0.5, -0.5, 0.25, 0]), { input: '2x6', axis: 0 }),
    'zero-norm': both(
      line([0, 0, 0]),
      line([0, -0]),
      { input: filled('2x3', [0, 0, 0, 1, 2, 3]), axis: 1 },
      { input: '2x3 zeros' },
    ),
    'any-length': (context) => [
      line(Array<number>(37).fill(1).with(36, -9)),
      ...takeTurns(lengths.slice(0, 24), context, 5).flatMap((n) => both({ input: `1x${n}`, axis: 1 })),
      ...pinned(
        [
          { input: '1x1031 small', axis: 1 },
          { input: '33x5', axis: 0 },
        ],
        context,
      ),
      ...[0, 16, 32].flatMap((at) => both(line(Array<number>(33).fill(1).with(at, -9)))),
    ],
    'special-values': ({ dtype }) => {
      const large = largestFinite(formatOf(dtype) as FloatFormat);
      return [
        { ...line([1, inf, 3, -4]), p: 2 },
        { ...line([1, inf, 3, -4]), p: 1 },
        ...[nan, -inf].flatMap((one) => both(line([1, one, 3, -4]))),
        ...both(line([inf, -inf, 1])),
        ...both(line([large, 1, -large])),
      ];
    },
  },
  invalid: { 'invalid-order': breaking({ input: '2x3' }, 'p', 0, 3) },
};
