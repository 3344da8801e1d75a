import type { Scalar } from '../numerics/trait.ts';
import type { ExpectedOutput } from '../operator.ts';
import { type ElementAcceptance, type ElementVerdict, WrappedAcceptance } from './acceptance.ts';

/** The same output, of whose answers nothing is told but whether they stand and what choices they make. */
export function verdictsOnly({ accept, given, ...own }: ExpectedOutput): ExpectedOutput {
  const only =
    (acceptance: (index: number) => ElementAcceptance) =>
    (index: number): ElementAcceptance =>
      new VerdictOnly(acceptance(index));
  return { ...own, accept: only(accept), ...(given && { given: (outputs) => only(given(outputs)) }) };
}

class VerdictOnly extends WrappedAcceptance {
  judge(got: Scalar): ElementVerdict {
    return this.own.judge(got, 'verdict');
  }
}
