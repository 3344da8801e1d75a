import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { type Evaluate, type InputValues, Node, type NodeValues, values } from '../../oracles/spec/node.ts';

/** Another function of the first input's elements in the place of the right one. */
export const unary =
  (kernel: <S>(a: Arithmetic<S>, x: S, node: Node<S>) => S) =>
  (_: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>): readonly NodeValues<S>[] => {
    const { dtype, dims, at } = node.input(0);
    return [values(dtype, dims, (i) => kernel(a, at(i), node))];
  };

/** The nearest integer, halves away from zero: round of C. */
export function halvesAway<S>(a: Arithmetic<S>, x: S): S {
  const size = a.integral(a.add(a.abs(x), a.of(0.5)), 'floor');
  return a.select(a.less(x, a.of(0)), a.negate(size), size);
}

/** The same kernel with other arithmetic. */
export const inArithmetic =
  (change: <S>(a: Arithmetic<S>) => Partial<Arithmetic<S>>) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const changed = (own: Arithmetic<S>): Arithmetic<S> => ({
      ...own,
      ...change(own),
      in: (dtype) => changed(own.in(dtype)),
    });
    return correct(changed(a), node);
  };

const few = (to: DType): boolean => formatOf(to).bits <= 8;

/** Numbers are truncated to float types of some kind, those of few bits if none is named. */
export const truncatingTo = (concerns: (to: DType) => boolean = few) =>
  inArithmetic((a) => ({
    round(x, to, direction) {
      if (!concerns(to)) return a.round(x, to, direction);
      return a.select(a.less(x, a.of(0)), a.round(x, to, 'up'), a.round(x, to, 'down'));
    },
  }));

/** Halves between numbers of float types of some kind, those of few bits if none is named, go away from zero. */
export const halvesAwayTo = (concerns: (to: DType) => boolean = few) =>
  inArithmetic((a) => ({
    round(x, to, direction) {
      const nearest = a.round(x, to, direction);
      if (!concerns(to)) return nearest;
      const away = a.select(a.less(x, a.of(0)), a.round(x, to, 'down'), a.round(x, to, 'up'));
      const [near, far] = [a.abs(a.subtract(x, nearest)), a.abs(a.subtract(x, away))];
      return a.select(a.equal(near, far), away, nearest);
    },
  }));

/** The same kernel on other inputs or attributes. */
export const onNode =
  (change: <S>(node: Node<S>, a: Arithmetic<S>) => Partial<Pick<Node<S>, 'attributes' | 'inputs'>>) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { attributes, inputs } = { ...node, ...change(node, a) };
    return correct(a, new Node(node.version, attributes, inputs, node.outputs));
  };

/** The right outputs with some elements changed. */
export const onOutputs =
  (change: <S>(output: NodeValues<S>, a: Arithmetic<S>, node: Node<S>) => NodeValues<S>) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) =>
    correct(a, node).map((output) => change(output, a, node));

/** The elements of a tensor changed one by one. */
export function eachOf<S, V extends NodeValues<S>>(given: V, change: (x: S, index: number) => S): InputValues<S> {
  const { tensor: _, ...rest } = given as InputValues<S>;
  return { ...rest, ...values(given.dtype, given.dims, (index) => change(given.at(index), index)) };
}

/** What comes after the last multiple of 8 is left out. */
export const withoutTail = onOutputs((output, a) => {
  const count = elementCount(output.dims);
  return count < 8 ? output : eachOf(output, (x, i) => (i < count - (count % 8) ? x : a.of(0)));
});

/** Every vector of four has the result of its first element. */
export const ofFirstLane = onOutputs((output) => eachOf(output, (_, i) => output.at(i - (i % 4))));

/** Shapes of lower rank are walked as if they began at the first dimension. */
export const alignedLeft = onNode(({ inputs }) => {
  const rank = Math.max(...inputs.map((input) => input!.dims.length));
  return {
    inputs: inputs.map((input) => {
      const { dims } = input!;
      const padded = [...dims, ...Array<number>(rank - dims.length).fill(1)];
      const fits = inputs.every((other) =>
        other!.dims.every((size, i) => size === 1 || padded[i] === 1 || size === padded[i]),
      );
      return dims.length === rank || dims.length === 0 || !fits ? input! : { ...input!, dims: padded };
    }),
  };
});

/** An operand of one element meets the first element only. */
export const onceOnly = onOutputs((output, a, { inputs }) =>
  inputs.some((input) => input && elementCount(input.dims) === 1)
    ? eachOf(output, (x, i) => (i === 0 ? x : a.of(0)))
    : output,
);
