import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { cancellingForms } from '../../judge/other-ways.ts';
import { holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { floatProductClauses } from '../contraction/clauses.ts';
import { cancellingGates, type Gate, gates } from '../elementwise/activations.ts';
import { biasFirst, biasLast, type WithBias, withEitherZero } from './conv.ts';
import { checkShape } from './convolution.ts';

const causal =
  (way: WithBias, gate: Gate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w] = [node.input(0), node.input(1)];
    const [bias, past] = node.inputs.slice(2);
    const [batches, channels, length] = x.dims as [number, number, number];
    const size = w.dims[2]! - 1;
    checkShapes(node);
    /** data preceded by the state, or by zeros */
    const extended = (line: number, place: number): S => {
      if (place >= size) return x.at(line * length + place - size);
      return past ? past.at(line * size + place) : a.of(0);
    };
    const outcome = (line: number, place: number): S => {
      const channel = line % channels;
      const taps = range(size + 1);
      const sum = way(
        a,
        taps.map((tap) => a.factor(extended(line, place + tap))),
        taps.map((tap) => a.factor(w.at(channel * (size + 1) + tap))),
        bias?.at(channel),
      );
      return node.string('activation') === 'none' ? sum : gate(a, sum, sum);
    };
    const lineAndPlace = (index: number, of: number) => placeOf(index, [batches * channels, of]) as [number, number];
    return [
      values(x.dtype, x.dims, (index) => outcome(...lineAndPlace(index, length))),
      values(x.dtype, [batches, channels, size], (index) => {
        const [line, place] = lineAndPlace(index, size);
        return extended(line, length + place);
      }),
    ];
  };

/**
 * Returns the layout of a call.
 * @throws BadInput for shapes that do not fit, NotJudged for no channels
 */
function checkShapes<S>(node: Node<S>): void {
  const [x, w, bias, past] = node.inputs;
  if (x!.dims.length !== 3) throw new BadInput(`data of ${x!.dims.length} dimensions`);
  const [batches, channels] = x!.dims;
  if (channels === 0) throw new NotJudged('no channels: the body is a Conv of as many groups, and there are none');
  const size = w!.dims.at(-1)!;
  checkShape('weights', w!.dims, [channels, 1, size]);
  if (size < 1) throw new BadInput('a kernel without elements');
  checkShape('a bias', bias?.dims, [channels]);
  checkShape('a state', past?.dims, [batches, channels, size - 1]);
}

/** CausalConvWithState: convolves each channel with its own filter, including the previous state, and returns the next state. */
export const causalConvWithState = define({
  name: 'CausalConvWithState',
  family: 'convolution',
  definition:
    'y[n,c,t] = activation(Σ w[c,0,j]·x[n,c,t-k+1+j] + b[c]), x before its begin from past_state; its end is present_state',
  attributeValues: () => ({ activation: ['silu', 'swish', 'none'] }),
  evaluate: causal(biasLast, gates[0]),
  algorithms: [causal(biasFirst, gates[0]), causal(biasLast, gates[1])],
  alternatives: () => cancellingForms(cancellingGates.map((gate) => causal(biasLast, gate))),
  refine([output, state, ...none], _, { inputs: [, weights, , past] }) {
    const isPadded = !past && weights!.dims[2]! > 1;
    // padding is zeros, which some implementations multiply, or nothing
    if (isPadded && (holdsNaN(weights) || holdsInfinity(weights))) {
      throw new NotJudged('weights of NaN or infinity at padding');
    }
    return [isPadded ? withEitherZero(output!) : output!, ...(state ? [state] : []), ...none];
  },
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      says('definition', 'Each element is the dot product of the filter of its channel and the most recent data.'),
      says('channels', 'Every channel of every batch is convolved separately.', 'input weight'),
      says('past-state', 'past_state precedes the data; if it is absent, zeros do.', 'input past_state'),
      says(
        'present-state',
        'present_state is the end of the concatenated past and data, even if there are few data.',
        'output present_state',
      ),
      says('bias', 'The bias of a channel is added to each of its elements.', 'input bias'),
      says('activation', 'silu and swish multiply a result by its sigmoid.', 'attribute activation'),
      ...floatProductClauses(schema),
    ];
  },
  rules: (schema) =>
    [
      ['invalid-weight', 'There is one filter for each channel.', 'weight'] as const,
      ['invalid-bias', 'The bias has one number for each channel.', 'bias'] as const,
      ['invalid-past-state', 'The state has one element less than the filters.', 'past_state'] as const,
    ].map(([id, text, input]) => rule(id, text, `input ${input}`, schema)),
});
