import { lengths, pinned, takeTurns } from '../../cases/take-turns.ts';
import { breaking, each, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { drawRows, fromAxis, fromEachAxis, parametersOf, rowsOf, stashOf } from './rows.ts';

/** Rows from `axis` on, with a scale for each element of a row. */
const scaled = (X: string, axis: number, more: NamedCall = {}): NamedCall => ({
  X,
  scale: fromAxis(X.split(' ')[0]!, axis),
  axis,
  ...more,
});
const given = (shape: string, numbers: readonly number[]): NamedCall => ({
  ...scaled(shape, 1),
  X: filled(shape, numbers),
});
const doubles = { stash_type: 11 };
const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const shapes = fromEachAxis(scaled);

export const rmsNormalization: NamedPlans = {
  draw: (draws) => {
    const { dims, axis, shape } = drawRows(draws);
    const { epsilon, factor } = parametersOf(draws);
    return {
      X: rowsOf(draws, dims),
      scale: factor(shape()),
      axis,
      epsilon,
      stash_type: stashOf(draws, 1, 10, 11, 16),
    };
  },
  samples: [scaled('2x4', 1), scaled('2x3x4', 1), { ...scaled('3x4', 0), epsilon: 0.5 }],
  sizes: [['2x3', '4x3', '7x3'].map((shape) => scaled(shape, 1))],
  pairs: () => [{ differs: 'another axis', calls: each({ axis: [1, 0] }, { X: '3x3', scale: '3' }) }],
  plans: {
    definition: [
      ...['mixed', 'small', 'distinct'].map((kind) => scaled(`3x8 ${kind}`, 1)),
      ...[1, 2, 4, 5].map((count) => scaled(`2x${count} small`, 1)),
      scaled('4x4 wide', 1),
      given('2x4', [0, -0, 0, 0, 1, -1, 2, 0]),
    ],
    axes: [...shapes, { ...scaled('2x3x4', 2), axis: undefined }, scaled('0x4', 1)],
    'scale-shapes': [
      ...['scalar', '1', '4', '3x1', '1x4', '3x4'].map((scale) => ({ X: '2x3x4', scale, axis: 1 })),
      // as long as the last dimension, too
      { X: '2x3x3', scale: '3x1', axis: 1 },
    ],
    epsilon: [
      ...each({ epsilon: [0, 1e-12, 1e-3, 1, 100] }, scaled('2x4', 1)),
      given('2x4', [0, 0.0009765625, 0, -0.0009765625]),
    ],
    stash: ({ dtype }) => [
      ...each({ stash_type: [1, 11, 10, 16] }, scaled('2x4', 1)),
      // in no narrower type
      ...(dtype === 'float64'
        ? each({ X: '2x4 1x3 3x5 2x7 1x9 4x2 1x17 2x6 3x3 1x33' }).map(({ X }) => scaled(X as string, 1, doubles))
        : []),
      // squares beyond float16
      ...[300, 400, 1000, 5000, 20_000, 60_000].flatMap((x) => [
        given('1x4', [x, 2, -x, 1]),
        given('2x2', [x, -1, 7, 0.5]),
      ]),
    ],
    'types-differ': [scaled('2x4', 1), scaled('2x3x4', 2)],
    'any-length': (context) => [
      ...takeTurns(lengths.slice(0, 24), context, 5).flatMap((n) => [scaled(`1x${n}`, 1)]),
      ...pinned([scaled('1x521 small', 1), scaled('9x33', 1)], context),
      ...[0, 16, 32].map((at) => given('1x33', Array<number>(33).fill(1).with(at, 9))),
    ],
    'special-values': [nan, inf, -inf].flatMap((one) =>
      [0, 3].map((at) => given('2x4', [1, 2, 3, 4, 4, 3, 2, 1].with(at, one))),
    ),
  },
  invalid: { 'invalid-stash-type': breaking(scaled('2x4', 1), 'stash_type', 7, 9) },
};
