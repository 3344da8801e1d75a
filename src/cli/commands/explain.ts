import * as v from 'valibot';
import { flag, single, text } from '../../options/option.ts';
import { opset } from '../../options/values.ts';
import { command } from '../command.ts';

export const explain = command({
  name: 'explain',
  words: '<op> [clause]',
  summary: 'show the spec, with sources',
  description:
    'Shows the specification of an operator, clause by clause; or what a policy leaves open; or the text of a clause or ' +
    'a rule for any operator.',
  needs: 'explain needs the name of an operator, e.g. ReduceL1, or of a policy or rule',
  options: {
    op: single(
      text,
      'the name of the operator, e.g. ReduceL1, or of a policy, a clause or a rule; or the id of a case',
    ),
    clause: single(v.optional(text), 'only this clause, e.g. keepdims-zero'),
    opset: single(v.optional(opset), 'as it is at this opset; default: the newest'),
    history: flag('show the release that added each sentence, and the sentence that it replaced'),
  },
  help: `Examples:
  npx $0 explain ReduceL1
  npx $0 explain ReduceL1 keepdims-zero
  npx $0 explain ReduceL1 --opset 13
  npx $0 explain ReduceMax --history
  npx $0 explain integer-overflow
  npx $0 explain invalid-axes-out-of-range`,
  run: async (args) => (await import('../handlers/explain.ts')).explain(args),
});
