import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { type Evaluate, type Given, Node, type Values, values } from '../../oracles/node.ts';

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
  (change: <S>(output: Values<S>, a: Arithmetic<S>, node: Node<S>) => Values<S>) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) =>
    correct(a, node).map((output) => change(output, a, node));

/** The elements of a tensor changed one by one. */
export function eachOf<S, V extends Values<S>>(given: V, change: (x: S, index: number) => S): Given<S> {
  const { tensor: _, ...rest } = given as Given<S>;
  return { ...rest, ...values(given.dtype, given.dims, (index) => change(given.at(index), index)) };
}
