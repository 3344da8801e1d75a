import { sequenceOf } from '../../numerics/value.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { values } from '../../spec/node.ts';
import { placeIn, sequenceOperator } from './sequence.ts';

/** SequenceEmpty: a sequence without tensors. */
export const sequenceEmpty = sequenceOperator({
  name: 'SequenceEmpty',
  definition: 'an empty sequence of tensors of dtype',
  evaluate: (_, node) => [sequenceOf(node.has('dtype') ? node.dtype('dtype') : 'float32', [])],
  says: () => ({
    'dtype-given': ['The sequence holds tensors of dtype.', 'attribute dtype'],
    'dtype-absent': ['Without dtype, it holds tensors of float32.', 'attribute dtype'],
    'invalid-dtype-of-sequence': [
      'dtype is a type of tensors that the version allows in sequences.',
      'attribute dtype',
    ],
  }),
});

/** SequenceConstruct: a sequence of tensors. */
export const sequenceConstruct = sequenceOperator({
  name: 'SequenceConstruct',
  definition: 'the inputs in order, as a sequence',
  evaluate: (_, node) => {
    const inputs = node.values.map((_, i) => node.input(i));
    return [sequenceOf(inputs[0]!.dtype, inputs)];
  },
  says: () => ({
    'one-input': ['A single tensor gives a sequence of one tensor.', 'inputs: 1 or more'],
    'shapes-differ': ['The tensors of a sequence may differ in shape and rank.', 'summary'],
    'size-zero': ['A tensor without elements is part of the sequence.', 'summary', 'implied'],
    'invalid-types': ['All tensors have the same type.', 'summary'],
  }),
});

/** SequenceAt: the tensor at a position. */
export const sequenceAt = sequenceOperator({
  name: 'SequenceAt',
  definition: 'the tensor at position',
  evaluate: (_, node) => {
    const { elements } = node.sequence(0);
    return [elements[placeIn(node, 1, elements.length)]!];
  },
  says: () => ({
    'position-given': ['The tensor is the one at position, counted from 0.', 'input position'],
    'position-negative': ['A negative position counts from the end.', 'input position'],
    'any-length': ['A sequence may have any number of tensors.', 'inputs', 'implied'],
    'shapes-differ': ['The tensor has its own shape.', 'outputs'],
    'invalid-position': ['position is in [-n, n - 1].', 'input position'],
    'invalid-kind': ['input_sequence is a sequence.', 'type constraints of S'],
  }),
});

/** SequenceInsert: inserts a tensor at a position. */
export const sequenceInsert = sequenceOperator({
  name: 'SequenceInsert',
  definition: 'the sequence with tensor inserted before position',
  evaluate: (_, node) => {
    const { dtype, elements } = node.sequence(0);
    const tensor = node.input(1);
    if (tensor.dtype !== dtype)
      throw new BadInput(`a tensor of ${tensor.dtype} cannot be inserted into a sequence of ${dtype}`);
    const count = elements.length;
    return [
      sequenceOf(dtype, elements.toSpliced(node.values[2] ? placeIn(node, 2, count, count + 1) : count, 0, tensor)),
    ];
  },
  says: () => ({
    'position-given': ['The tensor is at position in the result.', 'input position'],
    'position-negative': ['A negative position counts from the end: -1 is before the last tensor.', 'input position'],
    'position-end': ['A position equal to the length is after the last tensor.', 'input position'],
    'empty-sequence': ['A tensor may be inserted into an empty sequence.', 'input position', 'implied'],
    'any-length': ['A sequence may have any number of tensors.', 'inputs', 'implied'],
    'shapes-differ': ['The tensor may have another shape than the others.', 'inputs', 'implied'],
    'invalid-position': ['position is in [-n, n].', 'input position'],
    'invalid-types': ['The tensor has the type of the sequence.', 'input tensor'],
    'invalid-kind': ['input_sequence is a sequence.', 'type constraints of S'],
  }),
});

/** SequenceErase: removes the tensor at a position. */
export const sequenceErase = sequenceOperator({
  name: 'SequenceErase',
  definition: 'the sequence without the tensor at position',
  evaluate: (_, node) => {
    const { dtype, elements } = node.sequence(0);
    const count = elements.length;
    if (count === 0) throw new BadInput('nothing can be erased from an empty sequence');
    return [sequenceOf(dtype, elements.toSpliced(node.values[1] ? placeIn(node, 1, count) : count - 1, 1))];
  },
  says: () => ({
    'position-given': ['The tensor at position is removed, and those after it move forward.', 'input position'],
    'position-negative': ['A negative position counts from the end.', 'input position'],
    'last-one': ['If its only tensor is removed, a sequence is empty.', 'summary', 'implied'],
    'any-length': ['A sequence may have any number of tensors.', 'inputs', 'implied'],
    'shapes-differ': ['The remaining tensors keep their shapes.', 'outputs', 'implied'],
    'invalid-position': ['position is in [-n, n - 1].', 'input position'],
    'invalid-kind': ['input_sequence is a sequence.', 'type constraints of S'],
  }),
});

/** SequenceLength: the number of tensors in a sequence. */
export const sequenceLength = sequenceOperator({
  name: 'SequenceLength',
  definition: 'the number of tensors in the sequence',
  evaluate: (a, node) => {
    const { elements } = node.sequence(0);
    return [values('int64', [], () => a.of(BigInt(elements.length)))];
  },
  says: () => ({
    'length-scalar': ['The length is a scalar of int64.', 'outputs'],
    'empty-sequence': ['The length of an empty sequence is 0.', 'outputs', 'implied'],
    'any-length': ['A sequence may have any number of tensors.', 'inputs', 'implied'],
    'shapes-differ': ['Each tensor counts as one, whatever its shape.', 'outputs', 'implied'],
    'invalid-kind': ['input_sequence is a sequence.', 'type constraints of S'],
  }),
});
