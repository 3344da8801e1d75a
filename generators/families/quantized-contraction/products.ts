import type { Draws } from '../../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';
import { drawFactors } from '../contraction/draw.ts';
import { matMul } from '../contraction/mat-mul.ts';
import { outputParameters, scales, shapeOfOneParameter, unitsOf, zeroPoints } from './draw.ts';
import { numberList, oneNumber, overflowingScales, parameters } from './parameters.ts';

const stacks = (matMul.plans.stacks as readonly NamedCall[]).filter((_, i) => i % 2 === 0);
const vectors = matMul.plans.vectors as readonly NamedCall[];
const nothing = matMul.plans['nothing-to-add'] as readonly NamedCall[];
const sizes: readonly NamedCall[] = [
  { A: '1x1', B: '1x1' },
  { A: '1x5', B: '5x1' },
  { A: '5x1', B: '1x4' },
  { A: '4x4', B: '4x4' },
  { A: '7x5', B: '5x3' },
  { A: '9x8', B: '8x17' },
  { A: '18x17', B: '17x19' },
  { A: '3x33', B: '33x2' },
];
/** Of all numbers that a type has. */
const wide: readonly NamedCall[] = [
  { A: '3x9 mixed', B: '9x4 mixed' },
  { A: '4x7 mixed', B: '7x3 mixed' },
  { A: '2x17 mixed', B: '17x5 mixed' },
];
/** Numbers at the ends of their types: a product of two leaves 16 bits. */
const ends = (shape: string) => filled(shape, [127, 126, 127, 125, 127]);

/** The shape of parameters of a matrix: one for all, or one for each row or column, as a list or with all dimensions. */
function parameterShape(draws: Draws, matrix: readonly number[], side: 'left' | 'right'): readonly number[] {
  if (matrix.length < 2 || draws.once(2)) return shapeOfOneParameter(draws);
  const of = side === 'left' ? -2 : -1;
  return draws.once(2) ? [matrix.at(of)!] : matrix.with(side === 'left' ? -1 : -2, 1);
}

export const matMulInteger: NamedPlans = {
  draw: (draws) => {
    const { left, right } = drawFactors(draws);
    const zero = (name: string, matrix: readonly number[], side: 'left' | 'right') =>
      draws.maybe(() => zeroPoints(draws, name, parameterShape(draws, matrix, side)));
    return {
      A: draws.data(left),
      B: draws.data(right),
      a_zero_point: zero('a_zero_point', left, 'left'),
      b_zero_point: zero('b_zero_point', right, 'right'),
    };
  },
  samples: [
    { A: '2x3', B: '3x2', a_zero_point: oneNumber(2), b_zero_point: oneNumber(1) },
    { A: '3x4', B: '4x2', a_zero_point: oneNumber(1), b_zero_point: numberList(1, 3) },
    { A: '2x2x3', B: '3x4' },
  ],
  sizes: [sizes.slice(3, 6)],
  pairs: () => [
    {
      differs: 'another zero point',
      calls: varied({ A: '2x3', B: '3x2' }, 'a_zero_point', oneNumber(1), oneNumber(3)),
    },
  ],
  plans: {
    definition: [...wide, ...sizes, { A: '3x4 distinct', B: '4x5 distinct' }],
    'wide-sums': [
      { A: ends('2x1101'), B: ends('1101x3') },
      { A: ends('2x3'), B: ends('3x2') },
      { A: ends('2x40'), B: ends('40x3') },
      { A: '3x9 wide', B: '9x4 wide' },
      { A: '3x9 mixed', B: '9x4 mixed', a_zero_point: oneNumber(100), b_zero_point: oneNumber(17) },
      { A: '5x7 special', B: '7x5 special', a_zero_point: oneNumber(127), b_zero_point: oneNumber(0) },
      { A: '1x257 mixed', B: '257x1 mixed' },
      // beyond what float32 counts
      ...[1203, 1366].map((k) => ({ A: ends(`2x${k}`), B: ends(`${k}x3`) })),
    ],
    stacks,
    vectors,
    'zero-points': [
      { A: '2x3', B: '3x4', a_zero_point: oneNumber(3) },
      { A: '2x3', B: '3x4', b_zero_point: oneNumber(3) },
      { A: '4x9', B: '9x3', a_zero_point: oneNumber(5), b_zero_point: oneNumber(2) },
      { A: '2x3', B: '3x4', a_zero_point: numberList(3), b_zero_point: numberList(2) },
      { A: '2x3x4', B: '4x2', a_zero_point: oneNumber(1), b_zero_point: oneNumber(7) },
      { A: '3', B: '3x2', a_zero_point: oneNumber(4), b_zero_point: oneNumber(1) },
    ],
    'zero-points-per-row': [
      { A: '2x3', B: '3x4', a_zero_point: numberList(1, 3) },
      { A: '3x3', B: '3x3', a_zero_point: numberList(1, 3, 0), b_zero_point: oneNumber(2) },
      { A: '2x2x3', B: '2x3x2', a_zero_point: filled('2x2x1', [1, 2, 3, 4]) },
    ],
    'zero-points-per-column': [
      { A: '2x3', B: '3x4', b_zero_point: numberList(1, 3, 0, 2) },
      { A: '3x3', B: '3x3', b_zero_point: numberList(1, 3, 0), a_zero_point: oneNumber(2) },
      { A: '5x9', B: '9x3', b_zero_point: numberList(7, 0, 5) },
      { A: '2x2x3', B: '2x3x2', b_zero_point: filled('2x1x2', [1, 2, 3, 4]) },
    ],
    'nothing-to-add': nothing,
    'any-length': [15, 16, 17, 33, 64, 129, 301].map((k) => ({ A: `2x${k}`, B: `${k}x3`, b_zero_point: oneNumber(1) })),
  },
  invalid: {
    'invalid-inner-dimension': breaking({ A: '2x3', B: '3x2' }, 'B', '4x2', '1x2'),
    'invalid-parameters': [
      ...breaking({ A: '2x3', B: '3x4', a_zero_point: numberList(1, 2) }, 'a_zero_point', numberList(1, 2, 3)),
      ...breaking({ A: '2x3', B: '3x4', b_zero_point: numberList(1, 2, 0, 3) }, 'b_zero_point', numberList(1, 2, 3)),
    ],
  },
};

/** Scales that are powers of two: quotients are exact, halves among them. */
const withExactScales = (call: NamedCall): NamedCall => ({
  ...parameters('a', oneNumber(0.5), oneNumber(1)),
  ...parameters('b', oneNumber(0.25), oneNumber(2)),
  ...parameters('y', oneNumber(0.5), oneNumber(3)),
  ...call,
});
const inDecimals = (call: NamedCall): NamedCall => ({
  ...call,
  ...parameters('a', oneNumber(0.0123), oneNumber(5)),
  ...parameters('b', oneNumber(0.37), oneNumber(1)),
  ...parameters('y', oneNumber(0.0457), oneNumber(7)),
});

export const qLinearMatMul: NamedPlans = {
  draw: (draws) => {
    const units = unitsOf(draws);
    const { left, right, length } = drawFactors(draws, units.longest);
    const [ofLeft, ofRight] = [parameterShape(draws, left, 'left'), parameterShape(draws, right, 'right')];
    return {
      a: draws.data(left, ...units.kinds),
      b: draws.data(right, ...units.kinds),
      ...parameters('a', scales(draws, ofLeft), zeroPoints(draws, 'a_zero_point', ofLeft, units.isShort)),
      ...parameters('b', scales(draws, ofRight), zeroPoints(draws, 'b_zero_point', ofRight, units.isShort)),
      ...outputParameters(draws, length, units),
    };
  },
  samples: [
    withExactScales({ A: '2x3', B: '3x2' }),
    withExactScales({ A: '2x2x3', B: '3x4' }),
    withExactScales({ A: '3', B: '3x2' }),
  ],
  sizes: [sizes.slice(3, 6).map(withExactScales)],
  pairs: () => [
    {
      differs: 'another scale',
      calls: varied(withExactScales({ A: '2x3', B: '3x2' }), 'y_scale', oneNumber(0.5), oneNumber(0.25)),
    },
  ],
  plans: {
    definition: [
      ...wide.map((call) => ({ ...call, ...parameters('y', oneNumber(256), oneNumber(10)) })),
      ...sizes,
      { A: '3x4 distinct', B: '4x5 distinct' },
      ...[65, 129, 261, 301].map((k) => ({ A: `2x${k}`, B: `${k}x2` })),
    ].map(withExactScales),
    'zero-points': [
      withExactScales({
        A: '2x3',
        B: '3x4',
        a_zero_point: oneNumber(3),
        b_zero_point: oneNumber(0),
        y_zero_point: oneNumber(0),
      }),
      withExactScales({
        A: '2x3',
        B: '3x4',
        a_zero_point: oneNumber(0),
        b_zero_point: oneNumber(3),
        y_zero_point: oneNumber(9),
      }),
      withExactScales({
        A: '4x9',
        B: '9x3',
        a_zero_point: oneNumber(4),
        b_zero_point: oneNumber(5),
        y_zero_point: oneNumber(100),
      }),
      withExactScales({
        A: '2x3',
        B: '3x4',
        ...parameters('a', numberList(0.5), numberList(3)),
        ...parameters('y', numberList(1), numberList(4)),
      }),
    ],
    scales: [
      ...sizes.slice(3, 7).map(inDecimals),
      ...[0.3, 1.9, 2.3, 3.1, 4.7].map((scale) => ({
        ...inDecimals({ A: '5x9 mixed', B: '9x4 mixed' }),
        ...parameters('y', oneNumber(scale), oneNumber(10)),
      })),
      withExactScales({ A: '4x5', B: '5x3', ...parameters('y', oneNumber(4), oneNumber(1)) }),
    ],
    // halves of both parities, and zero points that are odd
    rounding: [0, 1, 2, 7].map((zero) =>
      withExactScales({
        A: filled('8x1', [1, 3, 5, 7, 9, 11, 2, 6]),
        B: filled('1x3', [1, 2, 3]),
        ...parameters('a', oneNumber(0.5), oneNumber(4)),
        ...parameters('b', oneNumber(1), oneNumber(0)),
        ...parameters('y', oneNumber(1), oneNumber(zero)),
      }),
    ),
    saturation: [0, 100]
      .map((zero) =>
        withExactScales({
          A: filled('4x2', [127, 1, 0, 64, 90, 3]),
          B: filled('2x3', [127, 0, 5, 64, 1]),
          a_zero_point: oneNumber(50),
          y_zero_point: oneNumber(zero),
        }),
      )
      .concat(
        overflowingScales('a', 'b').map((x) =>
          withExactScales({ A: filled('2x3', [3, 5, 7, 9]), B: filled('3x2', [3, 5]), ...x }),
        ),
      ),
    stacks: stacks.map(withExactScales),
    vectors: vectors.map(withExactScales),
    'per-row': [
      withExactScales({ A: '2x3', B: '3x4', ...parameters('a', numberList(0.5, 0.25), numberList(1, 3)) }),
      withExactScales({ A: '3x3', B: '3x3', ...parameters('a', numberList(1, 0.5, 0.25), numberList(0, 2, 1)) }),
      withExactScales({
        A: '2x2x3',
        B: '2x3x2',
        ...parameters('a', filled('2x2x1', [1, 0.5, 0.25, 2]), filled('2x2x1', [1, 0, 2, 3])),
      }),
    ],
    'per-column': [
      withExactScales({ A: '2x3', B: '3x4', ...parameters('b', numberList(0.5, 0.25, 1, 2), numberList(1, 3, 0, 2)) }),
      withExactScales({ A: '3x3', B: '3x3', ...parameters('b', numberList(1, 0.5, 0.25), numberList(0, 2, 1)) }),
      withExactScales({
        A: '2x2x3',
        B: '2x3x2',
        ...parameters('b', filled('2x1x2', [1, 0.5, 0.25, 2]), filled('2x1x2', [1, 0, 2, 3])),
      }),
    ],
    'nothing-to-add': nothing.map(withExactScales),
  },
  invalid: {
    'invalid-inner-dimension': breaking(withExactScales({ A: '2x3', B: '3x2' }), 'B', '4x2', '1x2'),
    'invalid-parameters': [
      ...breaking(withExactScales({ A: '2x3', B: '3x4' }), 'a_zero_point', numberList(1, 2)),
      ...breaking(withExactScales({ A: '2x3', B: '3x4' }), 'y_scale', numberList(1, 2)),
    ],
  },
};
