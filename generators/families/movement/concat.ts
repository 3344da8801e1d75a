import { each, type NamedCall, type NamedPlans } from '../../named-calls.ts';

/** Inputs that are alike but for their sizes along an axis. */
const along = (axis: number, dims: readonly number[], sizes: readonly number[]): NamedCall => ({
  inputs: sizes.map((size) => dims.with(axis, size).join('x')).join(' '),
  axis,
});

export const concat: NamedPlans = {
  samples: [
    { inputs: '2x3 4x3', axis: 0 },
    { inputs: '2x3x2 2x1x2 2x2x2', axis: 1 },
    { inputs: '2x3 2x5', axis: 1 },
    { inputs: '3 1', axis: 0 },
  ],
  sizes: [each({ inputs: ['2x3 4x3', '1x2 3x2', '5x4 2x4'] }, { axis: 0 })],
  plans: {
    'any-shape': [
      { inputs: '33 64 17', axis: 0 },
      { inputs: '3x17 3x31', axis: 1 },
      { inputs: '65x3 2x3', axis: 0 },
      { inputs: '2x2x3x1x2 2x2x1x1x2', axis: 2 },
      { inputs: '1x2x1x2x1x2x2 1x2x1x2x1x2x3', axis: 6 },
    ],
    'axis-given': [2, 3, 2, 4].flatMap((size, axis, dims) => [
      along(axis, dims, [size, 1, 5]),
      along(axis, dims, [size, size]),
    ]),
    'axis-absent': each({ inputs: ['2x3 2x2', '2x3x2 2x1x2'] }),
    'one-input': each({ inputs: '4 2x3' }, { axis: 0 }),
    'size-zero': [
      { inputs: '2x0 2x3', axis: 1 },
      { inputs: '2x3 0x3 1x3', axis: 0 },
      { inputs: '0x2 0x3', axis: 1 },
    ],
  },
  invalid: {
    'illegal-shapes': [
      {
        valid: { inputs: '2x3 4x3', axis: 0 },
        changes: each({ inputs: ['2x3 4x2', '2x3 4x1', '2x3 4x3x1', '2x3 3'] }),
      },
    ],
  },
};
