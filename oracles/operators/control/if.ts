import { BadInput } from '../../spec/bad-input.ts';
import { controlling, truthIn } from './control.ts';

/** If: one of two graphs. */
export const conditional = controlling(
  'If',
  'the outputs of then_branch if cond is true, else those of else_branch; the other one is not run',
  ({ inputs: [cond] }, runner) => {
    if (cond === undefined) throw new BadInput('the input cond is missing');
    return runner.run(truthIn(runner.known(cond), 'cond') ? 'then_branch' : 'else_branch', []);
  },
);
