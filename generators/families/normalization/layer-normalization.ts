import type { InputPlan } from '../../calls/draft-of-call.ts';
import { lengths, takeTurns } from '../../cases/take-turns.ts';
import { breaking, each, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { drawRows, farRows, fromAxis, fromEachAxis, parametersOf, rowsOf, stashOf } from './rows.ts';

/** Rows from `axis` on, with Scale and B for each element of a row. */
const scaled = (shape: string, axis: number, X: string | InputPlan = shape): NamedCall => ({
  X,
  Scale: fromAxis(shape, axis),
  B: fromAxis(shape, axis),
  axis,
});

/** Rows as they are normalized: Scale is 1, without B, and all outputs are asked for. */
const plain = (shape: string, axis: number, X: string | InputPlan = shape): NamedCall => ({
  X,
  Scale: filled(fromAxis(shape, axis), [1]),
  axis,
  outputs: 3,
});

const given = (shape: string, numbers: readonly number[]): NamedCall => plain(shape, 1, filled(shape, numbers));

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const shapes = fromEachAxis(scaled);

export const layerNormalization: NamedPlans = {
  draw: (draws) => {
    const { dims, axis, shape } = drawRows(draws);
    const { epsilon, factor, shift } = parametersOf(draws);
    return {
      X: rowsOf(draws, dims),
      Scale: factor(shape()),
      B: draws.maybe(() => shift(shape())),
      axis,
      epsilon,
      stash_type: stashOf(draws, 1, 16),
      outputs: draws.count(1, 3),
    };
  },
  samples: [scaled('2x4', 1), scaled('2x3x4', 1), { ...scaled('3x4', 0), epsilon: 0.5 }],
  sizes: [
    ['2x3', '4x3', '7x3'].map((shape) => scaled(shape, 1)),
    ['1x40', '1x65', '1x7'].map((shape) => scaled(shape, 1)),
  ],
  pairs: () => [{ differs: 'another axis', calls: each({ axis: [1, 0] }, { X: '3x3', Scale: '3', B: '3' }) }],
  plans: {
    definition: [
      ...['mixed', 'small', 'distinct'].map((kind) => scaled('3x8', 1, `3x8 ${kind}`)),
      ...[1, 2, 4, 5].map((count) => plain(`2x${count}`, 1, `2x${count} small`)),
      plain('4x4', 1, '4x4 wide'),
      // squares beyond the range of 16 bits
      given('1x4', [300, -400, 500, 200]),
      given('2x3', [1000, 0, -1000, 600, 700, 1200]),
      ...['2x4', '3x8', '2x5'].map((shape) => ({ ...scaled(shape, 1), stash_type: 16 })),
    ],
    axes: [...shapes, { ...scaled('2x3x4', 2), axis: undefined }],
    epsilon: [
      ...each({ epsilon: [0, 1e-12, 1e-3, 1, 100] }, plain('2x4', 1)),
      // a variance that is no greater than epsilon
      { ...given('2x4', [0, 0.0009765625, 0, -0.0009765625]), outputs: 1 },
    ],
    'scale-shapes': [
      ...['scalar', '1', '4', '3x1', '1x4', '3x4', '2x1x1', '2x3x4'].flatMap((shape) => [
        { X: '2x3x4', Scale: shape, B: shape, axis: 1 },
        { X: '2x3x4', Scale: '4', B: shape, axis: 2 },
        { X: '2x3x4', Scale: shape, B: '4', axis: -2 },
      ]),
      // as long as the last dimension, too
      { X: '2x3x3', Scale: '3x1', B: '3x1', axis: 1 },
    ],
    statistics: [
      ...each({ outputs: [3] }, ...shapes),
      ...each({ outputs: [2] }, ...shapes.slice(1, 3)),
      ...[-1, -2, -3].map((axis) => ({ ...scaled('2x3x4', 3 + axis), axis, outputs: 3 })),
      ...[-2, -3].map((axis) => ({ ...scaled('3x2x5x2', 4 + axis), axis, outputs: 3 })),
    ],
    'constant-rows': [
      ...[0, 1, -3, 0.1, 1000].flatMap((value) =>
        ['2x4', '2x3'].map((shape) => scaled(shape, 1, filled(shape, [value]))),
      ),
      given('2x8', [7]),
    ],
    'offset-rows': [10, 100, 1000, 10_000].flatMap((offset) => [
      given(
        '1x8',
        [1, 2, 3, 4, 4, 3, 2, 1].map((x) => x + offset),
      ),
      given(
        '1x4',
        [0, 1, 3, 0.5].map((x) => x - offset),
      ),
    ]),
    'far-rows': (context) => farRows(context).map((row) => ({ ...given(`1x${row.length}`, row), outputs: 1 })),
    'any-length': (context) => [
      ...takeTurns(lengths.slice(0, 24), context, 4).flatMap((n) => [plain(`2x${n}`, 1), scaled(`${n}x2`, 1)]),
      scaled('9x33', 1),
      // no rows
      scaled('0x4', 1),
      { ...plain('2x0x3', 2), axis: -1 },
      ...[plain, scaled].map((rows) => rows('1x521', 1, '1x521 small')),
      // one element that all others differ from
      ...[0, 16, 32].map((at) => given('1x33', Array<number>(33).fill(1).with(at, 9))),
    ],
    'special-values': [
      ...[nan, inf, -inf].flatMap((one) => [0, 3].map((at) => given('2x4', [1, 2, 3, 4, 4, 3, 2, 1].with(at, one)))),
      ...[nan, inf].map((one) => ({
        X: '2x3',
        Scale: filled('3', [1, one, 2]),
        B: filled('3', [0, 1, one]),
        axis: 1,
      })),
    ],
  },
  invalid: { 'invalid-stash-type': breaking(scaled('2x4', 1), 'stash_type', 7, 9) },
};
