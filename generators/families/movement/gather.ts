import type { InputPlan } from '../../calls.ts';
import { type Breaks, each, filled, type NamedCall, type NamedPlans } from '../../named-calls.ts';

/** Indices of some shape: each of `numbers` in turn. */
const at = (shape: string, numbers: readonly number[], dtype: 'int32' | 'int64' = 'int64'): InputPlan =>
  filled(shape, numbers, { dtype });
const constant = (indices: InputPlan): InputPlan => ({ ...indices, form: 'initializer' });

/** Indices of which the last becomes one that is out of range, as constants and at run time. */
const outOfRange = (call: NamedCall, shape: string, numbers: readonly number[], wrong: readonly number[]): Breaks =>
  [constant, (indices: InputPlan) => indices].map((given) => ({
    valid: { ...call, indices: given(at(shape, numbers)) },
    changes: wrong.map((one) => ({ indices: given(at(shape, numbers.with(-1, one))) })),
  }));

export const gather: NamedPlans = {
  samples: [
    { data: '4x3', indices: at('3', [2, 0, 3]), axis: 0 },
    { data: '4x3', indices: at('3', [1, 2, 0]), axis: 1 },
    { data: '4x5x2', indices: at('2x2', [3, 0, 1, 1]), axis: 1 },
    { data: '5', indices: at('scalar', [2]), axis: 0 },
  ],
  sizes: [each({ data: '4x3 5x2 4x7' }, { indices: at('3', [2, 0, 3]), axis: 0 })],
  plans: {
    'any-shape': [
      { data: '65', indices: at('33', [64, 0, 31, 32, 63, 7]), axis: 0 },
      { data: '7x33', indices: at('17', [32, 0, 5, 16, 31]), axis: 1 },
      { data: '2x3x2x3x2', indices: at('2', [1, 2]), axis: 3 },
      { data: '2x1x2x1x3x2x2', indices: at('2', [2, 0]), axis: 4 },
    ],
    'axis-given': each({ axis: [0, 1, 2] }, { data: '3x4x5', indices: at('4', [2, 0, 1, 2]) }),
    'indices-any-rank': ['scalar', '1', '2x1', '2x2x2', '1x1x1x1'].flatMap((shape) => [
      { data: '3x4', indices: at(shape, [2, 0, 1]), axis: 0 },
      { data: '3x4', indices: at(shape, [3, 1, 0]), axis: 1 },
    ]),
    'indices-repeated': each(
      { indices: [at('3', [1, 1, 1]), at('3', [2, 1, 0]), at('5', [0, 2, 0, 1, 2])] },
      { data: '3x2', axis: 0 },
    ),
    'indices-negative': [
      ...each({ axis: [0, 1] }, { data: '4x5', indices: at('5', [-1, -4, 3, -2, 0]) }),
      { data: '6', indices: at('scalar', [-6]), axis: 0 },
    ],
    'index-type': (['int32', 'int64'] as const).flatMap((dtype) => [
      { data: '4x3', indices: at('3', [2, 0, 3], dtype), axis: 0 },
      { data: '4x3', indices: constant(at('2', [2, 1], dtype)), axis: 1 },
    ]),
    'size-zero': [
      { data: '3x2', indices: at('0', []), axis: 0 },
      { data: '3x0', indices: at('2', [2, 0]), axis: 0 },
      { data: '0x3', indices: at('2x0', []), axis: 0 },
    ],
  },
  invalid: { 'illegal-indices-out-of-range': outOfRange({ data: '4x3', axis: 0 }, '3', [2, 0, 3], [4, -5]) },
};

export const gatherElements: NamedPlans = {
  samples: [
    { data: '3x4', indices: at('3x4', [2, 0, 1, 1, 0]), axis: 0 },
    { data: '3x4', indices: at('3x4', [2, 0, 1, 2, 0]), axis: 1 },
    { data: '5', indices: at('5', [4, 0, 3, 1, 1]), axis: 0 },
  ],
  sizes: [
    [
      { data: '3x4', indices: at('3x4', [2, 0, 1, 1, 0]), axis: 0 },
      { data: '4x2', indices: at('4x2', [2, 0, 1]), axis: 0 },
      { data: '3x5', indices: at('3x5', [1, 2, 0]), axis: 0 },
    ],
  ],
  plans: {
    'any-shape': [
      { data: '65', indices: at('65', [64, 0, 31, 32, 7]), axis: 0 },
      { data: '70x2', indices: at('70x2', [69, 0, 65, 3]), axis: 0 },
      { data: '2x3x2x3x2', indices: at('2x3x2x3x2', [2, 0, 1]), axis: 3 },
    ],
    'axis-given': each({ axis: [0, 1, 2] }, { data: '3x4x3', indices: at('3x4x3', [2, 0, 1, 1, 2, 0, 0]) }),
    'indices-repeated': each({ indices: [at('3x2', [1]), at('3x2', [2, 2, 0])] }, { data: '3x2', axis: 0 }),
    'indices-negative': [
      { data: '4x2', indices: at('4x2', [-1, -4, 3, -2, 0]), axis: 0 },
      { data: '6', indices: at('6', [-6, 5, -1]), axis: 0 },
    ],
    'index-type': (['int32', 'int64'] as const).map((dtype) => ({
      data: '3x4',
      indices: at('3x4', [2, 0, 1, 1, 0], dtype),
      axis: 0,
    })),
    'size-zero': [
      { data: '0', indices: at('0', []), axis: 0 },
      { data: '0x3', indices: at('0x3', []), axis: 0 },
    ],
  },
  invalid: { 'illegal-indices-out-of-range': outOfRange({ data: '3x3', axis: 0 }, '3x3', [0, 2], [3, -4]) },
};

export const gatherND: NamedPlans = {
  samples: [
    { data: '3x4', indices: at('2x2', [2, 0, 1, 3]) },
    { data: '3x4', indices: at('2x1', [2, 0]) },
    { data: '2x3x4', indices: at('2x2', [1, 2, 0, 1]) },
  ],
  sizes: [each({ data: '3x4 4x2 3x7' }, { indices: at('2x1', [2, 0]) })],
  plans: {
    'any-shape': [
      { data: '65', indices: at('33x1', [64, 0, 31, 32, 7]) },
      { data: '7x9', indices: at('17x2', [6, 8, 0, 1, 3, 4]) },
      { data: '2x3x2x3x2', indices: at('3x4', [1, 2, 0, 1, 0, 0, 1, 2]) },
    ],
    'tuple-length': [1, 2, 3].map((length) => ({ data: '2x2x2', indices: at(`3x${length}`, [1, 0, 0, 1, 1]) })),
    'indices-any-rank': [
      { data: '3x4', indices: at('2', [2, 1]) },
      { data: '3x4', indices: at('1', [2]) },
      { data: '3x4', indices: at('2x3x1', [2, 0, 1, 1]) },
      { data: '3x4', indices: at('1x2x1x2', [2, 3, 0, 1]) },
    ],
    'indices-negative': [
      { data: '3x4', indices: at('3x2', [-1, -4, 2, -1, -3, 3]) },
      { data: '4x2', indices: at('2x1', [-4, -1]) },
    ],
    'batch-dims': [
      { data: '2x3x4', indices: at('2x1', [2, 0]), batch_dims: 1 },
      { data: '2x3x4', indices: at('2x2x2', [2, 3, 0, 1]), batch_dims: 1 },
      { data: '2x2x3', indices: at('2x2x1', [2, 0, 1, 1]), batch_dims: 2 },
    ],
    'size-zero': [
      { data: '3x2', indices: at('0x1', []) },
      { data: '3x0', indices: at('2x1', [2, 0]) },
    ],
  },
  invalid: { 'illegal-indices-out-of-range': outOfRange({ data: '3x3' }, '2x1', [0, 2], [3, -4]) },
};
