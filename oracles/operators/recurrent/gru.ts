import { range } from '../../arrays/lines.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { blend, type LayerDirection, type RecurrentCell, sumOfTerms } from './layer.ts';
import { recurrent } from './recurrent.ts';

/** The gates in the order of W, R and B. */
const [update, reset, hidden] = [0, 1, 2];

/** Returns the terms that the state contributes to the hidden gate of a unit: the reset is applied before the product or after it. */
function resetState<S>(
  { arithmetic, node, ofState, bias }: LayerDirection<S>,
  unit: number,
  h: readonly S[],
  r: readonly S[],
) {
  if (node.has('linear_before_reset') && node.number('linear_before_reset') !== 0) {
    return [[r[unit]!, sumOfTerms(arithmetic, ofState(hidden, unit, h), bias(1, hidden, unit))]] as const;
  }
  const left = h.map((one, i) => arithmetic.multiply(r[i]!, one));
  return [...ofState(hidden, unit, left), ...bias(1, hidden, unit)];
}

/** zₜ = f(…), rₜ = f(…), hₜ = g(…); Hₜ = (1 - zₜ)∘hₜ + zₜ∘Hₜ₋₁. */
export const gatedCell: RecurrentCell = {
  gates: 3,
  initial: [5],
  functions: ['Sigmoid', 'Tanh'],
  step(direction, x, [h]) {
    const { arithmetic: a, units, activation, clipped, ofInput, ofState, bias } = direction;
    const all = range(units);
    const gate = (which: number) =>
      all.map((unit) => {
        const terms = [ofInput(which, unit, x), ofState(which, unit, h!), bias(0, which, unit), bias(1, which, unit)];
        return activation(0, clipped(sumOfTerms(a, ...terms)));
      });
    const [z, r] = [gate(update), gate(reset)];
    const state = all.map((unit) => {
      const terms = [ofInput(hidden, unit, x), bias(0, hidden, unit), resetState(direction, unit, h!, r)];
      const fresh = activation(1, clipped(sumOfTerms(a, ...terms)));
      return blend(a, z[unit]!, fresh, h![unit]!);
    });
    return [state];
  },
};

/** GRU: a recurrent layer whose gates decide how much of the state is kept. */
export const gru = recurrent({
  name: 'GRU',
  definition: 'z, r = f(Xₜ·Wᵀ + Hₜ₋₁·Rᵀ + Wb + Rb); h = g(Xₜ·Wᵀ + (r∘Hₜ₋₁)·Rᵀ + Rb + Wb); Hₜ = (1 - z)∘h + z∘Hₜ₋₁',
  cell: gatedCell,
  equation: 'Each state is a mean of the previous state and the hidden gate, weighted by the update gate.',
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      says('gates', 'Weights and biases are those of the update, reset and hidden gates, in this order.', 'inputs'),
      says('reset', 'The reset gate multiplies only the state that enters the hidden gate.'),
      ...(schema.attributes.some(({ name }) => name === 'linear_before_reset')
        ? [
            says(
              'linear-before-reset',
              'If linear_before_reset is not 0, the reset gate multiplies H·Rᵀ + Rb.',
              'attribute linear_before_reset',
            ),
          ]
        : []),
    ];
  },
});
