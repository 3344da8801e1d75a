import type { LayerDirection, Reading, Terms } from '../../oracles/operators/recurrent/layer.ts';
import { layer } from '../../oracles/operators/recurrent/layer.ts';
import { plain, wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { cellOf, seeing, withStep } from './recurrences.ts';
import { type Alter, variant } from './variant.ts';

/** The same layer read in another way, or computed in another form. */
const read =
  (reading: Reading): Alter =>
  () =>
  (a, node) =>
    layer(cellOf(node), reading)(a, node);

/** Products that are added up, and then stored. */
const stored = <S>({ arithmetic: a }: LayerDirection<S>, terms: Terms<S>): Terms<S> => [
  [
    a.of(1),
    a.dot(
      terms.map(([x]) => x),
      terms.map(([, y]) => y),
    ),
  ],
];

/** Products by W, of all steps at once as it were, and by R are two matrices that are added. */
const inTwoProducts = seeing((direction) => ({
  ofInput: (gate, unit, x) => stored(direction, direction.ofInput(gate, unit, x)),
  ofState: (gate, unit, h) => stored(direction, direction.ofState(gate, unit, h)),
}));

/** Both biases are one, where the text does not keep them apart. */
const withOneBias = seeing((direction) => {
  const { arithmetic: a, node, bias } = direction;
  const isApart = node.has('linear_before_reset') && node.number('linear_before_reset') !== 0;
  return {
    bias(which, gate, unit) {
      const [[[, first] = []], [[, second] = []]] = [bias(0, gate, unit), bias(1, gate, unit)];
      if (first === undefined || second === undefined || (isApart && gate === 2)) return bias(which, gate, unit);
      return which === 0 ? [[a.of(1), a.add(first, second)]] : [];
    },
  };
});

/** States are stored in the type of the data after each step. */
const inItsType = withStep((direction, x, states, cell) => {
  const { arithmetic: a, node } = direction;
  return cell.step(direction, x, states).map((some) => some.map((one) => a.round(one, node.input(0).dtype)));
});

/** Of two ways to the same number the last. */
const byDifference = seeing(({ arithmetic }) => ({ arithmetic: { ...arithmetic, either: (ways) => ways.at(-1)!() } }));

const every = (how: string, alter: Alter, style = plain): readonly Candidate[] =>
  ['RNN', 'GRU', 'LSTM'].map((name) => variant(name, how, alter, style));

/** Correct layers whose states go from step to step, as runtimes have them. */
export const recurrenceVariants: readonly Candidate[] = [
  ...every('in two products', inTwoProducts),
  ...every('with one bias', withOneBias),
  ...every('in the next wider type, with states in their own', inItsType, wider),
  ...every('with sigmoids by tanh', read({ forms: { Sigmoid: 1 } })),
  ...every('with sigmoids by what is left of 1', read({ forms: { Sigmoid: 2 } })),
  ...every('with tanh by exponentials', read({ forms: { Tanh: 1, ScaledTanh: 1, Elu: 1, Softplus: 1 } })),
  ...every(
    'by R as it is written before version 7',
    (correct) => (a, node) =>
      node.version.since < 7 ? read({ recurrence: 'as-written' })(correct)(a, node) : correct(a, node),
  ),
  ...every('with the last state beyond a length', read({ padding: 'last-state' })),
  ...every('with zeros for the state of no steps', read({ noSteps: '0' })),
  variant('GRU', 'by a share of the difference', byDifference),
  variant('GRU', 'by a share of the difference, in the next wider type', byDifference, wider),
  variant('LSTM', 'with an input gate that follows the forget gate', read({ coupling: 'input-gate' })),
  variant('LSTM', 'with a cell that is not clipped', read({ cell: 'as-it-is' })),
];
