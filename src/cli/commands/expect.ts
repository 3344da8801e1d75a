import * as v from 'valibot';
import { limitOption } from '../../options/groups.ts';
import { single, text } from '../../options/option.ts';
import { count } from '../../options/values.ts';
import { command } from '../command.ts';

export const expect = command({
  name: 'expect',
  words: '<dir>',
  summary: 'tell what a model may answer',
  description: 'Tells what the outputs of a model may be, for the inputs that lie beside it.',
  needs: 'expect needs a folder with model.onnx and its inputs',
  options: {
    dir: single(text, 'a folder with model.onnx and its inputs'),
    elements: single(v.optional(count, 16), 'how many elements of each output are shown (default: 16)'),
    limit: limitOption('a model'),
  },
  help: `The inputs lie in test_data_set_0, as ONNX has them, or beside the model
themselves: input_0.npy or input_0.pb, in the order of the graph, or NAME.npy.
Each line shows an element and what may stand there: the true value, rounded
once; how far an answer may be from it; what else may stand, and under which
policy. docs/policies.md explains these. Outputs that need an operator that the
oracle does not know, or more than the limit of time or memory, are named: the
exit code is 3 then.`,
  run: async (args) => (await import('../handlers/expect.ts')).printExpected(args),
});
