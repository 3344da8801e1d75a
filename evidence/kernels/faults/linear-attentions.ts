import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { log } from '../../../oracles/arithmetic/functions.ts';
import { placeOf } from '../../../oracles/arrays/index-map.ts';
import {
  type FollowedFeature,
  linearAttentionBy,
  type Position,
  type Recurrence,
  stepByStep,
} from '../../../oracles/operators/attention/linear-attention.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import { type InputValues, Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom, withoutAttributes } from '../views.ts';
import { ofEach } from './normalizations.ts';

const float = (value: number): AttributeValue => ({ type: 'FLOAT', value });

/** Another recurrence. */
const recurring =
  (recurrence: Recurrence): Alter =>
  () =>
    linearAttentionBy({ recurrence });

/** The right recurrence on other positions. */
const onPositions = (
  change: <S>(a: Arithmetic<S>, position: Position<S>, index: number, all: readonly Position<S>[]) => Position<S>,
): Alter =>
  recurring((a, before, positions) =>
    stepByStep(
      a,
      before,
      positions.map((position, i) => change(a, position, i, positions)),
    ),
  );

/** Another step from state to state. */
const stepping = (
  step: <S>(a: Arithmetic<S>, state: readonly S[], position: Position<S>, index: number) => readonly S[],
): Alter =>
  recurring(<S>(a: Arithmetic<S>, before: readonly S[], positions: readonly Position<S>[]): FollowedFeature<S> => {
    const states = [before];
    for (const [i, position] of positions.entries()) states.push(step(a, states.at(-1)!, position, i));
    return { read: (after, query) => a.dot(query, states[after]!), end: (feature) => states.at(-1)![feature]! };
  });

const decayed = <S>(a: Arithmetic<S>, state: readonly S[], decay: readonly S[] | undefined): readonly S[] =>
  decay ? state.map((x, i) => a.multiply(x, decay[i]!)) : state;
const added = <S>(a: Arithmetic<S>, state: readonly S[], key: readonly S[], written: S): readonly S[] =>
  state.map((x, i) => a.add(x, a.multiply(key[i]!, written)));

/** What is written at a position of a state. */
const rest = <S>(a: Arithmetic<S>, state: readonly S[], { key, value, beta }: Position<S>): S =>
  beta === undefined ? value : a.multiply(beta, a.subtract(value, a.dot(key, state)));

const heads = <S>(node: Node<S>, name: 'q_num_heads' | 'kv_num_heads'): number => node.number(name);

/** A packed input with heads from elsewhere. */
const headsOf = (place: number, from: (head: number, count: number, node: Node<unknown>) => number): Alter =>
  onInput(place, (given, node) => {
    const name = place === 0 ? 'q_num_heads' : 'kv_num_heads';
    const count = heads(node, name);
    const size = given.dims[2]! / count;
    return readFrom(given, ([b, t, i]) => {
      const head = Math.floor(i! / size);
      return [b!, t!, from(head, count, node as Node<unknown>) * size + (i! % size)];
    });
  });

/** The last output changed. */
const onState =
  (change: <S>(state: InputValues<S>, node: Node<S>) => InputValues<S>): Alter =>
  (correct) =>
  (a, node) => {
    const [output, state] = correct(a, node);
    return [output!, change(state!, node)];
  };

/** With an input that a node has for each head and position at other positions. */
const positionsOf = (place: number, from: (position: number) => number): Alter =>
  onInput(place, (given) => readFrom(given, ([b, t, i]) => [b!, from(t!), i!]));

const without = (place: number, rule: Readonly<Record<string, string>>): Alter =>
  onNode(({ inputs, attributes }) => {
    const given = (attributes.update_rule?.value as string | undefined) ?? 'gated_delta';
    const value = rule[given];
    if (!value) return {};
    return {
      inputs: inputs.map((input, i) => (i === place ? undefined : input)),
      attributes: { ...attributes, update_rule: { type: 'STRING', value } },
    };
  });

/** Faults of attention with a state in the place of keys. */
export const linearAttentionFaults: readonly Mutant[] = ofEach(['LinearAttention'], {
  'nothing is corrected': ['linear for delta', without(5, { delta: 'linear', gated_delta: 'gated' })],
  'nothing decays': ['delta for gated_delta', without(4, { gated: 'linear', gated_delta: 'delta' })],
  'the state decays after it is written': [
    'the order of RetNet',
    stepping((a, state, position) =>
      decayed(a, added(a, state, position.key, rest(a, decayed(a, state, position.decay), position)), position.decay),
    ),
  ],
  'what is corrected is that of the state before it decays': [
    'the order of the text without e^g',
    stepping((a, state, position) =>
      added(a, decayed(a, state, position.decay), position.key, rest(a, state, position)),
    ),
  ],
  'decays are 1 + g': [
    'the first terms of an exponential',
    onPositions((a, position) =>
      position.decay ? { ...position, decay: position.decay.map((x) => a.add(a.of(1), a.apply(log, x))) } : position,
    ),
  ],
  'decays grow': [
    'the sign of the exponent',
    onNode(({ inputs }, a) =>
      inputs[4]
        ? {
            inputs: inputs.with(
              4,
              eachOf(inputs[4], (x) => a.negate(x)),
            ),
          }
        : {},
    ),
  ],
  'every feature has the decay of the first': [
    'a decay for each head',
    onPositions((_, position) =>
      position.decay ? { ...position, decay: position.decay.map(() => position.decay![0]!) } : position,
    ),
  ],
  'the features of decays are turned round': [
    'a loop from the wrong end',
    onPositions((_, position) => (position.decay ? { ...position, decay: position.decay.toReversed() } : position)),
  ],
  'every position has the decay of the first': ['a stride of 0', positionsOf(4, () => 0)],
  'every head has the decay of the first': ['a head stride of 0', headsOf(4, () => 0)],
  'a decay is that of the position before': ['a shift', positionsOf(4, (t) => Math.max(0, t - 1))],
  'beta is not read': [
    'full corrections',
    onPositions((a, position) => (position.beta === undefined ? position : { ...position, beta: a.of(1) })),
  ],
  'beta scales the value alone': [
    'β·v - Sᵀk',
    stepping((a, state, position) => {
      const kept = decayed(a, state, position.decay);
      const { key, value, beta } = position;
      return added(a, kept, key, beta === undefined ? value : a.subtract(a.multiply(beta, value), a.dot(key, kept)));
    }),
  ],
  'beta scales keys as well': [
    'β once too often',
    onPositions((a, position) =>
      position.beta === undefined ? position : { ...position, beta: a.multiply(position.beta, position.beta) },
    ),
  ],
  'every position has the beta of the first': ['a stride of 0', positionsOf(5, () => 0)],
  'every head has the beta of the first': [
    'one beta for all',
    onInput(5, (beta) => readFrom(beta, ([b, t]) => [b!, t!, 0])),
  ],
  'corrections are added': [
    'the sign of what is taken away',
    stepping((a, state, position) => {
      const kept = decayed(a, state, position.decay);
      const { key, value, beta } = position;
      return added(a, kept, key, beta === undefined ? value : a.multiply(beta, a.add(value, a.dot(key, kept))));
    }),
  ],
  'queries read the state before their position': [
    'an exclusive scan',
    recurring((a, before, positions) => {
      const right = stepByStep(a, before, positions);
      return { ...right, read: (after, query) => right.read(after - 1, query) };
    }),
  ],
  'queries read the state after the last position': [
    'no causality',
    recurring((a, before, positions) => {
      const right = stepByStep(a, before, positions);
      return { ...right, read: (_, query) => right.read(positions.length, query) };
    }),
  ],
  'queries read all of their chunk of 2': [
    'chunks without a causal mask',
    recurring((a, before, positions) => {
      const right = stepByStep(a, before, positions);
      return {
        ...right,
        read: (after, query) => right.read(Math.min(positions.length, 2 * Math.ceil(after / 2)), query),
      };
    }),
  ],
  'a chunk of 4 begins with an empty state': [
    'a state that is not carried over',
    stepping((a, state, position, i) => {
      const kept = i > 0 && i % 4 === 0 ? state.map(() => a.of(0)) : state;
      const left = decayed(a, kept, position.decay);
      return added(a, left, position.key, rest(a, left, position));
    }),
  ],
  'the scale is 1 where it is 0': [
    'a default that is read as it stands',
    onNode((node) => (node.number('scale') === 0 ? { attributes: { ...node.attributes, scale: float(1) } } : {})),
  ],
  'the attribute scale is not read': ['the scale of the paper', withoutAttributes('scale')],
  'the scale is applied twice': [
    'queries and results',
    (correct) => (a, node) => {
      const [output, state] = correct(a, node);
      const size = node.input(0).dims[2]! / heads(node, 'q_num_heads');
      const scale = node.number('scale') === 0 ? 1 / Math.sqrt(size) : node.number('scale');
      return [eachOf(output!, (x) => a.multiply(x, a.of(scale))), state!];
    },
  ],
  'the default scale goes by the features of values': [
    'one head size for both',
    onNode((node) => {
      const size = node.input(2).dims[2]! / heads(node, 'kv_num_heads');
      return node.number('scale') === 0
        ? { attributes: { ...node.attributes, scale: float(Math.fround(1 / Math.sqrt(size))) } }
        : {};
    }),
  ],
  'heads of queries take heads of keys in turn': [
    'tiles for repeats',
    (correct) => (a, node) => {
      const [count, keys] = [heads(node, 'q_num_heads'), heads(node, 'kv_num_heads')];
      const [output, state] = correct(a, node);
      const group = count / keys;
      // the heads of queries that read a head of keys, as they follow one another
      const order = (head: number) => (head % keys) * group + Math.floor(head / keys);
      const moved = headsOf(0, (head) => Array.from({ length: count }, (_, i) => order(i)).indexOf(head))(correct)(
        a,
        node,
      )[0]!;
      const size = output!.dims[2]! / count;
      return [readFrom(moved, ([b, t, i]) => [b!, t!, order(Math.floor(i! / size)) * size + (i! % size)]), state!];
    },
  ],
  'all heads of queries read the first head of keys': ['a head stride of 0', headsOf(1, () => 0)],
  'all heads have the values of the first': ['a head stride of 0', headsOf(2, () => 0)],
  'past_state is not read': [
    'an optional input that is not read',
    onNode(({ inputs }) => ({ inputs: inputs.map((input, i) => (i === 3 ? undefined : input)) })),
  ],
  'every batch has the past of the first': [
    'a batch stride of 0',
    onInput(3, (past) => readFrom(past, ([_, ...at]) => [0, ...at])),
  ],
  'every head has the past of the first': [
    'a head stride of 0',
    onInput(3, (past) => readFrom(past, ([b, _, ...at]) => [b!, 0, ...at])),
  ],
  'past_state is [values, keys]': [
    'the layout of other frameworks',
    onInput(3, (past) => {
      const [, , size, valueSize] = past.dims as [number, number, number, number];
      return eachOf(past, (_, index) => {
        const [i, j] = [Math.floor(index / valueSize) % size, index % valueSize];
        return past.at(index - (index % (size * valueSize)) + j * size + i);
      });
    }),
  ],
  'present_state is [values, keys]': [
    'the layout of other frameworks',
    onState((state) => {
      const [, , size, valueSize] = state.dims as [number, number, number, number];
      return eachOf(state, (_, index) => {
        const within = index % (size * valueSize);
        const [i, j] = [within % size, Math.floor(within / size)];
        return state.at(index - within + i * valueSize + j);
      });
    }),
  ],
  'present_state is past_state': [
    'a state that is not written',
    onState((state, node) => eachOf(state, (x, index) => node.inputs[3]?.at(index) ?? x)),
  ],
  'present_state is that before the last position': [
    'a loop that ends early',
    recurring((a, before, positions) => ({
      ...stepByStep(a, before, positions),
      end: stepByStep(a, before, positions.slice(0, -1)).end,
    })),
  ],
  'a batch begins with the state of the batch before': [
    'a state that is not reset',
    (correct) =>
      <S>(a: Arithmetic<S>, node: Node<S>) => {
        if (node.inputs[3] || node.input(0).dims[0]! < 2) return correct(a, node);
        const state = correct(a, node)[1]!;
        const [, count, size, valueSize] = state.dims as [number, number, number, number];
        const each = count * size * valueSize;
        const past = eachOf<S, InputValues<S>>(state, (_, index) => (index < each ? a.of(0) : state.at(index - each)));
        const inputs = [...node.inputs.slice(0, 3), past, ...node.inputs.slice(4)];
        return correct(a, new Node(node.version, node.attributes, inputs, node.outputs));
      },
  ],
  'heads come before positions': [
    'a reshape without a transposition',
    (correct) => (a, node) => {
      const turned = (place: number, name: 'q_num_heads' | 'kv_num_heads'): Alter =>
        onInput(place, (given, { attributes }) => {
          const [batches, length, width] = given.dims as [number, number, number];
          const count = attributes[name]!.value as number;
          const size = width / count;
          return eachOf(given, (_, index) => {
            const [b, t, i] = placeOf(index, [batches, length, width]) as [number, number, number];
            return given.at(((b * count + Math.floor(i / size)) * length + t) * size + (i % size));
          });
        });
      return turned(0, 'q_num_heads')(turned(1, 'kv_num_heads')(turned(2, 'kv_num_heads')(correct)))(a, node);
    },
  ],
  'the last of an odd number of positions is not read': [
    'vectors of two',
    onPositions((a, position, i, all) =>
      i > 0 && i === all.length - 1 && i % 2 === 0 ? { ...position, key: position.key.map(() => a.of(0)) } : position,
    ),
  ],
  'the last feature of keys is not read': [
    'a loop that ends early',
    onPositions((a, position) =>
      position.key.length > 1 ? { ...position, key: position.key.with(-1, a.of(0)) } : position,
    ),
  ],
  'features beyond a multiple of 4 are not read': [
    'vectors of four',
    onPositions((a, position) => ({
      ...position,
      key: position.key.map((x, i) =>
        position.key.length < 4 || i < position.key.length - (position.key.length % 4) ? x : a.of(0),
      ),
    })),
  ],
});
