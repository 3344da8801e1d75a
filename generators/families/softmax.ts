import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../oracles/numerics/rounding.ts';
import { opsetOfRules } from '../../oracles/spec/version-at.ts';
import { lengths, takeTurns } from '../cases/take-turns.ts';
import { defineFamily, each, filled, type NamedCall, withLarge } from '../notation/call-notation.ts';
import { belowNarrowTypes } from './pooling/max-pool.ts';

/** One line, or several, of given numbers. */
const line = (numbers: readonly number[], lines = 1): NamedCall => ({
  input: filled(`${lines}x${numbers.length}`, numbers),
  axis: 1,
});

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** Operators that take the numbers of a line together. */
export const softmaxFamily = defineFamily('mixed', {
  draw: (draws) => {
    // versions before 13 take all dimensions from the axis on together
    const dims = draws.sizes(draws.count(opsetOfRules(draws.context.version) < 13 ? 2 : 1, 5), 1);
    return { input: draws.data(dims), axis: draws.maybe(() => draws.axis('axis', dims.length)) };
  },
  samples: each({ input: ['2x3', '3x4 small', '2x3x4'] }, { axis: 1 }),
  sizes: [each({ input: '2x3 3x2 4x5' }, { axis: 1 }), each({ input: '1x40 1x65 1x7' }, { axis: 1 })],
  pairs: () => [{ differs: 'another axis', calls: each({ axis: [0, 1] }, { input: '3x3' }) }],
  plans: {
    definition: [
      ...['mixed', 'small', 'distinct', 'zeros'].map((kind) => ({ input: `3x5 ${kind}`, axis: 1 })),
      ...[1, 2, 4, 8].map((count) => line(Array<number>(count).fill(3))),
      line([0, 1, 2, 3]),
    ],
    axes: [
      { input: '4 small', axis: 0 },
      ...each({ axis: [0, 1] }, { input: '3x4 small' }),
      ...each({ axis: [0, 1, 2] }, { input: '2x3x4 small' }),
      ...each({ axis: [0, 1, 2, 3] }, { input: '2x1x3x2 small' }),
      ...each({ input: '2x3x4 3x1x2x2 2x2x3 3x2x2x2' }),
    ],
    ties: [
      line([1, 3, 3, 2]),
      line([2, 2, 2]),
      line([0, -0, -1]),
      line([-1, 5, 0, 5, 5]),
      { input: filled('2x2x3', [7]), axis: 1 },
      line([-inf, -inf]),
    ],
    'any-length': withLarge(
      (context) => [
        ...takeTurns(lengths.slice(0, 24), context, 4).flatMap((length) => [
          { input: `2x${length}`, axis: 1 },
          { input: `${length}x2 small`, axis: 0 },
        ]),
        { input: '9x5', axis: 1 },
        { input: '1x1031 small', axis: 1 },
        { input: '1x1030x2 small', axis: 1 },
        // the greatest at the end, and in the middle
        ...[0, 6, 16, 32].map((at) => line(Array<number>(33).fill(-1).with(at, 9))),
      ],
      [{ input: '251x281 small', axis: 1 }],
    ),
    'size-zero': [
      { input: '2x0', axis: 1 },
      { input: '0x3', axis: 1 },
      { input: '2x0x3', axis: 2 },
      { input: '3x0', axis: 0 },
    ],
    'large-values': ({ dtype }) => {
      const large = largestFinite(formatOf(dtype) as FloatFormat);
      const tops = [12, 90, 200, 800, 10_000];
      return [
        ...tops.map((top) => line([top, top - 1, 0, -1])),
        ...tops.map((top) => line([-top, -top - 1, -top - 2])),
        // the greatest is the last of a row whose length is not a multiple of four or eight
        ...[5, 9, 17].flatMap((n) =>
          [1000, 90].map((top) =>
            line(
              Array<number>(n)
                .fill(0)
                .with(n - 1, top),
            ),
          ),
        ),
        ...[
          [-30000, -30016],
          [-20000, -20016, -20032],
          [-60000, -60032, -60000, -60064],
        ].map((numbers) => line(numbers)),
        ...belowNarrowTypes(dtype).map((numbers) => line(numbers)),
        line([large, 0, -large]),
        line([-large, -large]),
        line([0, -5, -9, -11, -16, -17]),
        line([0, -80, -87, -88, -100, -103, -104, -110]),
      ];
    },
    'special-values': [
      ...[nan, -inf, inf].flatMap((one) => [0, 1, 3].map((at) => line([1, 2, 3, 0.5].with(at, one)))),
      line([-inf, -inf]),
      line([nan, -inf, 1]),
      line([0, -0, 0]),
      ...[nan, -inf].map((one) => line(Array.from({ length: 34 }, (_, i) => i % 3).with(16, one), 2)),
    ],
  },
});
