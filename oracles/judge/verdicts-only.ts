import type { Scalar } from '../numerics/trait.ts';
import type { ExpectedOutput } from '../spec/operator.ts';
import { type ElementVerdict, WrappedAcceptance } from './acceptance.ts';
import { accepting } from './accepting.ts';

/** The same output, whose verdicts say whether answers are accepted and what choices they make, and no more. */
export const verdictsOnly = (output: ExpectedOutput): ExpectedOutput =>
  accepting(output, (accept) => (index) => new VerdictOnly(accept(index)));

class VerdictOnly extends WrappedAcceptance {
  judge(got: Scalar): ElementVerdict {
    return this.own.judge(got, 'verdict');
  }
}
