import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Unfold } from '../../spec/unfold.ts';
import { controlOperator, scoping } from './control.ts';

const unfold: Unfold = ({ inputs, outputs: count }, runner) => {
  const all = inputs.filter((value) => value !== undefined);
  const lists = all.map((value) => runner.elements(value));
  const [first, ...others] = lists;
  if (!first) throw new BadInput('the input input_sequence is not a sequence');
  if (others.some((list) => list && list.length < first.length)) throw new BadInput('a sequence is too short');
  if (others.some((list) => list && list.length > first.length))
    throw new NotJudged('a sequence longer than the first one');
  const declared = runner.declared('body');
  if (declared.length !== count)
    throw new BadInput(`the body returns ${declared.length} values, but the node has ${count} outputs`);
  const runs = first.map((_, i) =>
    runner.run(
      'body',
      all.map((value, k) => lists[k]?.[i] ?? value),
    ),
  );
  return declared.map((type, i) => {
    if (!type) throw new NotJudged('a body that does not declare its outputs');
    return runner.sequence(
      type.dtype,
      runs.map((outputs) => outputs[i]!),
    );
  });
};

/** SequenceMap: runs a graph on each tensor of sequences. */
export const sequenceMap = controlOperator({
  name: 'SequenceMap',
  definition:
    'the results of running body on the tensors at each position of the sequences, and on the inputs that are tensors; ' +
    'they become sequences',
  unfold,
  says: (schema) => ({
    'any-length': ['The number of runs is the length of the first sequence.', 'summary'],
    'empty-sequence': ['For an empty sequence, the outputs are empty sequences.', 'summary', 'implied'],
    'several-sequences': ['Several sequences are read together, position by position.', 'summary'],
    'tensor-inputs': ['Every run receives the inputs that are tensors.', 'summary'],
    'several-outputs': ['Each output of the body becomes a sequence.', 'summary'],
    'shapes-differ': ['Tensors of a sequence may have different shapes.', 'input input_sequence', 'implied'],
    ...scoping(schema),
    'invalid-lengths': ['Other sequences have the length of the first.', 'summary: the same number of samples'],
    'invalid-body-inputs': ['The body has as many inputs as the node.', 'attribute body'],
    'invalid-output-count': ['The body has as many outputs as the node.', 'attribute body'],
  }),
});
