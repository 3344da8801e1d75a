import type { Scalar } from '../numerics/trait.ts';
import type { ExpectedOutput } from '../spec/operator.ts';
import { type ElementVerdict, WrappedAcceptance } from './acceptance.ts';
import { withAcceptance } from './accepting.ts';

/** Returns an output whose verdicts only contain whether answers are accepted and the choices that they show. */
export const verdictsOnly = (output: ExpectedOutput): ExpectedOutput =>
  withAcceptance(output, (accept) => (index) => new VerdictOnly(accept(index)));

class VerdictOnly extends WrappedAcceptance {
  judge(got: Scalar): ElementVerdict {
    return this.own.judge(got, 'verdict');
  }
}
