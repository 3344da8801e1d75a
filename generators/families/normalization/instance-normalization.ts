import { breaking, each, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { inputOf, parametersOf, rowPlans, rowsOf, sizesOf } from './rows.ts';

/** Data of some shape, with scale and shift for each channel. */
const scaled = (input: string, more: NamedCall = {}): NamedCall => {
  const channels = input.split(' ')[0]!.split('x')[1]!;
  return { input, scale: channels, B: channels, ...more };
};
const plain = (shape: string, numbers?: readonly number[]): NamedCall => ({
  ...scaled(shape),
  input: inputOf(shape, numbers),
});

export const instanceNormalization: NamedPlans = {
  draw: (draws) => {
    const dims = sizesOf(draws, draws.context.version.since === 1 ? 4 : draws.count(3, 5));
    const { epsilon, factor, shift } = parametersOf(draws);
    return { input: rowsOf(draws, dims), scale: factor([dims[1]!]), B: shift([dims[1]!]), epsilon };
  },
  samples: [scaled('2x3x2x2'), scaled('1x2x3x4'), { ...scaled('1x2x4x1'), epsilon: 0.5 }],
  sizes: [['1x3x2x2', '2x3x4x1', '4x3x1x3'].map((shape) => scaled(shape))],
  pairs: () => [{ differs: 'another epsilon', calls: each({ epsilon: [0.001, 2] }, scaled('2x3x2x2')) }],
  plans: {
    definition: [
      ...['mixed', 'small', 'distinct'].map((kind) => scaled(`2x2x2x4 ${kind}`)),
      ...[1, 2, 4, 5].map((count) => scaled(`1x2x1x${count} small`)),
      scaled('2x2x1x4 wide'),
    ],
    channels: ['2x1x2x3', '1x4x2x2', '3x2x1x4', '2x5x3x1'].map((shape) => scaled(shape)),
    'any-rank': ['2x3x4', '2x2x2x2x2', '1x3x5', '2x2x3x1x2x2', '0x2x3x4'].map((shape) => scaled(shape)),
    epsilon: [
      ...each({ epsilon: [0, 1e-12, 1e-3, 1, 100] }, scaled('1x2x2x2')),
      // a variance that is no greater than epsilon
      plain('1x2x1x4', [0, 0.0009765625, 0, -0.0009765625]),
    ],
    ...rowPlans(plain),
  },
  invalid: {
    'invalid-parameter-shape': [
      ...breaking(scaled('1x2x2x2'), 'scale', '1', '3', '1x2'),
      ...breaking(scaled('1x2x2x2'), 'B', '4'),
    ],
  },
};
