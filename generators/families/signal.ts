import { plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { dftPlans } from './signal/dft.ts';
import { melWeightMatrixPlans } from './signal/mel-weight-matrix.ts';
import { stftPlans } from './signal/stft.ts';
import { windowPlans } from './signal/windows.ts';

/** Transforms of signals. */
export const signalFamily = familyOf(
  byOperator({ DFT: plansFrom(() => 'small', dftPlans), STFT: plansFrom(() => 'small', stftPlans) }),
);

/** What weighs the samples of a signal. */
export const windowFamily = familyOf(plansFrom(() => 'small', windowPlans));

/** What adds the bins of a spectrum to bands. */
export const melFamily = familyOf(plansFrom(() => 'small', melWeightMatrixPlans));
