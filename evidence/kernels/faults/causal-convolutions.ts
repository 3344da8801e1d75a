import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { tanh } from '../../../oracles/arithmetic/functions.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { type Evaluate, type Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { onInput, readFrom, withoutAttributes } from '../views.ts';
import { ofEach } from './normalizations.ts';

/** The same kernel with one of its outputs in another way. */
const onOutput =
  (place: 0 | 1, change: <S>(given: NodeValues<S>, node: Node<S>) => (index: number) => S) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) =>
    correct(a, node).map((one, i) => (i === place ? values(one.dtype, one.dims, change(one, node)) : one));

/** With another activation. */
const activated =
  (gate: <S>(a: Arithmetic<S>, x: S) => S) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    if (node.string('activation') === 'none') return correct(a, node);
    const [y, ...state] = withoutAttributes('activation')(correct)(a, node);
    return [eachOf<S, NodeValues<S>>(y!, (x) => gate(a, x)), ...state];
  };

const sigmoid = <S>(a: Arithmetic<S>, x: S): S =>
  a.add(a.multiply(a.of(0.5), a.apply(tanh, a.multiply(a.of(0.5), x))), a.of(0.5));

/** What a fault keeps of one run for the next. */
const kept: { state?: NodeValues<unknown> } = {};

/** Faults of causal convolutions that hand their state on. */
export const causalConvolutionFaults: readonly Mutant[] = ofEach(['CausalConvWithState'], {
  'the kernel is turned round': [
    'convolutions as mathematics has them',
    onInput(1, (W) => readFrom(W, ([c, one, j]) => [c!, one!, W.dims[2]! - 1 - j!])),
  ],
  'every channel has the filter of the first': [
    'a stride of 0',
    onInput(1, (W) => readFrom(W, ([_, ...rest]) => [0, ...rest])),
  ],
  'the window looks one element ahead': [
    'padding on both sides',
    onOutput(0, (y) => (index) => y.at((index + 1) % y.dims[2]! === 0 ? index : index + 1)),
  ],
  'the state is not read': [
    'an optional input that is not read',
    onNode(({ inputs }) => ({ inputs: inputs.slice(0, 3) })),
  ],
  'the state is read backwards': [
    'a ring buffer from the wrong end',
    onInput(3, (past) => readFrom(past, ([n, c, j]) => [n!, c!, past.dims[2]! - 1 - j!])),
  ],
  'every batch has the state of the first': [
    'a batch stride of 0',
    onInput(3, (past) => readFrom(past, ([_, ...rest]) => [0, ...rest])),
  ],
  'every channel has the state of the first': [
    'a channel stride of 0',
    onInput(3, (past) => readFrom(past, ([n, _, j]) => [n!, 0, j!])),
  ],
  'the state is that of the channels turned round with time': [
    'channels last',
    onInput(3, (past) =>
      readFrom(past, ([n, c, j]) => {
        const [, channels, size] = past.dims as [number, number, number];
        const index = j! * channels + c!;
        return [n!, Math.floor(index / size), index % size];
      }),
    ),
  ],
  'of few data the state forgets what came before': [
    'zeros where the data are too short',
    (correct) => (a, node) => {
      const [y, state] = correct(a, node);
      const [length, size] = [y!.dims[2]!, state!.dims[2]!];
      return [y!, eachOf(state!, (x, index) => ((index % size) + length < size ? a.of(0) : x))];
    },
  ],
  'of few data the state does not move on': [
    'only what is new is written',
    (correct) => (a, node) => {
      const [y, state] = correct(a, node);
      const past = node.inputs[3];
      const [length, size] = [y!.dims[2]!, state!.dims[2]!];
      return [y!, eachOf(state!, (x, index) => (past && (index % size) + length < size ? past.at(index) : x))];
    },
  ],
  'the state begins where the data do': [
    'the first elements for the last',
    onOutput(1, (state, node) => (index) => {
      const [x, size] = [node.input(0), state.dims[2]!];
      const place = index % size;
      return place < x.dims[2]! ? x.at(Math.floor(index / size) * x.dims[2]! + place) : state.at(index);
    }),
  ],
  'the state is the end of the output': [
    'the wrong buffer',
    (correct) => (a, node) => {
      const [y, state] = correct(a, node);
      const [length, size] = [y!.dims[2]!, state!.dims[2]!];
      const at = (index: number) =>
        length < size ? state!.at(index) : y!.at(Math.floor(index / size) * length + length - size + (index % size));
      return [y!, values(state!.dtype, state!.dims, at)];
    },
  ],
  'the state is one element late': [
    'k for k - 1',
    onOutput(1, (state) => (index) => state.at(index % state.dims[2]! === 0 ? index : index - 1)),
  ],
  'the state is empty where none was given': [
    'only what is given is updated',
    (correct) => (a, node) => {
      const [y, state] = correct(a, node);
      return [y!, node.inputs[3] ? state! : eachOf(state!, () => a.of(0))];
    },
  ],
  'without a state that of the run before is read': [
    'a cache inside of the kernel',
    (correct) => (a, node) => {
      const [x, w] = [node.input(0), node.input(1)];
      const dims = [x.dims[0]!, x.dims[1]!, w.dims[2]! - 1];
      const { state } = kept;
      const fits = state && state.dtype === x.dtype && String(state.dims) === String(dims) && elementCount(dims) > 0;
      const own = node.inputs[3] ?? (fits ? (state as typeof x) : undefined);
      const outputs = onNode(() => ({ inputs: [x, w, node.inputs[2], own] as never }))(correct)(a, node);
      const last = outputs[1]!;
      const numbers = Array.from({ length: elementCount(last.dims) }, (_, i) => last.at(i));
      kept.state = { ...last, at: (index) => numbers[index] };
      return outputs;
    },
  ],
  'the bias is left out': ['an optional input that is not read', onInput(2, () => undefined)],
  'the bias of the first channel is added to all': [
    'a bias that is taken for a scalar',
    onInput(2, (B) => readFrom(B, () => [0])),
  ],
  'the bias is left out where there is a state': [
    'a path for one token after the other',
    (correct) => (a, node) => (node.inputs[3] ? onInput(2, () => undefined)(correct) : correct)(a, node),
  ],
  'the bias is added after the activation': [
    'fused in another order',
    (correct) => (a, node) => {
      const bias = node.inputs[2];
      const [y, ...state] = onInput(2, () => undefined)(correct)(a, node);
      const [channels, length] = [y!.dims[1]!, y!.dims[2]!];
      const channel = (index: number) => Math.floor(index / length) % channels;
      return [bias ? eachOf(y!, (x, i) => a.add(x, bias.at(channel(i)))) : y!, ...state];
    },
  ],
  'the activation is not looked at': ['an attribute that is not read', withoutAttributes('activation')],
  'of activations silu alone is known': [
    'one name of two',
    (correct) => (a, node) =>
      (node.string('activation') === 'swish' ? withoutAttributes('activation')(correct) : correct)(a, node),
  ],
  'the activation is the sigmoid alone': ['a factor that is forgotten', activated(sigmoid)],
  'the activation cuts off below 0': ['relu for silu', activated((a, x) => a.maximum(x, a.of(0)))],
  'the activation is made of straight lines': [
    'hard swish for swish',
    activated((a, x) => {
      const gate = a.divide(a.minimum(a.maximum(a.add(x, a.of(3)), a.of(0)), a.of(6)), a.of(6));
      return a.multiply(x, gate);
    }),
  ],
  'blocks of 64 elements begin without what came before': [
    'tiles without a halo',
    (correct) =>
      <S>(a: Arithmetic<S>, node: Node<S>) => {
        const [x, w] = [node.input(0), node.input(1)];
        const [, channels, length] = x.dims as [number, number, number];
        const [y, ...rest] = correct(a, node);
        const size = w.dims[2]!;
        const at = (index: number): S => {
          const [line, t] = [Math.floor(index / length), index % length];
          const missing = size - 1 - (t % 64);
          if (t < 64 || missing <= 0 || node.string('activation') !== 'none') return y!.at(index);
          const lost = Array.from({ length: missing }, (_, j) => j);
          const sum = a.dot(
            lost.map((j) => w.at((line % channels) * size + j)),
            lost.map((j) => x.at(index - size + 1 + j)),
          );
          return a.subtract(y!.at(index), sum);
        };
        return [values(x.dtype, x.dims, at), ...rest];
      },
  ],
  'channels after the first 32 have the filters of those before': [
    'one register of filters',
    onInput(1, (W) => readFrom(W, ([c, ...rest]) => [c! % 32, ...rest])),
  ],
  'channels after the first 64 have the bias of the first': [
    'a bias kept in one cache line',
    onInput(2, (B) => readFrom(B, ([c]) => [c! < 64 ? c! : 0])),
  ],
  'elements after the last multiple of 16 are not activated': [
    'a tail that is written as it is',
    (correct) =>
      <S>(a: Arithmetic<S>, node: Node<S>) => {
        const [y, ...rest] = correct(a, node);
        const [plain] = withoutAttributes('activation')(correct)(a, node);
        const length = y!.dims[2]!;
        const isTail = (index: number) => index % length >= length - (length % 16) && length > 16;
        return [eachOf<S, NodeValues<S>>(y!, (x, index) => (isTail(index) ? plain!.at(index) : x)), ...rest];
      },
  ],
  'of sums the terms after the first four are lost': [
    'kernels for filters of four',
    inArithmetic((a) => ({ dot: (xs, ys) => a.dot(xs.slice(0, 4), ys.slice(0, 4)) })),
  ],
});
