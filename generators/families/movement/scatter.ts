import { placeOf } from '../../../oracles/arrays/index-map.ts';
import { formatOf, numericDTypes } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import type { Draws } from '../../covering/draws.ts';
import {
  type BrokenCalls,
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  type NotatedInput,
  varied,
  withLarge,
} from '../../notation/call-notation.ts';
import { inEveryType } from '../row-calls.ts';

/** Indices of some shape, each of `numbers` in turn. */
const at = (shape: string, ...numbers: number[]): InputPlan => filled(shape, numbers, { dtype: 'int64' });

/** Updates of the shape of the indices. */
const elements = (axis: number, data: string, shape: string, ...numbers: number[]): NamedCall => ({
  data,
  indices: at(shape, ...numbers),
  updates: shape,
  axis,
});

/** Slices of updates for tuples of indices. */
const slices = (data: string, indices: InputPlan, updates: string): NamedCall => ({ data, indices, updates });

/** Small integers, whose sums and products are exact. */
const inSmall = (call: NamedCall): NamedCall => ({
  ...call,
  data: `${call.data} small`,
  updates: `${call.updates} small`,
});

/** Some calls with a reduction; numbers are such that nothing rounds, where they are added. */
const reducing = (reduction: string, calls: readonly NamedCall[]): NamedCall[] =>
  calls.map((call) => ({ ...(reduction === 'none' ? call : inSmall(call)), reduction }));

/** Integers that floats of kernels cannot represent, before and after a reduction, by their bits: data and an update. */
const farIntegers: Readonly<Record<number, readonly (readonly [data: bigint, update: bigint])[]>> = {
  16: [[2n ** 15n - 3n, 2n ** 15n - 5n]],
  32: [
    [2n ** 24n + 1n, 2n ** 24n + 3n],
    [2n ** 15n + 1n, 2n ** 13n + 5n],
    [3n, 2n ** 29n + 1n],
  ],
  64: [
    [2n ** 53n + 1n, 2n ** 53n + 3n],
    [2n ** 31n + 1n, 2n ** 30n + 5n],
    [3n, 2n ** 61n + 1n],
  ],
};

/** The call with such integers. */
function far({ dtype }: PlanContext, call: NamedCall): NamedCall[] {
  const { kind, bits } = formatOf(dtype);
  if (kind !== 'integer') return [];
  const shape = (input: NotatedInput) => (input as string).split(' ')[0]!;
  return (farIntegers[bits] ?? []).map(([one, other]) => ({
    ...call,
    data: filled(shape(call.data), [one, one - 2n]),
    updates: filled(shape(call.updates), [other, one - 1n]),
    // where kernels differ by type, they differ here
    ...(bits < 64 && inEveryType),
  }));
}

const reductions = (once: readonly NamedCall[], twice: readonly NamedCall[]) => ({
  'reduction-none': reducing('none', once),
  ...Object.fromEntries(
    ['add', 'mul', 'max', 'min'].map((mode) => [
      `reduction-${mode}`,
      (context: PlanContext) => [
        ...reducing(mode, [...once, ...twice]),
        ...far(context, once[0]!).map((call) => ({ ...call, reduction: mode })),
      ],
    ]),
  ),
});

/** Indices whose last one becomes out of bounds, as constants and at run time. */
const outOfRange = (call: NamedCall, ...wrong: number[]): BrokenCalls =>
  (['initializer', 'input'] as const).flatMap((form) => {
    const indices = { ...(call.indices as InputPlan), form };
    return breaking(
      { ...call, indices },
      'indices',
      ...wrong.map((one) => ({ ...indices, numbers: indices.numbers!.with(-1, one) })),
    );
  });

const columns = Array.from({ length: 11 }, (_, i) => i);

/** A reduction, if the version has one. */
const reductionOf = (draws: Draws): string | undefined =>
  draws.declares('reduction')
    ? draws.maybe(() =>
        draws.pick('none', ...(numericDTypes.includes(draws.context.dtype) ? draws.modes('reduction') : [])),
      )
    : undefined;

/** Data that are updated: sums and products are exact of small integers, and of an extremum with NaN the text says nothing. */
function updatedData(draws: Draws, dims: readonly number[], reduction = 'none'): InputPlan {
  if (reduction === 'none') return draws.data(dims);
  return ['add', 'mul'].includes(reduction)
    ? draws.data(dims, 'small')
    : draws.data(dims, 'distinct', 'small', 'mixed', 'wide', 'negative', 'large');
}

const ofElements: NamedPlans = {
  // axis may be left out of the first ones
  samples: [
    elements(0, '4x3', '2x3', 2, 0, 1, 3, 1, 0),
    elements(1, '3x3', '2x3', 2, 0, 1, 1, 2, 0),
    elements(0, '5', '3', 4, 0, 3),
    elements(1, '2x5x2', '2x1x2', 3, 0, 4, 1),
  ],
  sameShapeCalls: [
    elements(0, '3x2', '3x2', 2, 0, 1, 2, 0, 1),
    elements(1, '3x3', '3x3', 2, 0, 1, 1, 2, 0, 0, 1, 2),
    elements(0, '5', '5', 4, 0, 3, 1, 2),
  ],
  pairs: () => [
    {
      differs: 'another axis',
      calls: [0, 1].map((axis) => elements(axis, '3x3', '3x3', 0, 1, 2, 1, 2, 0, 2, 0, 1)),
    },
  ],
  aliasCandidates: [elements(0, '3', '0')],
  sizes: [
    ['4x3', '5x3', '9x3'].map((data) => elements(0, data, '2x3', 2, 0, 1, 3, 1, 0)),
    ['5', '33', '7'].map((data) => elements(0, data, '3', 4, 0, 3)),
  ],
  plans: {
    'any-shape': withLarge(
      [
        elements(0, '65', '5', 64, 0, 31, 32, 7),
        elements(1, '3x40', '3x3', 39, 0, 17, 5, 32, 31, 1, 2, 3),
        elements(3, '2x3x2x3x2', '2x3x2x1x2', 2, 0, 1),
        elements(0, '70x2', '2x2', 69, 1, 3, 65),
        elements(2, '1x2x5x1x1x2', '1x2x2x1x1x2', 4, 0, 2, 1, 3, 4, 0, 3),
        ...[0, 1, 2, 3].map((axis) => elements(axis, '3x4x3x5', [3, 4, 3, 5].with(axis, 1).join('x'), 2, 0, 1, 2, 1)),
        elements(2, '1x3x9x11', '1x3x2x11', ...columns.map((i) => i % 4), ...columns.map((i) => 4 + (i % 5))),
        elements(0, '300', '4', 255, 256, 299, 128),
      ],
      [elements(0, '70003', '2', 65_536, 69_999)],
    ),
    'axis-given': [0, 1, 2].map((axis) => ({
      ...elements(axis, '3x4x5', [3, 4, 5].with(axis, 1).join('x'), 2, 0, 1, 2, 1, 0, 0),
    })),
    'indices-negative': [
      elements(0, '4x2', '2x2', -1, -4, 1, 2),
      elements(1, '3x4', '3x1', -1, -3, -4),
      elements(0, '6', '3', -6, 5, 1),
    ],
    'index-type': ({ version }) =>
      [[2, 0, 1, 3, 1, 0], ...(version.since < 11 ? [] : [[-2, 0, -3, 3, -3, -4]])].flatMap((numbers) =>
        (['int32', 'int64'] as const).flatMap((dtype) =>
          (['input', 'initializer'] as const).map((form) => ({
            ...elements(0, '4x3', '2x3'),
            indices: filled('2x3', numbers, { dtype, form }),
          })),
        ),
      ),
    'indices-smaller': [
      elements(0, '3x5', '2x2', 2, 0, 1, 1),
      elements(1, '4x5', '2x3', 4, 0, 2, 1, 3, 0),
      elements(0, '3x4x5', '1x2x3', 2, 0, 1, 1, 2, 0),
      elements(2, '2x3x4', '1x1x1', 3),
      { ...elements(0, '3x5', '2x3', 2, 0, 1, 1, 2, 0), data: '3x5 zeros', updates: '2x3 zeros' },
    ],
    'size-zero': [
      elements(0, '3', '0'),
      elements(1, '2x3', '2x0'),
      elements(0, '0x3', '0x3'),
      elements(1, '0x3', '0x2'),
      elements(2, '2x0x3', '2x0x1'),
    ],
    ...reductions(
      [elements(0, '4x3', '2x3', 2, 0, 1, 3, 1, 0), elements(1, '3x5', '3x2', 1, 4, 0, 3, 2, 1)],
      [
        elements(0, '3x2', '4x2', 1, 0, 1, 2, 1, 0, 1, 0),
        elements(1, '2x4', '2x6', 3, 3, 0, 0, 0, 1),
        elements(0, '7', '17', 5, 5, 2, 0),
        // one element by both of its indices
        elements(0, '4', '5', 1, -3, 0, -4, 1),
        elements(1, '2x3x4', '2x4x3', 2, 0, 2, 1, 1),
        elements(0, '3x2x2x3', '4x2x2x2', 0, 2, 1, 1, 0),
      ],
    ),
  },
  invalid: {
    'invalid-indices-out-of-range': outOfRange(elements(0, '3x2', '1x2', 0, 2), 3, -4),
    'invalid-updates-shape': breaking(elements(0, '4x3', '2x3', 2, 0, 1, 3, 1, 0), 'updates', '1x3', '2x2', '6', '3x2'),
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 1, 200);
    const axis = draws.maybe(() => draws.axis('axis', dims.length));
    const along = axis === undefined ? 0 : axis < 0 ? axis + dims.length : axis;
    const reduction = reductionOf(draws);
    const isOnce = (reduction ?? 'none') === 'none';
    const most = isOnce ? dims[along]! : 20;
    const shape = dims.map((size, i) =>
      i === along ? draws.size(most) : draws.pick(size, size, draws.count(1, size)),
    );
    const stride = shape.slice(along + 1).reduce((product, size) => product * size, 1);
    const turn = draws.detail(0, 99);
    const isNegative = draws.context.version.since >= 11 && draws.once(2);
    // where nothing says what two updates of one element give, each line has each index once
    const numbers = Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, i) => {
      const place = Math.floor(i / stride) % Math.max(1, shape[along]!);
      const index = isOnce ? (place + turn + (i % stride)) % dims[along]! : draws.detail(0, dims[along]! - 1);
      return isNegative && i % 2 === 0 ? index - dims[along]! : index;
    });
    return {
      data: updatedData(draws, dims, reduction),
      indices: { dims: shape, numbers, dtype: draws.pick('int32', 'int64') },
      updates: updatedData(draws, shape, reduction),
      axis,
      reduction,
    };
  },
};

export const scatter = ofElements;
export const scatterElements = ofElements;

export const scatterND: NamedPlans = {
  samples: [
    slices('4x3', at('2x1', 2, 0), '2x3'),
    slices('4x3', at('2x1', 1, 3), '2x3'),
    slices('4x3', at('3x2', 2, 0, 1, 2, 3, 1), '3'),
    slices('2x3x4', at('2x2', 1, 2, 0, 1), '2x4'),
  ],
  sameShapeCalls: [
    slices('2x3', at('2x1', 1, 0), '2x3'),
    slices('4', at('4x1', 3, 1, 0, 2), '4'),
    slices('3x2x2', at('3x1', 2, 0, 1), '3x2x2'),
  ],
  aliasCandidates: [slices('3x2', at('0x1'), '0x2')],
  sizes: [['4x3', '5x3', '9x3'].map((data) => slices(data, at('2x1', 2, 0), '2x3'))],
  plans: {
    'any-shape': withLarge(
      [
        slices('65', at('5x1', 64, 0, 31, 32, 7), '5'),
        slices('7x9', at('17x2', ...Array.from({ length: 17 }, (_, i) => [i % 7, i % 9]).flat()), '17'),
        slices('3x33', at('1x1', 1), '1x33'),
        slices('2x3x2x3x2', at('3x4', 1, 2, 0, 1, 0, 0, 1, 2, 1, 1, 1, 1), '3x2'),
        slices('3x4x2x5', at('2x2', 2, 1, 0, 3), '2x2x5'),
        slices('1x3x9x11', at('2x2', 0, 2, 0, 1), '2x9x11'),
        slices('300x2', at('3x1', 255, 256, 299), '3x2'),
      ],
      [slices('70003', at('2x1', 65_537, 69_999), '2')],
    ),
    'tuple-length': [
      slices('3x2x2', at('2x1', 2, 0), '2x2x2'),
      slices('3x2x2', at('2x2', 2, 0, 1, 1), '2x2'),
      slices('3x2x2', at('2x3', 2, 0, 1, 1, 1, 0), '2'),
    ],
    'indices-any-rank': [
      slices('3x4', at('2', 2, 1), 'scalar'),
      slices('3x4', at('1', 2), '4'),
      slices('6x4', at('2x2x1', 2, 0, 5, 1), '2x2x4'),
      slices('3x4', at('1x2x1x2', 2, 3, 0, 1), '1x2x1'),
    ],
    'indices-negative': [slices('3x4', at('2x2', -1, -4, 0, -1), '2'), slices('4x2', at('2x1', -4, -1), '2x2')],
    'size-zero': [slices('3x2', at('0x1'), '0x2'), slices('3x0', at('2x1', 2, 0), '2x0')],
    ...reductions(
      [slices('4x3', at('2x1', 2, 0), '2x3'), slices('3x4', at('3x2', 2, 0, 1, 3, 0, 0), '3')],
      [
        slices('3x2', at('4x1', 1, 0, 1, 1), '4x2'),
        slices('2x4', at('5x2', 1, 3, 1, 3, 0, 0, 1, 3, 0, 0), '5'),
        slices('7', at('17x1', 5, 5, 2, 0), '17'),
        slices('4x2', at('3x1', 1, -3, 2), '3x2'),
        slices('2x3x4', at('4x2', 1, 2, 0, 1, 1, 2, 1, 0), '4x4'),
        slices('3x2x2x2', at('3x1', 2, 0, 2), '3x2x2x2'),
      ],
    ),
  },
  invalid: {
    'invalid-indices-out-of-range': outOfRange(slices('3x3', at('2x1', 0, 2), '2x3'), 3, -4),
    'invalid-updates-shape': breaking(slices('4x3', at('2x1', 2, 0), '2x3'), 'updates', '1x3', '2x2', '3', '2x3x1'),
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 1, 200);
    const length = draws.count(1, dims.length);
    const reduction = reductionOf(draws);
    const places = dims.slice(0, length).reduce((product, size) => product * size, 1);
    const isOnce = (reduction ?? 'none') === 'none';
    const outer = draws.sizes(draws.count(0, 2), 0, isOnce ? places : 30);
    const count = outer.reduce((product, size) => product * size, 1);
    const [turn, step] = [draws.detail(0, places - 1), places > 2 ? places - 1 : 1];
    const isNegative = draws.context.version.since >= 11 && draws.once(2);
    const numbers = Array.from({ length: count }, (_, i) => {
      const place = isOnce ? (turn + i * step) % places : draws.detail(0, places - 1);
      const tuple = placeOf(place, dims.slice(0, length));
      return isNegative && i % 2 === 0 ? tuple.map((x, axis) => x - dims[axis]!) : tuple;
    }).flat();
    return {
      data: updatedData(draws, dims, reduction),
      indices: { dims: [...outer, length], numbers, dtype: 'int64' },
      updates: updatedData(draws, [...outer, ...dims.slice(length)], reduction),
      reduction,
    };
  },
};

/** A cache, an update and where in each batch it begins. */
const written = (past_cache: string, update: string, axis: number, ...starts: number[]): NamedCall => ({
  past_cache,
  update,
  write_indices: filled(`${starts.length}`, starts),
  axis,
});

export const tensorScatter: NamedPlans = {
  samples: [
    { ...written('2x5x3', '2x2x3', -2, 1, 3), axis: undefined },
    { ...written('2x5x3', '2x2x3', -2, 0, 2), axis: undefined, mode: 'linear' },
    { ...written('2x3x4x2', '2x3x1x2', -2, 3, 0), axis: undefined },
    { ...written('2x3x4x2', '2x3x3x2', 2, 1, 0), mode: 'linear' },
  ],
  sameShapeCalls: each({ mode: ['circular'] }, written('2x3x2', '2x3x2', 1, 1, 2), written('1x4', '1x4', 1, 3)),
  sizes: [['2x5x3', '2x7x3', '2x33x3'].map((past) => written(past, '2x2x3', 1, 1, 3))],
  plans: {
    'any-shape': [
      written('3x33', '3x17', 1, 16, 0, 5),
      written('1x65x2', '1x64x2', 1, 1),
      written('2x2x5x1x2', '2x2x3x1x2', 2, 2, 0),
      written('1x3x9x11', '1x3x4x11', 2, 5),
    ],
    'axis-given': [1, 2, 3, -1, -3].map((axis) => {
      const dims = [2, 4, 5, 6];
      return written('2x4x5x6', dims.with(axis, 2).join('x'), axis, 1, 2);
    }),
    'each-batch': [
      written('4x6x2', '4x1x2', 1, 0, 5, 2, 3),
      written('3x4x2', '3x4x2', 1, 0, 0, 0),
      written('3x5x2', '3x2x2', 1, 3, 1, 0),
    ],
    circular: each(
      { mode: ['circular'] },
      written('2x5x3', '2x3x3', 1, 4, 1),
      written('2x4x2', '2x4x2', 1, 3, 2),
      written('3x3x2', '3x1x2', 1, 3, 7, 2),
      written('1x6x2', '1x2x2', 1, 5),
      { past_cache: '2x5x3', update: '2x3x3', axis: 1 },
      { past_cache: '3x4x2', update: '3x4x2', axis: -2 },
      { past_cache: '2x3x1x4', update: '2x3x1x2', axis: 3 },
    ),
    'size-zero': [written('2x3x2', '2x0x2', 1, 1, 0), written('2x3x0', '2x2x0', 1, 1, 0)],
  },
  invalid: {
    'invalid-write-indices': varied(
      { ...written('2x5x3', '2x2x3', 1, 1, 3) },
      'write_indices',
      filled('2', [1, 3]),
    ).flatMap((valid) => breaking(valid, 'write_indices', filled('2', [1, 4]), filled('2', [5, 0]))),
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(2, 5), 1, 200);
    const axis =
      dims.length > 2 || draws.once(2) ? draws.pick(1, draws.count(1, dims.length - 1) - dims.length) : undefined;
    const along = axis ?? -2;
    const at = dims.length === 2 && axis === undefined ? 1 : along;
    const size = dims.at(at)!;
    const length = draws.count(1, size);
    const mode = draws.maybe(() => draws.pick('linear', 'circular'));
    const starts = draws.integers([dims[0]!], () => (mode === 'circular' ? size : size - length + 1), {
      dtype: 'int64',
      form: 'input',
    });
    return {
      past_cache: draws.data(dims),
      update: draws.data(dims.with(at, length)),
      write_indices: draws.maybe(() => starts),
      axis: dims.length === 2 ? 1 : axis,
      mode,
    };
  },
};
