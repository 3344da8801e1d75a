import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { controlling } from './control.ts';

/** SequenceMap: a graph on each tensor of sequences. */
export const sequenceMap = controlling(
  'SequenceMap',
  'body on the tensors at each place of the sequences, and on the inputs that are tensors; its outputs make sequences',
  ({ inputs }, runner) => {
    const all = inputs.filter((value) => value !== undefined);
    const lists = all.map((value) => runner.elements(value));
    const [first, ...others] = lists;
    if (!first) throw new BadInput('the input input_sequence is not a sequence');
    if (others.some((list) => list && list.length < first.length)) throw new BadInput('a sequence is too short');
    if (others.some((list) => list && list.length > first.length))
      throw new NotJudged('a sequence that is longer than the first');
    const runs = first.map((_, i) =>
      runner.run(
        'body',
        all.map((value, k) => lists[k]?.[i] ?? value),
      ),
    );
    return runner.declared('body').map((declared, i) => {
      if (!declared) throw new NotJudged('a body of a map that does not declare its outputs');
      return runner.sequence(
        declared.dtype,
        runs.map((outputs) => outputs[i]!),
      );
    });
  },
);
