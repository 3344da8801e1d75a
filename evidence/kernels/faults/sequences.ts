import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { concatMap, sliceMap, span } from '../../../oracles/arrays/index-map.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import {
  isOptional,
  isSequence,
  isTensor,
  mapTensors,
  type SequenceOf,
  sequenceOf,
  type ValueOf,
} from '../../../oracles/numerics/value.ts';
import { moveElements, moveFromAll, reshaped } from '../../../oracles/operators/movement/movement.ts';
import { type EvaluateValues, Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { inShape } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

type Alter = NonNullable<Mutant['alterValues']>;

/** The right result, changed. */
const onResult =
  (change: <S>(result: ValueOf<NodeValues<S>>, node: Node<S>, a: Arithmetic<S>) => ValueOf<NodeValues<S>>): Alter =>
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) =>
    correct(a, node).map((result) => change(result, node, a));

/** The right sequence, with other tensors. */
const onElements = (
  change: <S>(elements: readonly NodeValues<S>[], node: Node<S>) => readonly NodeValues<S>[],
): Alter =>
  onResult((result, node) => (isSequence(result) ? sequenceOf(result.dtype, change(result.elements, node)) : result));

/** Each element of all tensors, changed. */
const onScalars = (change: <S>(x: S) => S): Alter =>
  onResult((result) => mapTensors(result, ({ dtype, dims, at }) => values(dtype, dims, (i) => change(at(i)))));

/** The same node on other inputs or attributes. */
const onNode =
  (change: <S>(node: Node<S>) => Partial<Pick<Node<S>, 'attributes' | 'values'>>): Alter =>
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { attributes = node.attributes, values: given = node.values } = change(node);
    return correct(a, new Node(node.version, attributes, given, node.outputs));
  };

/** Another kernel altogether. */
const kernel =
  (evaluate: EvaluateValues): Alter =>
  () =>
    evaluate;

/** The place that an input says. */
const positionOf = <S>(node: Node<S>, index: number, otherwise: number): number =>
  node.values[index] ? node.integer(index) : otherwise;

const lengthOf = <S>(node: Node<S>): number =>
  node.values[0] && isSequence(node.values[0]) ? node.sequence(0).elements.length : 0;

const movers = [
  'ConcatFromSequence',
  'OptionalGetElement',
  'SequenceAt',
  'SequenceConstruct',
  'SequenceErase',
  'SequenceInsert',
  'SplitToSequence',
];

const at = (alter: Alter, name: string, ...source: string[]): Mutant => ({
  name: `SequenceAt: ${name}`,
  source,
  operators: ['SequenceAt'],
  alterValues: alter,
});

const insert = (name: string, source: string, place: (position: number, length: number) => number): Mutant => ({
  name: `SequenceInsert: ${name}`,
  source: [source],
  operators: ['SequenceInsert'],
  alterValues: kernel((_, node) => {
    const { dtype, elements } = node.sequence(0);
    const { length } = elements;
    const position = positionOf(node, 2, length);
    const right = position < 0 ? position + length : position;
    const found = place(position, length);
    return [sequenceOf(dtype, elements.toSpliced(Number.isNaN(found) ? right : found, 0, node.input(1)))];
  }),
});

const erase = (
  name: string,
  source: string,
  place: (position: number | undefined, length: number) => number,
): Mutant => ({
  name: `SequenceErase: ${name}`,
  source: [source],
  operators: ['SequenceErase'],
  alterValues: kernel((_, node) => {
    const { dtype, elements } = node.sequence(0);
    const found = place(node.values[1] && node.integer(1), elements.length);
    return [sequenceOf(dtype, elements.toSpliced(found, 1))];
  }),
});

const length = (name: string, source: string, count: (elements: readonly NodeValues<unknown>[]) => number): Mutant => ({
  name: `SequenceLength: ${name}`,
  source: [source],
  operators: ['SequenceLength'],
  alterValues: kernel((a, node) => {
    const { elements } = node.sequence(0);
    return [values('int64', [], () => a.of(BigInt(count(elements))))];
  }),
});

const of = (operator: string, name: string, source: string, alterValues: Alter): Mutant => ({
  name: `${operator}: ${name}`,
  source: [source],
  operators: [operator],
  alterValues,
});

/** Tensors side by side, along an axis of their own where one is new. */
function sideBySide<S>(elements: readonly NodeValues<S>[], axis: number, isNew: boolean): NodeValues<S> {
  const parts = isNew ? elements.map((one) => reshaped(one, one.dims.toSpliced(axis, 0, 1))) : elements;
  return moveFromAll(
    parts,
    concatMap(
      parts.map(({ dims }) => dims),
      axis,
    ),
  );
}

/** Returns a change of ConcatFromSequence. @param concat joins its tensors along an axis, which may be a new one */
const concatenated = (
  concat: <S>(elements: readonly NodeValues<S>[], axis: number, isNew: boolean) => NodeValues<S>,
): Alter => kernel((_, node) => [concat(node.sequence(0).elements, node.number('axis'), node.flag('new_axis'))]);

/** The parts of the input of a split that are so long, by a right kernel. */
function partsOf<S>(node: Node<S>, lengths: readonly number[]): readonly NodeValues<S>[] {
  const input = node.input(0);
  const axis = node.axis('axis', input.dims.length);
  let start = 0;
  return lengths.map((count) => {
    const spans = input.dims.map((size, i) => (i === axis ? { start, step: 1, count } : span(size, 0, size)));
    start += count;
    return moveElements(input, sliceMap(spans));
  });
}

/** How many elements there are along the axis of a split, and what its scalar says; 0 where it has none. */
function scalarSplit<S>(node: Node<S>): { readonly size: number; readonly by: number } {
  const { dims } = node.input(0);
  const size = dims[node.axis('axis', dims.length)]!;
  return { size, by: node.values[1] && node.input(1).dims.length === 0 ? node.integer(1) : 0 };
}

/** Faults of kernels that put tensors into sequences and optionals, or take them out. */
export const sequenceFaults: readonly Mutant[] = [
  {
    name: 'held elements: -0 becomes 0',
    source: ['copies that add'],
    operators: movers,
    alterValues: onScalars((x) => (Object.is(x, -0) ? (0 as typeof x) : x)),
  },
  {
    name: 'held elements: integers of 64 bits go through float64',
    source: ['bindings that hold numbers as doubles'],
    operators: movers,
    alterValues: onScalars((x) => (typeof x === 'bigint' ? (BigInt(Number(x)) as typeof x) : x)),
  },
  {
    name: 'held elements: the last of several is that before it',
    source: ['copies of one byte too few'],
    operators: movers,
    alterValues: onResult((result) =>
      mapTensors(result, ({ dtype, dims, at }) =>
        values(dtype, dims, (i) => at(i > 0 && i === elementCount(dims) - 1 ? i - 1 : i)),
      ),
    ),
  },
  at(
    onNode((node) => ({
      values: node.values.with(
        1,
        turned(node, 1, (position) => (position < 0 ? 0 : position)),
      ),
    })),
    'a negative position is the first',
    'positions as unsigned numbers',
  ),
  at(
    onNode((node) => {
      const isNarrow = node.input(1).dtype === 'int32';
      const place = turned(node, 1, (position) => (position < 0 && isNarrow ? 0 : position));
      return { values: node.values.with(1, place) };
    }),
    'a negative position of 32 bits is the first',
    'there is a kernel for each type of integers, and one does not handle negative positions',
  ),
  at(
    onNode((node) => ({
      values: node.values.with(
        1,
        turned(node, 1, (position, count) => (position < 0 ? Math.max(0, position + count - 1) : position)),
      ),
    })),
    'a negative position counts from the last but one',
    'length - 1 for length',
  ),
  at(
    onNode((node) => ({
      values: node.values.with(
        1,
        turned(node, 1, (position) => Math.min(Math.max(position, -3), 3)),
      ),
    })),
    'places beyond the fourth are the fourth',
    'a table of fixed size',
  ),
  at(
    kernel((_, node) => [node.sequence(0).elements[0]!]),
    'the position is not read',
    'a shortcut for sequences of one',
  ),
  at(
    onResult((result, node) => (isTensor(result) ? inShape(result, node.sequence(0).elements[0]!.dims) : result)),
    'the tensor has the shape of the first',
    'one shape for the whole sequence, as shape inference has it',
  ),
  insert('at the length it goes to the front', 'onnx.reference: the position modulo the length', (position, count) =>
    position === count ? 0 : Number.NaN,
  ),
  insert(
    'a negative position is behind the tensor that it names',
    'negative places are counted after the insertion',
    (position, count) => (position < 0 ? position + count + 1 : Number.NaN),
  ),
  insert('it is always behind the last', 'push in place of insert', (_, count) => count),
  insert('it is always in front of the first', 'a linked list', () => 0),
  insert('a negative position is the first', 'positions as unsigned numbers', (position) =>
    position < 0 ? 0 : Number.NaN,
  ),
  of(
    'SequenceInsert',
    'it takes the place of the tensor there',
    'assignment in place of insertion',
    kernel((_, node) => {
      const { dtype, elements } = node.sequence(0);
      const position = positionOf(node, 2, elements.length);
      return [
        sequenceOf(dtype, elements.toSpliced(position < 0 ? position + elements.length : position, 1, node.input(1))),
      ];
    }),
  ),
  of(
    'SequenceInsert',
    'the first tensor says the shape of the new one',
    'one shape for the whole sequence',
    onElements((elements, node) =>
      elements.map((one) => (one === node.input(1) ? inShape(one, (node.sequence(0).elements[0] ?? one).dims) : one)),
    ),
  ),
  erase('without a position the first goes', 'pop at the wrong end', (position, count) =>
    position === undefined ? 0 : position < 0 ? position + count : position,
  ),
  erase('a negative position counts from the last but one', 'length - 1 for length', (position = -1, count) =>
    position < 0 ? Math.max(0, position + count - 1) : position,
  ),
  erase('the one behind the position goes', 'places from 1 on', (position = -1, count) =>
    Math.min(count - 1, (position < 0 ? position + count : position) + 1),
  ),
  erase('the last goes, whatever the position', 'a position that is not read', (_, count) => count - 1),
  of(
    'SequenceErase',
    'the others are kept in reverse',
    'a swap with the last in place of a move',
    onElements((elements) => elements.toReversed()),
  ),
  of(
    'SequenceErase',
    'the last one moves into the gap',
    'a swap with the last in place of a move',
    kernel((_, node) => {
      const { dtype, elements } = node.sequence(0);
      const position = positionOf(node, 1, -1);
      const place = position < 0 ? position + elements.length : position;
      const last = elements.at(-1)!;
      return [sequenceOf(dtype, elements.map((one, i) => (i === place ? last : one)).slice(0, -1))];
    }),
  ),
  length(
    'tensors without elements do not count',
    'empty tensors as absent ones',
    (elements) => elements.filter(({ dims }) => elementCount(dims) > 0).length,
  ),
  length('the elements of the first tensor count', 'the size of what is held', ([first]) =>
    first ? elementCount(first.dims) : 0,
  ),
  length(
    'the length is that of the first dimension',
    'a sequence held as one tensor',
    (elements) => elements[0]?.dims[0] ?? elements.length,
  ),
  length(
    'tensors of different shapes count once',
    'a map by shape',
    (elements) => new Set(elements.map(({ dims }) => String(dims))).size,
  ),
  of(
    'SequenceConstruct',
    'the last comes first',
    'a stack in place of a queue',
    onElements((elements) => elements.toReversed()),
  ),
  of(
    'SequenceConstruct',
    'tensors without elements are left out',
    'empty tensors as absent ones',
    onElements((elements) => elements.filter(({ dims }) => elementCount(dims) > 0)),
  ),
  of(
    'SequenceConstruct',
    'all have the shape of the first',
    'one shape for the whole sequence',
    onElements((elements) => elements.map((one) => inShape(one, elements[0]!.dims))),
  ),
  of(
    'SequenceConstruct',
    'each holds what the last holds',
    'a buffer that all share',
    onElements((elements) => elements.map(({ dims }) => inShape(elements.at(-1)!, dims))),
  ),
  of(
    'SequenceConstruct',
    'what comes after the eighth is left out',
    'a table of fixed size',
    onElements((elements) => elements.slice(0, 8)),
  ),
  of(
    'ConcatFromSequence',
    'new_axis is not read',
    'the attribute of a later version of another operator',
    onNode(({ attributes: { new_axis: _, ...others } }) => ({ attributes: others })),
  ),
  of(
    'ConcatFromSequence',
    'a negative axis counts from the last dimension of the tensors, also where one is new',
    'the rank before the new dimension',
    concatenated((elements, axis, isNew) => {
      const { length: rank } = elements[0]!.dims;
      return sideBySide(elements, axis < 0 ? Math.max(0, axis + rank) : axis, isNew);
    }),
  ),
  of(
    'ConcatFromSequence',
    'the last comes first',
    'a stack in place of a queue',
    concatenated((elements, axis, isNew) => {
      const rank = elements[0]!.dims.length + (isNew ? 1 : 0);
      return sideBySide(elements.toReversed(), axis < 0 ? axis + rank : axis, isNew);
    }),
  ),
  of(
    'ConcatFromSequence',
    'stacked tensors lie along the first dimension',
    'torch.stack without dim',
    concatenated((elements, axis, isNew) => {
      const { length: rank } = elements[0]!.dims;
      return sideBySide(elements, isNew ? 0 : axis < 0 ? axis + rank : axis, isNew);
    }),
  ),
  of(
    'SplitToSequence',
    'keepdims is read although split is given',
    'onnxruntime drops the axis with a scalar split of 1, and fails with more',
    onElements((elements, node) => {
      const { size, by } = scalarSplit(node);
      if (by !== 1 || size === 0 || node.flag('keepdims')) return elements;
      const axis = node.axis('axis', node.input(0).dims.length);
      return elements.map((one) => reshaped(one, one.dims.toSpliced(axis, 1)));
    }),
  ),
  of(
    'SplitToSequence',
    'a scalar is the number of parts',
    'numpy.array_split',
    onElements((elements, node) => {
      const { size, by } = scalarSplit(node);
      if (by === 0 || size === 0) return elements;
      const long = size % by;
      return partsOf(
        node,
        Array.from({ length: by }, (_, i) => Math.floor(size / by) + (i < long ? 1 : 0)),
      );
    }),
  ),
  of(
    'SplitToSequence',
    'the smaller part comes first',
    'the rest is taken first',
    onElements((elements, node) => {
      const { size, by } = scalarSplit(node);
      if (by === 0 || size % by === 0) return elements;
      return partsOf(node, [size % by, ...Array<number>(Math.floor(size / by)).fill(by)]);
    }),
  ),
  of(
    'SplitToSequence',
    'the rest that is smaller is left out',
    'whole parts only',
    onElements((elements, node) => {
      const { size, by } = scalarSplit(node);
      return by > 0 && size % by > 0 ? elements.slice(0, -1) : elements;
    }),
  ),
  of(
    'SplitToSequence',
    'parts without elements are left out',
    'empty tensors as absent ones',
    onElements((elements) => elements.filter(({ dims }) => elementCount(dims) > 0)),
  ),
  of(
    'SplitToSequence',
    'the last comes first',
    'a stack in place of a queue',
    onElements((elements) => elements.toReversed()),
  ),
  of(
    'SplitToSequence',
    'keepdims is not read',
    'the default alone',
    onNode(({ attributes: { keepdims: _, ...others } }) => ({ attributes: others })),
  ),
  of(
    'SplitToSequence',
    'axis is not read',
    'the default alone',
    onNode(({ attributes: { axis: _, ...others } }) => ({ attributes: others })),
  ),
  of(
    'Optional',
    'an empty sequence counts as no content',
    'None and [] confused',
    onResult((result) =>
      isOptional(result) && isEmptySequence(result.content) ? { ...result, content: undefined } : result,
    ),
  ),
  of(
    'Optional',
    'a tensor without elements is no content',
    'None and [] confused',
    onResult((result) =>
      isOptional(result) && result.content && isTensor(result.content) && elementCount(result.content.dims) === 0
        ? { ...result, content: undefined }
        : result,
    ),
  ),
  of(
    'Optional',
    'of a sequence the first tensor is kept',
    'a list of one in place of the value',
    onResult((result) =>
      isOptional(result) && result.content && isSequence(result.content)
        ? { ...result, content: sequenceOf(result.dtype, result.content.elements.slice(0, 1)) }
        : result,
    ),
  ),
  of(
    'OptionalHasElement',
    'there always is one',
    'onnx.reference: an empty optional is a list that holds None',
    kernel((a) => [values('bool', [], () => a.of(1n))]),
  ),
  of(
    'OptionalHasElement',
    'an empty sequence is no element',
    'None and [] confused',
    onNode(({ values: [input] }) => {
      const content = input && isOptional(input) ? input.content : input;
      return isEmptySequence(content) ? { values: [] } : {};
    }),
  ),
  of(
    'OptionalHasElement',
    'only tensors count',
    'a cast that fails quietly',
    onNode(({ values: [input] }) => {
      const content = input && isOptional(input) ? input.content : input;
      return content && !isTensor(content) ? { values: [] } : {};
    }),
  ),
  of(
    'OptionalHasElement',
    'an answer of rank 1',
    'onnx.reference: a list of one truth value',
    onResult((result) => (isTensor(result) ? reshaped(result, [1]) : result)),
  ),
  of(
    'OptionalGetElement',
    'a tensor has one dimension more',
    'onnx.reference: a list that holds the value',
    onResult((result) => (isTensor(result) ? reshaped(result, [1, ...result.dims]) : result)),
  ),
  of(
    'OptionalGetElement',
    'the last tensor of a sequence is lost',
    'one too few',
    onElements((elements) => elements.slice(0, -1)),
  ),
  of(
    'OptionalGetElement',
    'a sequence comes out in reverse',
    'a stack in place of a queue',
    onElements((elements) => elements.toReversed()),
  ),
];

const isEmptySequence = (value: ValueOf<NodeValues<unknown>> | undefined): boolean =>
  value !== undefined && isSequence(value) && (value as SequenceOf<unknown>).elements.length === 0;

/** The input that says a place, with another one. */
function turned<S>(node: Node<S>, index: number, change: (position: number, count: number) => number) {
  const input = node.input(index);
  const position = change(node.integer(index), lengthOf(node));
  const data = BigInt64Array.of(BigInt(position));
  return { ...input, tensor: { dtype: 'int64' as const, dims: [], data } };
}
