import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import type { CallPlan, InputPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { firstOf, longLengths, rotateBy } from '../cases/take-turns.ts';
import type { Draws } from '../covering/draws.ts';
import {
  type BrokenCalls,
  breaking,
  drawn,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  plansFrom,
  sequence,
  varied,
  withContent,
  withoutContent,
} from '../notation/call-notation.ts';
import { byOperator, type FamilyPlans, familyOf } from '../notation/derived.ts';
import { fragileValues } from '../values/values.ts';

/** A place that is only known at run time. */
const late = (position: number, dtype: DType = 'int64'): InputPlan =>
  filled('scalar', [position], { dtype, form: 'input' });
const lateInt32 = (position: number): InputPlan => late(position, 'int32');

/** Five different tensors of one shape. */
const five = sequence('2x3 2x3 2x3 2x3 2x3');
const mixedShapes = sequence('2x3 4 scalar 1x2x3 2x3');

/** A sequence of so many tensors, some of other ranks than the first where they may be. */
const long = (count: number, shapes: readonly string[] = ['2', '1x3', '2', 'scalar']): InputPlan =>
  sequence(Array.from({ length: count }, (_, i) => shapes[i % shapes.length]!).join(' '));

/** The same call on each of some long sequences, at either end and within. */
const alongSequences = (call: (position: number, input_sequence: InputPlan) => NamedCall): NamedCall[] =>
  longLengths().flatMap((count) => [count - 1, -count, count >> 1].map((place) => call(place, long(count))));

/** A sequence in every class: of no tensors to many, of one shape, of shapes of one rank, of any. */
function drawSequence(draws: Draws, least = 0): InputPlan {
  const count = Math.max(least, draws.pick(0, 1, 2, 2, 3, 4, draws.count(5, 12), draws.size(40)));
  const dims = draws.sizes(draws.count(0, 4), 0, draws.pick(200, 200, Math.ceil(draws.room / (1 + count))));
  const shapes = draws.pick('equal', 'sizes', 'any');
  const elements = Array.from({ length: count }, (_, i) => {
    if (i === 0 || shapes === 'equal') return draws.data(dims);
    return draws.data(shapes === 'any' ? draws.sizes(draws.count(0, 4), 0, 60) : dims.map(() => draws.size(9)));
  });
  return { dims: elements[0]?.dims ?? [], elements };
}

/** A place from either end, or none. @param end places beyond the last one */
function drawPlace(draws: Draws, length: number, end = 0): NamedCall[string] {
  const place = draws.pick(0, length - 1 + end, draws.count(0, Math.max(0, length - 1 + end)));
  const position = draws.once(2) && place < length ? place - length : place;
  return draws.once(3) ? late(position, draws.pick('int32', 'int64')) : position;
}

const at = (position: number | InputPlan, input_sequence: InputPlan = five): NamedCall => ({
  input_sequence,
  position,
});

const empty: NamedPlans = {
  samples: ({ dtype }) => [{ dtype: formatOf(dtype).code }],
  plans: {
    'dtype-given': ({ dtype }) => [{ dtype: formatOf(dtype).code }],
    'dtype-absent': [{}],
  },
  invalid: {
    'invalid-dtype-of-sequence': breaking({ dtype: formatOf('float32').code }, 'dtype', 0, 99, formatOf('int4').code),
  },
  draw: (draws) => {
    const { code } = formatOf(draws.context.dtype);
    // of float32 it is the default
    return { dtype: draws.context.dtype === 'float32' ? draws.maybe(() => code) : code };
  },
};

const construct: NamedPlans = {
  samples: each({ inputs: ['2x3 2x3', '2x3 4 scalar', '1 2 3 4', '2x3'] }),
  sameShapeCalls: each({ inputs: ['2x3 2x3', '4 4 4'] }),
  aliasCandidates: each({ inputs: ['2x3', '4 4'] }),
  pairs: () => [],
  plans: {
    'one-input': each({ inputs: ['scalar', '3', '2x3x4'] }),
    'shapes-differ': each({ inputs: ['2 3 4', '2x3 3x2', '1 1x1 1x1x1', 'scalar 5 2x3x4x5'] }),
    'size-zero': each({ inputs: ['0 2', '2x0', '2x3 0x3 1x3'] }),
  },
  invalid: {
    'invalid-types': [
      {
        valid: { inputs: '2 3' },
        broken: [{ inputs: [filled('2', [1, 2]), filled('3', [1, 2, 3], { dtype: 'int64' })] }],
      },
    ] satisfies BrokenCalls,
  },
  draw: (draws) => ({ inputs: drawSequence(draws, 1).elements! }),
};

const elementAt: NamedPlans = {
  samples: [at(1), at(0, mixedShapes), at(-1, mixedShapes), at(2, sequence('4 2x2 3'))],
  sizes: [varied(at(1), 'position', late(1), late(3), late(-1)), [at(0, sequence('2 3')), at(0, sequence('4 5'))]],
  aliasCandidates: [at(0, sequence('2x3'))],
  plans: {
    'position-given': [0, 1, 2, 3, 4].flatMap((position) => [at(position), at(lateInt32(position), mixedShapes)]),
    'position-negative': [-1, -2, -3, -4, -5].flatMap((position) => [
      at(position),
      at(lateInt32(position), mixedShapes),
    ]),
    'any-length': alongSequences(at),
    'shapes-differ': [0, 1, 2, 3, -1, -2].map((position) => at(position, sequence('5 2x2 scalar 1x1x7'))),
  },
  invalid: {
    'invalid-position': breaking(at(1, sequence('2 3')), 'position', 2, -3, 100, late(2)),
    'invalid-kind': breaking(at(0, sequence('2 3')), 'input_sequence', '2'),
  },
  draw: (draws) => {
    const input_sequence = drawSequence(draws, 1);
    return { input_sequence, position: drawPlace(draws, input_sequence.elements!.length) };
  },
};

const inserted = (
  position: number | InputPlan | undefined,
  input_sequence: InputPlan = five,
  tensor = '2x3',
): NamedCall => ({
  input_sequence,
  tensor,
  ...(position !== undefined && { position }),
});

const insert: NamedPlans = {
  samples: [inserted(1), inserted(0, mixedShapes, '4'), inserted(-1), inserted(5), inserted(undefined)],
  sizes: [varied(inserted(1), 'position', late(1), late(4), late(-2))],
  aliasCandidates: [inserted(undefined, sequence('2x3'))],
  plans: {
    'position-given': [0, 1, lateInt32(2), 3, lateInt32(4)].map((position) => inserted(position)),
    'position-negative': [-1, -2, -3, -4, -5, lateInt32(-1), lateInt32(-5)].map((position) => inserted(position)),
    'position-end': [
      inserted(5),
      inserted(1, sequence('2x3')),
      inserted(2, sequence('2 3'), '4'),
      { ...inserted(undefined), position: late(5) },
    ],
    'empty-sequence': [inserted(0, sequence('')), inserted(undefined, sequence(''), '4')],
    'any-length': alongSequences(inserted),
    'shapes-differ': [inserted(0, five, 'scalar'), inserted(3, mixedShapes, '5x1'), inserted(undefined, five, '2x3x4')],
  },
  invalid: {
    'invalid-position': breaking(inserted(1, sequence('2 3'), '4'), 'position', 3, -3, 100, late(3)),
    'invalid-types': breaking(inserted(1, sequence('2 3'), '4'), 'tensor', filled('2', [1, 2], { dtype: 'int64' })),
    'invalid-kind': breaking(inserted(0, sequence('2 3')), 'input_sequence', '2'),
  },
  draw: (draws) => {
    const input_sequence = drawSequence(draws);
    const length = input_sequence.elements!.length;
    const tensor = draws.data(
      draws.once(2) ? input_sequence.dims : draws.sizes(draws.count(0, 4), 0, draws.pick(60, 200, draws.room)),
    );
    return { input_sequence, tensor, position: draws.maybe(() => drawPlace(draws, length, 1)) };
  },
};

const erased = (position: number | InputPlan | undefined, input_sequence: InputPlan = five): NamedCall => ({
  input_sequence,
  ...(position !== undefined && { position }),
});

const erase: NamedPlans = {
  samples: [erased(1), erased(0, mixedShapes), erased(-2, mixedShapes), erased(undefined, mixedShapes)],
  sizes: [varied(erased(1), 'position', late(1), late(3), late(-1))],
  aliasCandidates: [erased(1, sequence('2x3 4'))],
  plans: {
    'position-given': [0, 1, 2, 3, 4].flatMap((position) => [
      erased(position),
      erased(lateInt32(position), mixedShapes),
    ]),
    'position-negative': [-1, -2, -3, -4, -5].flatMap((position) => [
      erased(position),
      erased(lateInt32(position), mixedShapes),
    ]),
    'last-one': [erased(0, sequence('2x3')), erased(undefined, sequence('4')), erased(-1, sequence('scalar'))],
    'any-length': alongSequences(erased),
    'shapes-differ': [0, 1, 2, -1].map((position) => erased(position, sequence('5 2x2 scalar 1x1x7'))),
  },
  invalid: {
    'invalid-position': breaking(erased(1, sequence('2 3')), 'position', 2, -3, 100, late(2)),
    'invalid-kind': breaking(erased(0, sequence('2 3')), 'input_sequence', '2'),
  },
  draw: (draws) => {
    const input_sequence = drawSequence(draws, 1);
    const { length } = input_sequence.elements!;
    return { input_sequence, position: draws.maybe(() => drawPlace(draws, length)) };
  },
};

const lengths = (...shapes: string[]): NamedCall[] => shapes.map((shape) => ({ input_sequence: sequence(shape) }));

const length: NamedPlans = {
  samples: [{ input_sequence: five }, ...lengths('2x3', '4 2x2 3')],
  plans: {
    'length-scalar': lengths('2', '2 2', '2 2 2 2 2 2 2 2 2'),
    'empty-sequence': lengths(''),
    'any-length': longLengths().map((count) => ({ input_sequence: long(count) })),
    'shapes-differ': [{ input_sequence: mixedShapes }, ...lengths('4 1', '0 2x0 scalar')],
  },
  invalid: { 'invalid-kind': breaking({ input_sequence: sequence('2 3') }, 'input_sequence', '2') },
  draw: (draws) => ({ input_sequence: drawSequence(draws) }),
};

const joined = (shapes: string, axis: number, new_axis?: 0 | 1): NamedCall => ({
  input_sequence: sequence(shapes),
  axis,
  ...(new_axis !== undefined && { new_axis }),
});

const concat: NamedPlans = {
  samples: [joined('2x3 4x3', 0, 0), joined('2x3 2x3', 0, 1), joined('2x3x2 2x1x2', 1), joined('2x3 2x3 2x3', 2, 1)],
  pairs: () => [{ differs: 'another axis', calls: [joined('2x2 2x2', 0), joined('2x2 2x2', 1)] }],
  aliasCandidates: [joined('2x3', 0)],
  plans: {
    'axis-given': [
      joined('2x3 2x3', 0),
      joined('2x3 2x3', 1),
      joined('2x3x4 2x3x1', 2),
      joined('2x1x4 2x3x4 2x2x4', 1),
    ],
    'axis-negative': [joined('2x3 2x5', -1), joined('2x3 4x3', -2), joined('2x3 2x3', -1, 1), joined('2x3 2x3', -3, 1)],
    'new-axis': [joined('4 4', 0, 1), joined('2x3 2x3 2x3', 1, 1), joined('scalar scalar scalar', 0, 1)],
    'new-axis-last': [joined('4 4', 1, 1), joined('2x3 2x3', 2, 1), joined('scalar scalar', -1, 1)],
    'any-length': longLengths().flatMap((count) => [
      { input_sequence: long(count, ['2', '1', '3']), axis: 0 },
      { input_sequence: long(count, ['2']), axis: 1, new_axis: 1 },
    ]),
    'one-tensor': [joined('2x3', 0), joined('2x3', 1, 1), joined('4', -1, 1)],
    'size-zero': [joined('0x3 2x3', 0), joined('2x0 2x0', 1), joined('0 0', 0, 1)],
  },
  invalid: {
    'invalid-axis': [
      ...breaking(joined('2x3 2x3', 0), 'axis', 2, -3),
      ...breaking(joined('2x3 2x3', 0, 1), 'axis', 3, -4),
    ],
    'invalid-shapes': [
      ...breaking(joined('2x3 2x3', 0), 'input_sequence', sequence('2x3 2x4'), sequence('2x3 3')),
      ...breaking(joined('2x3 2x3', 0, 1), 'input_sequence', sequence('2x3 4x3')),
    ],
  },
  draw: (draws) => {
    const isNew = draws.once(2);
    const dims = draws.sizes(draws.count(isNew ? 0 : 1, 4), 0, 200);
    const rank = dims.length + (isNew ? 1 : 0);
    const place = draws.pick(0, rank - 1, draws.count(0, rank - 1));
    const count = draws.pick(1, 2, 2, 3, draws.count(4, 12), draws.size(40, 1));
    const elements = Array.from({ length: count }, (_, i) =>
      draws.data(i === 0 || isNew ? dims : dims.with(place, draws.size(20))),
    );
    return {
      input_sequence: { dims, elements },
      axis: draws.once(2) ? place - rank : place,
      new_axis: isNew ? 1 : draws.maybe(() => 0),
    };
  },
};

const split: NamedPlans = {
  samples: [
    { input: '6x4', split: [1, 2, 3], axis: 0, keepdims: 1 },
    { input: '2x5', split: 2, axis: 1 },
    { input: '3x2', keepdims: 0 },
    { input: '2x3x2', axis: 1 },
  ],
  sizes: [
    [
      { input: '4x2', split: [1, 3] },
      { input: '4x5', split: [1, 3] },
    ],
  ],
  aliasCandidates: [{ input: '2x3', split: [2] }],
  plans: {
    'lengths-given': [
      { input: '6', split: [1, 2, 3] },
      { input: '6', split: [3, 2, 1] },
      { input: '2x9', split: [4, 1, 4], axis: 1 },
      { input: '5x2', split: filled('2', [2, 3], { dtype: 'int32', form: 'initializer' }) },
      { input: '4', split: [4] },
    ],
    'length-zero': [
      { input: '5', split: [0, 5] },
      { input: '2x3', split: [1, 0, 2], axis: 1 },
      { input: '3', split: [3, 0] },
    ],
    'equal-parts': [
      ...each({ input: ['7', '6x2', '9'], split: [2, 3, 4] }),
      { input: '5', split: 9 },
      { input: '3x7', split: 3, axis: 1 },
      { input: '3', split: 1 },
      { input: '2x5', split: filled('scalar', [2], { dtype: 'int32', form: 'initializer' }), axis: 1 },
    ],
    'axis-given': [0, 1, 2].flatMap((axis) => [
      { input: '3x4x5', axis },
      { input: '3x4x5', axis, split: 2 },
    ]),
    'dimension-dropped': [
      { input: '3', keepdims: 0 },
      { input: '2x3', keepdims: 0, axis: 1 },
      { input: '2x3x4', keepdims: 0, axis: -1 },
    ],
    'keepdims-ignored': [
      { input: '3', keepdims: 0, split: 1 },
      { input: '2x6', keepdims: 0, split: 2, axis: 1 },
      { input: '3x2', keepdims: 0, split: [1, 1, 1] },
    ],
    'any-length': longLengths().flatMap((count) => [
      { input: `${count}x2`, keepdims: 0 },
      { input: `2x${2 * count - 1}`, split: 2, axis: 1 },
      {
        input: `${2 * count}`,
        split: Array.from({ length: count - 1 }, (_, i) => 1 + 2 * (i % 2)).concat(count % 2 === 0 ? 3 : 2),
      },
    ]),
    'size-zero': [
      { input: '0' },
      { input: '0x3', split: 2 },
      { input: '2x0', split: [1, 1] },
      { input: '0', split: [0] },
    ],
  },
  invalid: {
    'invalid-split': breaking({ input: '7x2', split: [3, 4] }, 'split', [3, 3], [3, 5], [-1, 8], -2),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(1, 4), 1, 200);
    const axis = draws.axis('axis', dims.length);
    const form = draws.pick('absent', 'scalar', 'lengths');
    const size = draws.size(form === 'absent' ? 12 : 40);
    const shape = dims.with(axis, size);
    const keepdims = draws.maybe(() => draws.pick(0, 1));
    const call = { input: draws.data(shape), axis, keepdims };
    if (form === 'absent') return call;
    if (form === 'scalar')
      return { ...call, split: draws.count(Math.max(1, Math.ceil(size / 12)), Math.max(1, size + 2)) };
    const cuts = Array.from({ length: draws.count(0, 5) }, () => draws.detail(0, size)).toSorted((a, b) => a - b);
    return { ...call, split: [...cuts, size].map((to, i, all) => to - (all[i - 1] ?? 0)) };
  },
};

/** What may be in an optional: a tensor, or a sequence with some tensors or none. */
const contents = ['2x3', 'scalar', sequence('2x3 4'), sequence('')] as const;

const drawContent = (draws: Draws): InputPlan =>
  draws.once(2) ? drawSequence(draws) : draws.data(draws.sizes(draws.count(0, 4), 0, 200));

/** Nothing, of the type of a tensor and of that of a sequence. */
const nothing = ({ dtype }: PlanContext): NamedCall[] =>
  each({ type: [drawn('scalar', dtype), { ...sequence(''), dtype }] });

const optional: NamedPlans = {
  samples: [{ input: '2x3' }, { input: sequence('2x3 4') }, { input: 'scalar' }],
  sizes: [[{ input: '2x3' }, { input: '4x5' }]],
  aliasCandidates: [{ input: '2x3' }],
  plans: {
    'content-tensor': each({ input: ['2x3', 'scalar', '0', '5x1x2'] }),
    'content-sequence': each({ input: [sequence('2x3 4'), sequence('1'), sequence(''), five] }),
    'no-content': nothing,
    'omitted-input': nothing,
  },
  invalid: { 'invalid-no-type': [{ valid: { input: '2' }, broken: [{}] }] },
  draw: (draws) => ({ input: drawContent(draws) }),
};

const has: NamedPlans = {
  samples: [{ input: withContent('2x3') }, { input: withoutContent('2x3') }, { input: withContent(sequence('2 3')) }],
  sizes: [[{ input: withContent('2x3') }, { input: withContent('4x5') }]],
  plans: {
    'content-tensor': each({ input: ['2x3', 'scalar', '0'].map(withContent) }),
    'content-sequence': each({ input: [sequence('2x3 4'), five].map(withContent) }),
    'no-content': each({ input: contents.map(withoutContent) }),
    'empty-sequence': each({ input: [withContent(sequence(''))] }),
    'no-optional': each({ input: ['2x3', sequence('2x3 4'), sequence(''), '0'] }),
    'omitted-input': [{}],
  },
  draw: (draws) => {
    const content = drawContent(draws);
    return {
      input: draws.once(3)
        ? withoutContent(content)
        : draws.once(4) && acceptsAny(draws)
          ? content
          : withContent(content),
    };
  },
};

const get: NamedPlans = {
  samples: [{ input: withContent('2x3') }, { input: withContent(sequence('2x3 4')) }, { input: withContent('scalar') }],
  sizes: [[{ input: withContent('2x3') }, { input: withContent('4x5') }]],
  aliasCandidates: [{ input: withContent('2x3') }],
  plans: {
    'content-tensor': each({ input: ['2x3', 'scalar', '0', '5x1x2'].map(withContent) }),
    'content-sequence': each({ input: [sequence('2x3 4'), five, sequence('1'), sequence('')].map(withContent) }),
    'no-optional': each({ input: ['2x3', sequence('2x3 4'), sequence(''), 'scalar'] }),
  },
  invalid: { 'invalid-no-content': breaking({ input: withContent('2') }, 'input', withoutContent('2')) },
  draw: (draws) => {
    const content = drawContent(draws);
    return { input: draws.once(4) && acceptsAny(draws) ? content : withContent(content) };
  },
};

/** Whether the version takes tensors and sequences that are in no optional. */
const acceptsAny = ({ context }: Draws): boolean =>
  context.version.inputs[0]!.types!.some(({ within }) => within.length === 0);

const operators: Readonly<Record<string, NamedPlans>> = {
  ConcatFromSequence: concat,
  Optional: optional,
  OptionalGetElement: get,
  OptionalHasElement: has,
  SequenceAt: elementAt,
  SequenceConstruct: construct,
  SequenceEmpty: empty,
  SequenceErase: erase,
  SequenceInsert: insert,
  SequenceLength: length,
  SplitToSequence: split,
};

/** A call whose tensors hold given values, from another one on for each turn. */
function withFragile(call: CallPlan, context: PlanContext, turn: number): CallPlan {
  const values = fragileValues(context.dtype);
  const first = (turn * elementCount(call.inputs[0]?.dims ?? [])) % values.length;
  const numbers = rotateBy(values, first);
  return { ...call, inputs: call.inputs.map((input) => input && (input.numbers ? input : { ...input, numbers })) };
}

/** What is tried of an operator: its own plans, and what all have in common, by samples of it. */
function tried(operator: NamedPlans): FamilyPlans {
  // tensors that are alike would hide that one stands for another
  const own = plansFrom(() => 'mixed', operator);
  const samples = (context: PlanContext) => firstOf(own.samples(context), 5);
  return {
    ...own,
    aliasCandidates: (context) => [...(own.aliasCandidates?.(context) ?? []), ...samples(context).slice(0, 2)],
    plans: {
      definition: samples,
      bits: (context) => {
        const all = samples(context);
        return Array.from({ length: 5 }, (_, i) => withFragile(all[i % all.length]!, context, i));
      },
      ...own.plans,
    },
  };
}

/** Operators that put tensors into sequences and optionals, and take them out. */
export const sequenceFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, plans]) => [name, tried(plans)]))),
);
