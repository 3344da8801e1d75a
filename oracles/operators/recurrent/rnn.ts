import { range } from '../../arrays/lines.ts';
import type { RecurrentCell } from './layer.ts';
import { sumOfTerms } from './layer.ts';
import { recurrent } from './recurrent.ts';

/** Hₜ = f(Xₜ·Wᵀ + Hₜ₋₁·Rᵀ + Wb + Rb). */
export const simpleCell: RecurrentCell = {
  gates: 1,
  initial: [5],
  functions: ['Tanh'],
  step({ arithmetic, units, activation, clipped, ofInput, ofState, bias }, x, [h]) {
    const state = (unit: number) =>
      sumOfTerms(arithmetic, ofInput(0, unit, x), ofState(0, unit, h!), bias(0, 0, unit), bias(1, 0, unit));
    return [range(units).map((unit) => activation(0, clipped(state(unit))))];
  },
};

/** RNN: a recurrent layer whose state is a function of the input and the previous state. */
export const rnn = recurrent({
  name: 'RNN',
  definition: 'Hₜ = f(Xₜ·Wᵀ + Hₜ₋₁·Rᵀ + Wb + Rb)',
  cell: simpleCell,
  equation: 'Each state is f of the sum of X·Wᵀ, the previous state times Rᵀ, and both biases.',
});
