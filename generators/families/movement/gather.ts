import type { InputPlan } from '../../calls/draft-of-call.ts';
import { type BrokenCalls, breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

/** Indices of some shape, each of `numbers` in turn. */
const at = (shape: string, ...numbers: number[]): InputPlan => filled(shape, numbers, { dtype: 'int64' });
const slices = (axis: number, data: string, indices: InputPlan): NamedCall => ({ data, indices, axis });
/** As many indices as there are data. */
const elements = (axis: number, data: string, ...numbers: number[]) => slices(axis, data, at(data, ...numbers));
/** Tuples of indices lie along their last dimension. */
const tuples = (data: string, indices: InputPlan): NamedCall => ({ data, indices });

/** The same with indices of the other type, some of them negative, and as constants. */
const inTypes = (call: NamedCall, negative?: readonly number[]): NamedCall[] =>
  (['int32', 'int64'] as const).flatMap((dtype) => {
    const indices = { ...(call.indices as InputPlan), dtype };
    return [
      { ...call, indices },
      { ...call, indices: { ...indices, form: 'initializer' } },
      ...(negative ? (['input', 'initializer'] as const) : []).map((form) => ({
        ...call,
        indices: { ...indices, numbers: negative!, form },
      })),
    ];
  });
/** Indices whose last one becomes out of bounds, as constants and at run time. */
const outOfRange = (call: NamedCall, ...wrong: number[]): BrokenCalls =>
  (['initializer', 'input'] as const).flatMap((form) => {
    const indices = { ...(call.indices as InputPlan), form };
    const beyond = wrong.map((one) => ({ ...indices, numbers: indices.numbers!.with(-1, one) }));
    return breaking({ ...call, indices }, 'indices', ...beyond);
  });

/** The same with two lists of constant indices: what is kept by the names and shapes of constants shows. */
const constants = (call: NamedCall, ...lists: readonly [readonly number[], readonly number[]]) => ({
  differs: 'other constant indices',
  calls: lists.map((numbers) => ({
    ...call,
    indices: { ...(call.indices as InputPlan), numbers, form: 'initializer' as const },
  })),
});

export const gather: NamedPlans = {
  samples: [
    slices(0, '4x3', at('3', 2, 0, 3)),
    slices(1, '4x3', at('3', 1, 2, 0)),
    slices(1, '4x5x2', at('2x2', 3, 0, 1, 1)),
    slices(0, '5', at('scalar', 2)),
  ],
  aliasCandidates: [slices(0, '4x3', at('4', 0, 1, 2, 3))],
  pairs: () => [
    constants(slices(0, '4x3', at('3')), [2, 0, 3], [1, 3, 0]),
    { differs: 'another axis', calls: [slices(0, '4x3', at('3', 2, 0, 3)), slices(1, '4x3', at('3', 1, 2, 0))] },
  ],
  plans: {
    'any-shape': [
      slices(0, '65', at('33', 64, 0, 31, 32, 63, 7)),
      slices(1, '7x33', at('17', 32, 0, 5, 16, 31)),
      slices(3, '2x3x2x3x2', at('2', 1, 2)),
      slices(4, '2x1x2x1x3x2x2', at('2', 2, 0)),
      slices(0, '5x33', at('3', 4, 0, 2)),
      ...[0, 1, 2, 3].map((axis) => slices(axis, '4x3x5x3', at('3', 2, 0, 1))),
      slices(2, '2x3x4x5', at('2x2', 3, 0, 1, 2)),
      // indices of more than 8 and 16 bits
      slices(2, '1x3x9x11', at('4', 8, 0, 5, 3)),
      slices(0, '300x2', at('4', 255, 256, 299, 128)),
      slices(0, '70000', at('4', 65_536, 69_999, 32_768, 65_535)),
      // more elements along a dimension than the 11 bits of float16 count
      slices(1, '2x7', at('2600', 6, 0, 3, 5, 1)),
      // slices of more than 64 KiB, and more slices than 16 bits count
      slices(0, '2x16400', at('2', 1, 0)),
      slices(0, '3', at('70000', 2, 0, 1)),
    ],
    'axis-given': [0, 1, 2].map((axis) => slices(axis, '3x4x5', at('4', 2, 0, 1, 2))),
    'indices-any-rank': ['scalar', '1', '2x1', '2x2x2', '1x1x1x1'].flatMap((shape) => [
      slices(0, '3x4', at(shape, 2, 0, 1)),
      slices(1, '3x4', at(shape, 3, 1, 0)),
    ]),
    'indices-repeated': [at('3', 1, 1, 1), at('3', 2, 1, 0), at('5', 0, 2, 0, 1, 2)].map((indices) =>
      slices(0, '3x2', indices),
    ),
    'indices-negative': [
      ...[0, 1].map((axis) => slices(axis, '4x5', at('5', -1, -4, 3, -2, 0))),
      slices(0, '6', at('scalar', -6)),
    ],
    'index-type': ({ version }) =>
      inTypes(slices(0, '4x3', at('3', 2, 0, 3)), version.since < 11 ? undefined : [-1, 2, -4]),
    'size-zero': [slices(0, '3x2', at('0')), slices(0, '3x0', at('2', 2, 0)), slices(0, '0x3', at('2x0'))],
  },
  invalid: { 'invalid-indices-out-of-range': outOfRange(slices(0, '4x3', at('3', 2, 0, 3)), 4, -5) },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(1, 6));
    const axis = draws.maybe(() => draws.axis('axis', dims.length));
    const size = dims.at(axis ?? 0)!;
    // what is empty has nothing to take
    const shape = draws.sizes(draws.count(size === 0 ? 1 : 0, 3), 0, 64).map((dim) => (size === 0 ? 0 : dim));
    const dtype = draws.pick('int32', 'int64');
    const negative = draws.context.version.since >= 11;
    return { data: draws.data(dims), indices: draws.integers(shape, () => size, { negative, dtype }), axis };
  },
};

export const gatherElements: NamedPlans = {
  pairs: () => [
    constants(elements(0, '3x4'), [2, 0, 1, 1, 0], [1, 2, 0, 0, 2]),
    { differs: 'another axis', calls: [elements(0, '3x4', 2, 0, 1, 1, 0), elements(1, '3x4', 2, 0, 1, 2, 0)] },
  ],
  samples: [elements(0, '3x4', 2, 0, 1, 1, 0), elements(1, '3x4', 2, 0, 1, 2, 0), elements(0, '5', 4, 0, 3, 1, 1)],
  sizes: [['3x4', '4x5', '7x8'].map((data) => elements(0, data, 2, 0, 1, 1, 0))],
  aliasCandidates: [elements(0, '3x4', 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2)],
  plans: {
    'any-shape': [
      elements(0, '65', 64, 0, 31, 32, 7),
      elements(0, '70x2', 69, 0, 65, 3),
      elements(3, '2x3x2x3x2', 2, 0, 1),
      // more indices than data along the axis, and fewer
      slices(0, '3x4', at('9x4', 2, 0, 1, 1, 0)),
      slices(1, '3x5', at('3x2', 4, 0, 2)),
      ...[0, 1, 2, 3].map((axis) => elements(axis, '3x4x3x5', 2, 0, 1, 1, 2, 0, 0)),
      slices(2, '1x3x9x11', at('1x3x4x11', 8, 0, 5, 3, 7)),
      slices(0, '300', at('4', 255, 256, 299, 128)),
      slices(0, '70000', at('4', 65_536, 69_999, 32_768, 65_535)),
      slices(1, '2x7', at('2x2600', 6, 0, 3, 5, 1)),
    ],
    'axis-given': [0, 1, 2].map((axis) => elements(axis, '3x4x3', 2, 0, 1, 1, 2, 0, 0)),
    'indices-smaller': [
      slices(1, '4x5', at('2x7', 4, 0, 3, 1, 1)),
      slices(0, '3x4x5', at('2x3x2', 2, 0, 1)),
      slices(1, '5x3', at('1x3', 2, 0, 1)),
    ],
    'indices-repeated': [elements(0, '3x2', 1), elements(0, '3x2', 2, 2, 0)],
    'indices-negative': [elements(0, '4x2', -1, -4, 3, -2, 0), elements(0, '6', -6, 5, -1)],
    'index-type': inTypes(elements(0, '3x4', 2, 0, 1, 1, 0), [-1, 2, -3, -2, 0]),
    'size-zero': [
      slices(1, '2x3', at('2x0')),
      slices(1, '0x3', at('0x2')),
      elements(0, '0'),
      elements(0, '0x3'),
      elements(1, '3x0'),
    ],
  },
  invalid: { 'invalid-indices-out-of-range': outOfRange(elements(0, '3x3', 0, 2), 3, -4) },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(1, 5), 1);
    const axis = draws.maybe(() => draws.axis('axis', dims.length));
    const along = axis === undefined ? 0 : axis < 0 ? axis + dims.length : axis;
    // as many indices as there are data, more or fewer along the axis, fewer along the others
    const shape = dims.map((size, i) => (i === along ? draws.pick(size, draws.size(64)) : draws.pick(size, size, 1)));
    const dtype = draws.pick('int32', 'int64');
    const indices = draws.integers(shape, () => dims[along]!, { negative: true, dtype });
    return { data: draws.data(dims), indices, axis };
  },
};

export const gatherND: NamedPlans = {
  samples: [
    tuples('3x4', at('2x2', 2, 0, 1, 3)),
    tuples('3x4', at('2x1', 2, 0)),
    tuples('2x3x4', at('2x2', 1, 2, 0, 1)),
  ],
  pairs: () => [constants(tuples('3x4', at('2x2')), [2, 0, 1, 3], [0, 1, 2, 2])],
  plans: {
    'any-shape': [
      tuples('65', at('33x1', 64, 0, 31, 32, 7)),
      tuples('7x9', at('17x2', 6, 8, 0, 1, 3, 4)),
      tuples('2x3x2x3x2', at('3x4', 1, 2, 0, 1, 0, 0, 1, 2)),
      ...[1, 2, 3, 4].map((length) => tuples('3x4x2x5', at(`3x${length}`, 2, 1, 0, 1, 1, 0, 0, 1, 1))),
      tuples('1x3x9x11', at('2x3', 0, 2, 8, 0, 1, 3)),
      tuples('300x2', at('3x1', 255, 256, 299)),
      tuples('2x70000', at('2x2', 1, 69_999, 0, 65_536)),
    ],
    'tuple-length': ['3x1', '3x2', '3x3'].map((shape) => tuples('2x2x2', at(shape, 1, 0, 0, 1, 1))),
    'indices-any-rank': [
      tuples('3x4', at('2', 2, 1)),
      tuples('3x4', at('1', 2)),
      tuples('3x4', at('2x3x1', 2, 0, 1, 1)),
      tuples('3x4', at('1x2x1x2', 2, 3, 0, 1)),
    ],
    'indices-negative': [tuples('3x4', at('3x2', -1, -4, 2, -1, -3, 3)), tuples('4x2', at('2x1', -4, -1))],
    'batch-dims': [
      { ...tuples('2x3x4', at('2x1', 2, 0)), batch_dims: 1 },
      { ...tuples('2x3x4', at('2x2x2', 2, 3, 0, 1)), batch_dims: 1 },
      { ...tuples('2x2x3', at('2x2x1', 2, 0, 1, 1)), batch_dims: 2 },
      // the batch, and what is looked up, are of other sizes
      { ...tuples('2x5x3', at('2x2x1', -1, -5, 4, -2)), batch_dims: 1 },
      { ...tuples('2x3x4', at('2x2x2', -3, -4, 2, -1)), batch_dims: 1 },
      { ...tuples('2x3x4x2', at('2x3x2x1', -4, 3, 0, -1, 2)), batch_dims: 2 },
      { ...tuples('2x1x2x4', at('2x1x2x1', 3, 0, -2, 1)), batch_dims: 3 },
      { ...tuples('2x3x4x5', at('2x3x2', 2, 3, 0, 1)), batch_dims: 1 },
    ],
    'size-zero': [tuples('3x2', at('0x1')), tuples('3x0', at('2x1', 2, 0))],
  },
  invalid: {
    'invalid-indices-out-of-range': outOfRange(tuples('3x3', at('2x1', 0, 2)), 3, -4),
    'invalid-batch-dims': [
      ...breaking({ ...tuples('2x3x4', at('2x1', 2, 0)), batch_dims: 1 }, 'batch_dims', 2, 3, -1),
      ...breaking({ ...tuples('2x3x4', at('2x1', 2, 0)), batch_dims: 1 }, 'indices', at('3x1', 2, 0)),
    ],
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(1, 5), 1);
    const batch = draws.declares('batch_dims') ? draws.pick(0, 0, draws.count(0, dims.length - 1)) : 0;
    const length = draws.count(1, dims.length - batch);
    const shape = [...dims.slice(0, batch), ...draws.sizes(draws.count(0, 2), 0, 64), length];
    const bound = (i: number) => dims[batch + (i % length)]!;
    return {
      data: draws.data(dims),
      indices: draws.integers(shape, bound, { negative: true, dtype: 'int64' }),
      ...(draws.declares('batch_dims') && { batch_dims: batch === 0 ? draws.pick(0, undefined) : batch }),
    };
  },
};
