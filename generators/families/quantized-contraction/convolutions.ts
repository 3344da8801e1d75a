import { range } from '../../../oracles/arrays/lines.ts';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import {
  breaking,
  type Calls,
  callsIn,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
} from '../../notation/call-notation.ts';
import { combinedAttributes, conv, convolutionsBySize } from '../convolution/conv.ts';
import { inEveryType } from '../row-calls.ts';
import { drawConvolution, outputParameters, scales, shapeOfOneParameter, unitsOf, zeroPoints } from './draw.ts';
import { numberList, oneNumber, overflowingScales, parameters } from './parameters.ts';

const shared = ['strides', 'pads', 'auto-pad', 'dilations', 'groups', 'kernel-shape', 'any-rank'];

/** The plans of windows that convolutions of floats have, every other call but of those of auto_pad, each changed. */
const windows = (change: (call: NamedCall, i: number) => NamedCall): Record<string, Calls> =>
  Object.fromEntries(
    shared.map((id) => [
      id,
      (context) => {
        const calls = conv.plans[id]!;
        const all = Array.from(callsIn(calls, context));
        return all.filter((_, i) => id === 'auto-pad' || i % 2 === 0).map(change);
      },
    ]),
  );

/** Without a bias; every third has zero points. */
const ofIntegers = ({ B: _, ...call }: NamedCall, i = 1): NamedCall =>
  i % 3 === 0 ? { ...call, x_zero_point: oneNumber(3), w_zero_point: oneNumber(1) } : call;
const ends = (shape: string) => filled(shape, [127, 126, 127, 125, 127]);
const nothing: readonly NamedCall[] = [
  { X: '0x2x4x4', W: '3x2x2x2' },
  { X: '2x0x3x3', W: '3x0x2x2' },
];

export const convInteger: NamedPlans = {
  draw: (draws) => {
    const { X, W, attributes } = drawConvolution(draws);
    return {
      ...attributes,
      X: draws.data(X),
      W: draws.data(W),
      x_zero_point: draws.maybe(() => zeroPoints(draws, 'x_zero_point', shapeOfOneParameter(draws))),
      w_zero_point: draws.maybe(() => zeroPoints(draws, 'w_zero_point', draws.pick([], [1], [W[0]!]))),
    };
  },
  samples: [
    {
      X: '1x2x4x5',
      W: '3x2x2x3',
      strides: [1, 2],
      pads: [0, 1, 1, 0],
      x_zero_point: oneNumber(2),
      w_zero_point: oneNumber(1),
    },
    { X: '2x1x6', W: '2x1x3', kernel_shape: [3], x_zero_point: oneNumber(1), w_zero_point: numberList(1, 2) },
    { X: '1x2x5x5', W: '2x2x3x3', dilations: [1, 2], pads: [1, 1, 1, 1] },
  ],
  sizes: [['1x2x4x4', '1x2x5x3', '2x2x6x7'].map((X) => ({ X, W: '3x2x2x2' }))],
  plans: {
    ...windows(ofIntegers),
    definition: [
      ofIntegers({ ...combinedAttributes[0], X: '2x4x6x7 mixed', W: '6x2x3x3 mixed' }, 0),
      ...[...convolutionsBySize, ...combinedAttributes].map(ofIntegers),
      ...['1x2x5x5', '2x2x3x4', '1x2x9x2'].map((X) => ({ X: `${X} mixed`, W: '3x2x2x2 mixed' })),
    ],
    'nothing-to-add': nothing,
    'wide-sums': [
      { X: ends('1x1101x1x2'), W: ends('2x1101x1x1') },
      { X: ends('1x2x4x4'), W: ends('2x2x3x3') },
      { X: '1x3x5x5 wide', W: '2x3x3x3 wide' },
      { X: ends('1x2x17'), W: ends('3x2x5'), pads: [1, 2] },
      // beyond what float32 counts
      { X: ends('1x23x7x8'), W: ends('1x23x7x7') },
      { X: ends('1x300x4'), W: ends('3x300x4') },
      { X: '2x2x4x4 special', W: '2x2x2x3 special', w_zero_point: oneNumber(127) },
      { X: '1x1x9x9 mixed', W: '1x1x5x5 mixed' },
      { X: '1x3x5x5 mixed', W: '2x3x3x3 mixed', x_zero_point: oneNumber(100), w_zero_point: oneNumber(17) },
    ],
    // padding is worth the zero point: it adds nothing
    'zero-points': [
      { X: '1x2x4x4', W: '2x2x3x3', x_zero_point: oneNumber(5), pads: [1, 1, 1, 1] },
      { X: '1x2x4x4', W: '2x2x3x3', w_zero_point: oneNumber(3), pads: [1, 1, 1, 1] },
      { X: '1x2x4x4', W: '2x2x3x3', x_zero_point: oneNumber(2), w_zero_point: oneNumber(3), pads: [0, 1, 1, 0] },
      { X: '1x1x3', W: '1x1x2', x_zero_point: oneNumber(5), pads: [1, 0] },
      { X: '1x2x5x5', W: '2x2x3x3', x_zero_point: oneNumber(4), auto_pad: 'SAME_UPPER' },
      {
        X: '1x4x3x3',
        W: '4x1x2x2',
        x_zero_point: oneNumber(4),
        w_zero_point: oneNumber(1),
        group: 4,
        pads: [1, 0, 0, 1],
      },
    ],
    'zero-points-per-channel': [
      { X: '1x4x3x3', W: '6x2x2x2', w_zero_point: numberList(1, 2, 3, 4, 0, 5), group: 2, x_zero_point: oneNumber(1) },
      { X: '1x2x4x4', W: '3x2x2x2', w_zero_point: numberList(1, 0, 3) },
      { X: '1x4x3x3', W: '4x2x2x2', w_zero_point: numberList(1, 2, 3, 4), group: 2, x_zero_point: oneNumber(1) },
      { X: '2x1x5', W: '2x1x3', w_zero_point: numberList(3, 1), pads: [1, 1] },
    ],
  },
  invalid: {
    'invalid-groups': breaking({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }, 'group', 1, 3, 4),
    'invalid-kernel-shape': breaking(
      { X: '1x1x4x4', W: '1x1x2x3', kernel_shape: [2, 3] },
      'kernel_shape',
      [3, 2],
      [2, 2],
    ),
    'invalid-parameters': [
      ...breaking({ X: '1x2x4x4', W: '3x2x2x2', x_zero_point: oneNumber(1) }, 'x_zero_point', numberList(1, 2)),
      ...breaking({ X: '1x2x4x4', W: '3x2x2x2', w_zero_point: numberList(1, 2, 3) }, 'w_zero_point', numberList(1, 2)),
    ],
  },
};

/** Scales that are powers of two: quotients are exact, halves among them. */
const withExactScales = (call: NamedCall): NamedCall => ({
  ...parameters('x', oneNumber(0.5), oneNumber(2)),
  ...parameters('w', oneNumber(0.25), oneNumber(1)),
  ...parameters('y', oneNumber(0.5), oneNumber(5)),
  ...call,
});
const inDecimals = (call: NamedCall): NamedCall => ({
  ...call,
  ...parameters('x', oneNumber(0.0123), oneNumber(5)),
  ...parameters('w', oneNumber(0.37), oneNumber(1)),
  ...parameters('y', oneNumber(0.0457), oneNumber(7)),
});

/** Sums and biases that only together are small: neither is a number of float32. */
function farBiases({ types }: PlanContext): NamedCall {
  const [data, weights] = [types.T1!, types.T2!].map((dtype) => integerRange(formatOf(dtype) as IntegerFormat));
  const [most, zero] = [Number(data!.max - data!.min), Number(weights!.min) + 128];
  const [channels, results] = [1301, [37, -20, 5, 64, 11]];
  const distances = [127, 126, 125, 124, 127, 123, 122];
  const sumOf = (filter: number) =>
    range(channels).reduce((sum, c) => sum + most * distances[(filter * channels + c) % distances.length]!, 0);
  return {
    X: filled(`1x${channels}x1`, [data!.max]),
    W: filled(
      `${results.length}x${channels}x1`,
      distances.map((distance) => zero + distance),
    ),
    B: filled(
      `${results.length}`,
      results.map((result, filter) => result - sumOf(filter)),
    ),
    ...parameters('x', oneNumber(1), oneNumber(Number(data!.min))),
    ...parameters('w', oneNumber(1), oneNumber(zero)),
    ...parameters('y', oneNumber(1), oneNumber(50)),
    ...inEveryType,
  };
}

export const qLinearConv: NamedPlans = {
  draw: (draws) => {
    const units = unitsOf(draws);
    const { X, W, length, attributes } = drawConvolution(draws, units.longest, 300);
    const [ofData, ofWeights] = [shapeOfOneParameter(draws), draws.pick([], [1], [W[0]!])];
    // a bias is a sum as well, of as many products
    const most = units.isShort ? 64 : length * draws.pick(16, 2 ** 14);
    return {
      ...attributes,
      X: draws.data(X, ...units.kinds),
      W: draws.data(W, ...units.kinds),
      B: draws.maybe(() => ({
        dims: [W[0]!],
        numbers: Array.from({ length: W[0]! }, () => draws.detail(-most, most)),
      })),
      x_scale: scales(draws, ofData),
      x_zero_point: zeroPoints(draws, 'x_zero_point', ofData, units.isShort),
      w_scale: scales(draws, ofWeights),
      w_zero_point: zeroPoints(draws, 'w_zero_point', ofWeights, units.isShort),
      ...outputParameters(draws, length, units),
    };
  },
  samples: [
    withExactScales({ X: '1x2x4x5', W: '3x2x2x3', B: '3', strides: [1, 2], pads: [0, 1, 1, 0] }),
    withExactScales({ X: '2x1x6', W: '2x1x3', B: '2', kernel_shape: [3] }),
    withExactScales({ X: '1x2x5x5', W: '2x2x3x3', dilations: [1, 2], pads: [1, 1, 1, 1] }),
  ],
  sizes: [['1x2x4x4', '1x2x5x3', '2x2x6x7'].map((X) => withExactScales({ X, W: '3x2x2x2' }))],
  plans: {
    ...windows(withExactScales),
    definition: [
      {
        ...combinedAttributes[0],
        X: '2x4x6x7 mixed',
        W: '6x2x3x3 mixed',
        ...parameters('y', oneNumber(256), oneNumber(10)),
      },
      ...convolutionsBySize,
      ...combinedAttributes,
    ].map(withExactScales),
    'nothing-to-add': nothing.map(withExactScales),
    bias: (context) => [
      ...(conv.plans.bias as readonly NamedCall[]).map(withExactScales),
      // more than 16 bits
      ...['1x2x4x4', '2x2x3x3', '1x2x2x5'].map((X) =>
        withExactScales({
          X,
          W: '3x2x2x2',
          B: filled('3', [100000, -100000, 70001]),
          ...parameters('y', oneNumber(256), oneNumber(100)),
        }),
      ),
      farBiases(context),
    ],
    'zero-points': [
      withExactScales({ X: '1x2x4x4', W: '2x2x3x3', x_zero_point: oneNumber(5), pads: [1, 1, 1, 1] }),
      withExactScales({
        X: '1x2x4x4',
        W: '2x2x3x3',
        w_zero_point: oneNumber(3),
        y_zero_point: oneNumber(100),
        pads: [1, 1, 1, 1],
      }),
      withExactScales({ X: '1x1x3', W: '1x1x2', x_zero_point: oneNumber(5), y_zero_point: oneNumber(0), pads: [1, 0] }),
      withExactScales({ X: '1x2x5x5', W: '2x2x3x3', x_zero_point: oneNumber(4), auto_pad: 'SAME_UPPER' }),
    ],
    scales: [
      ...[
        { X: '1x2x4x4', W: '2x2x3x3' },
        { X: '1x3x5x5 mixed', W: '2x3x3x3 mixed', B: '2' },
        { X: '1x9x3x3', W: '2x9x2x2' },
      ].map(inDecimals),
      ...[1.9, 2.3, 3.1, 4.7, 5.3, 6.1].map((scale) => ({
        ...inDecimals({ X: '1x2x5x5 mixed', W: '3x2x3x3 mixed' }),
        ...parameters('y', oneNumber(scale), oneNumber(10)),
      })),
      withExactScales({ X: '1x2x4x4', W: '2x2x3x3', ...parameters('y', oneNumber(4), oneNumber(1)) }),
    ],
    rounding: [0, 1, 7].map((zero) =>
      withExactScales({
        X: filled('1x1x8', [1, 3, 5, 7, 9, 11, 2, 6]),
        W: filled('3x1x1', [1, 2, 3]),
        ...parameters('x', oneNumber(0.5), oneNumber(4)),
        ...parameters('w', oneNumber(1), oneNumber(0)),
        ...parameters('y', oneNumber(1), oneNumber(zero)),
      }),
    ),
    saturation: [0, 100]
      .map((zero) =>
        withExactScales({
          X: filled('1x1x4x2', [127, 1, 0, 64, 90, 3]),
          W: filled('2x1x2x1', [127, 0, 5, 64]),
          x_zero_point: oneNumber(50),
          y_zero_point: oneNumber(zero),
        }),
      )
      .concat(
        overflowingScales('x', 'w').map((x) =>
          withExactScales({ X: filled('1x1x3x3', [3, 5, 7, 9]), W: filled('2x1x2x2', [3, 5]), ...x }),
        ),
      ),
    'per-channel': [
      withExactScales({
        X: '2x4x3x3',
        W: '6x2x2x2',
        group: 2,
        B: '6',
        ...parameters('w', numberList(1, 0.5, 0.25, 2, 1, 0.5), numberList(1, 2, 3, 4, 0, 5)),
      }),
      withExactScales({
        X: '1x2x4x4',
        W: '3x2x2x2',
        ...parameters('w', numberList(1, 0.5, 0.25), numberList(1, 0, 3)),
      }),
      withExactScales({
        X: '1x4x3x3',
        W: '4x2x2x2',
        group: 2,
        B: '4',
        ...parameters('w', numberList(1, 0.5, 0.25, 2), numberList(1, 2, 3, 4)),
      }),
      ...varied(
        withExactScales({ X: '2x1x5', W: '2x1x3', w_scale: numberList(0.125, 1) }),
        'w_zero_point',
        numberList(3, 1),
      ),
    ],
  },
  invalid: {
    'invalid-groups': breaking(withExactScales({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }), 'group', 1, 3, 4),
    'invalid-kernel-shape': breaking(
      withExactScales({ X: '1x1x4x4', W: '1x1x2x3', kernel_shape: [2, 3] }),
      'kernel_shape',
      [3, 2],
      [2, 2],
    ),
    'invalid-bias': breaking(withExactScales({ X: '1x2x3x3', W: '3x2x2x2', B: '3' }), 'B', '2', '4'),
    'invalid-parameters': [
      ...breaking(withExactScales({ X: '1x2x4x4', W: '3x2x2x2' }), 'w_zero_point', numberList(1, 2)),
      ...breaking(withExactScales({ X: '1x2x4x4', W: '3x2x2x2' }), 'y_zero_point', numberList(1, 2)),
    ],
  },
};
