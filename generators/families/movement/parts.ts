import {
  atRunTime,
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withLarge,
} from '../../notation/call-notation.ts';

/** What is kept: 1 and 0 in turn. */
const when = (...conditions: number[]) => filled(`${conditions.length}`, conditions, { form: 'initializer' });
const whenAsked = (...conditions: number[]) => filled(`${conditions.length}`, conditions);

export const compress: NamedPlans = {
  samples: [
    { input: '3x4', condition: when(0, 1, 1), axis: 0 },
    { input: '3x4', condition: whenAsked(0, 1, 0, 1), axis: 1 },
    { input: '2x3x2', condition: when(1, 0, 1), axis: 1 },
  ],
  pairs: () => [
    { differs: 'another axis', calls: [0, 1].map((axis) => ({ input: '3x3', condition: when(1, 0, 1), axis })) },
  ],
  aliasCandidates: [{ input: '3x4', condition: when(1, 1, 1), axis: 0 }],
  sizes: [['3x4', '3x2', '3x33'].map((input) => ({ input, condition: when(0, 1, 1), axis: 0 }))],
  plans: {
    'any-shape': [
      { input: '65', condition: whenAsked(...Array.from({ length: 65 }, (_, i) => (i % 3 === 0 ? 1 : 0))), axis: 0 },
      { input: '3x33', condition: when(...Array.from({ length: 33 }, (_, i) => (i % 5 === 4 ? 1 : 0))), axis: 1 },
      { input: '2x3x2x3x2', condition: when(1, 0, 1), axis: 3 },
      { input: '1x3x9x11', condition: whenAsked(1, 0, 1, 1, 0, 0, 1, 0, 1), axis: 2 },
      { input: '1x2x1x2x1x3x2', condition: when(0, 1, 1), axis: 5 },
      ...[0, 1, 2, 3].map((axis) => ({ input: '3x3x3x3', condition: when(1, 0, 1), axis })),
    ],
    'axis-given': [0, 1, 2].map((axis) => ({ input: '4x4x4', condition: when(1, 0, 0, 1), axis })),
    'axis-absent': [
      { input: '2x3', condition: when(0, 1, 1, 0, 0, 1) },
      { input: '5', condition: whenAsked(1, 0, 0, 1, 1) },
      { input: '2x2x2', condition: when(1, 0, 1, 0, 0, 0, 0, 1) },
    ],
    'condition-shorter': [
      { input: '4x3', condition: when(0, 1), axis: 0 },
      { input: '2x5', condition: whenAsked(1, 0, 1), axis: 1 },
      { input: '3x3', condition: when(0, 1, 0, 1) },
    ],
    'nothing-kept': [
      { input: '3x2', condition: when(0, 0, 0), axis: 0 },
      { input: '4', condition: when(0, 0) },
    ],
    'size-zero': [
      { input: '2x0', condition: when(1, 0), axis: 0 },
      { input: '0x3', condition: when(1, 0, 1), axis: 1 },
    ],
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 0, 300);
    const axis = draws.maybe(() => draws.axis('axis', dims.length));
    const most = axis === undefined ? dims.reduce((product, size) => product * size, 1) : dims.at(axis)!;
    const length = draws.pick(most, most, draws.count(0, most));
    return { input: draws.data(dims), condition: draws.integers([length], () => 2, { form: 'input' }), axis };
  },
};

const reversed = (input: string, batch_axis: number, ...lengths: number[]): NamedCall => ({
  input,
  sequence_lens: filled(`${lengths.length}`, lengths),
  ...(batch_axis === 0 && { batch_axis: 0, time_axis: 1 }),
});

export const reverseSequence: NamedPlans = {
  // both axes may be left out of the first ones
  samples: [reversed('4x3', 1, 4, 2, 3), reversed('5x2x3', 1, 3, 5), reversed('4x4', 1, 2, 4, 3, 1)],
  aliasCandidates: [reversed('4x3', 1, 1, 1, 0)],
  sizes: [['4x3', '5x3', '33x3'].map((input) => reversed(input, 1, 4, 2, 3))],
  plans: {
    'any-shape': [
      reversed('65x2', 1, 64, 65),
      reversed('3x17', 1, ...Array.from({ length: 17 }, (_, i) => i % 4)),
      reversed('4x2x1x3x2', 1, 3, 4),
      reversed('2x33x2', 0, 32, 33),
      reversed('5x2x3x2', 1, 3, 5),
      reversed('2x5x2x3', 0, 4, 5),
      reversed('300x2', 1, 299, 257),
      reversed('1x5x7x9', 0, 4),
    ],
    'each-batch': [reversed('5x5', 1, 1, 2, 3, 4, 5), reversed('4x3x2', 1, 4, 3, 2)],
    'short-lengths': [reversed('3x4', 1, 0, 1, 3, 1), reversed('2x3', 0, 0, 3)],
    'axes-swapped': [reversed('3x4', 0, 4, 2, 3), reversed('2x5x3', 0, 5, 3), reversed('4x4', 0, 4, 3, 2, 1)],
    'default-batch-axis': each({ batch_axis: [undefined, 1] }, reversed('4x3', 1, 4, 2, 3)),
    'default-time-axis': each({ time_axis: [undefined, 0] }, reversed('4x3', 1, 4, 2, 3)),
    'size-zero': [reversed('3x0', 1), reversed('2x3x0', 1, 1, 2, 2)],
  },
  invalid: {
    'invalid-axes': [
      { valid: reversed('3x3', 0, 3, 2, 1), broken: [{ ...reversed('3x3', 0, 3, 2, 1), time_axis: 0 }] },
      { valid: reversed('3x3x3', 0, 3, 2, 1), broken: [{ ...reversed('3x3x3', 0, 3, 2, 1), time_axis: 2 }] },
    ],
    'invalid-lengths': breaking(
      reversed('4x3', 1, 4, 2, 3),
      'sequence_lens',
      filled('2', [4, 2]),
      filled('4', [4, 2, 3, 1]),
    ),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(2, 5), 1);
    const batch = draws.pick(0, 1);
    const lengths = draws.integers([dims[batch]!], () => dims[1 - batch]! + 1, { form: 'input' });
    const isDefault = batch === 1 && draws.once(2);
    return {
      input: draws.data(dims),
      sequence_lens: lengths,
      ...(!isDefault && { batch_axis: batch, time_axis: 1 - batch }),
    };
  },
};

export const centerCropPad: NamedPlans = {
  samples: [
    { input_data: '4x3', shape: [2, 5], axes: [0, 1] },
    { input_data: '4x3', shape: [5, 2], axes: [0, 1] },
    { input_data: '2x5x3', shape: [2], axes: [1] },
    { input_data: '6', shape: filled('1', [3], { dtype: 'int64' }) },
  ],
  pairs: () => [
    { differs: 'other axes', calls: [0, 1].map((axis) => ({ input_data: '4x4', shape: [2], axes: [axis] })) },
  ],
  aliasCandidates: [{ input_data: '4x3', shape: [4, 3] }],
  sizes: [
    each({ input_data: '4x3 6x2 5x33' }, { shape: [3, 4] }),
    varied({ input_data: '4x3' }, 'shape', atRunTime(2, 5), atRunTime(5, 2), atRunTime(4, 4)),
  ],
  plans: {
    'any-shape': withLarge(
      [
        { input_data: '65', shape: [64] },
        { input_data: '3x33', shape: [4, 17] },
        { input_data: '3x5x4', shape: [3, 4, 7] },
        { input_data: '2x3x5x4', shape: [2, 3, 3, 6] },
        { input_data: '2x3x5x4', shape: [3, 6], axes: [2, 3] },
        { input_data: '1x3x9x11', shape: [6, 14], axes: [2, 3] },
        { input_data: '2x3x2x3x2', shape: [1, 4, 2, 2, 5] },
        { input_data: '1x2x1x2x1x2x3', shape: [2, 1, 1, 3, 1, 2, 2] },
      ],
      [{ input_data: '251x283', shape: [251, 281] }],
    ),
    crops: [
      ...varied({ input_data: '5' }, 'shape', [4], [3], [2], [1]),
      ...varied({ input_data: '4x6' }, 'shape', [3, 3], [1, 5]),
    ],
    pads: [
      ...varied({ input_data: '2' }, 'shape', [3], [4], [5], [7]),
      ...varied({ input_data: '1x2' }, 'shape', [2, 5], [4, 3]),
    ],
    'crops-and-pads': varied({ input_data: '3x4' }, 'shape', [2, 7], [6, 1], [3, 5], [3, 4]),
    'axes-given': [
      { input_data: '3x4x5', shape: [2], axes: [2] },
      { input_data: '3x4x5', shape: [7, 1], axes: [2, 0] },
      { input_data: '3x4x5', shape: [2, 3], axes: [1, 2] },
    ],
    'index-type': (['int32', 'int64'] as const).flatMap((dtype) =>
      (['input', 'initializer'] as const).map((form) => ({
        input_data: '4x3',
        shape: filled('2', [2, 5], { dtype, form }),
      })),
    ),
    'size-zero': [
      { input_data: '0', shape: [3] },
      { input_data: '2x0', shape: [3, 2] },
      { input_data: '0x2', shape: [3, 3] },
      { input_data: '3x2', shape: [0, 2] },
    ],
  },
  invalid: { 'invalid-shape-length': breaking({ input_data: '4x3', shape: [2, 5] }, 'shape', [2], [2, 5, 1]) },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 0, 200);
    const axes = draws.maybe(() => draws.axes('axes', dims.length, draws.count(1, dims.length)));
    const sizes = (axes ?? dims).map((_, i) => draws.pick(dims.at(axes ? axes[i]! : i)!, draws.size(6)));
    const dtype = draws.pick('int32', 'int64');
    return { input_data: draws.data(dims), shape: { dims: [sizes.length], numbers: sizes, dtype }, axes };
  },
};
