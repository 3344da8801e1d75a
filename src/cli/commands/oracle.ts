import * as v from 'valibot';
import { limitOption } from '../../options/groups.ts';
import { single, text } from '../../options/option.ts';
import { count } from '../../options/values.ts';
import { command } from '../command.ts';

export const oracle = command({
  name: 'oracle',
  words: '<dir>',
  summary: 'show the right answers of a model',
  description: 'Shows which outputs of a model are right, for the inputs in its folder.',
  needs: 'oracle needs a folder with model.onnx and its inputs',
  options: {
    dir: single(text, 'a folder with model.onnx and its inputs'),
    elements: single(v.optional(count, 16), 'how many elements of each output are shown (default: 16)'),
    limit: limitOption('a model'),
  },
  help: `The inputs are in test_data_set_0, as in ONNX's layout, or next to the model:
input_0.npy or input_0.pb, in the order of the graph, or NAME.npy. Each line
shows an element and what is accepted for it: the true value, rounded once; how
far an answer may be from it; other values, each with its policy
(docs/policies.md). If an output needs an operator that the oracle does not
know, or more than the limit of time or memory, it is named and the exit code
is 3.`,
  run: async (args) => (await import('../handlers/oracle.ts')).printExpected(args),
});
