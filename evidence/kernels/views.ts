import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import type { AttributeValue } from '../../oracles/spec/declaration.ts';
import type { Evaluate, InputValues, Node } from '../../oracles/spec/node.ts';
import { eachOf, onNode } from './alter.ts';

/** A tensor whose elements are read from other coordinates of it. */
export function readFrom<S>(given: InputValues<S>, from: (at: readonly number[]) => readonly number[]): InputValues<S> {
  const { dims } = given;
  return eachOf(given, (_, index) => given.at(indexOf(from(placeOf(index, dims)), dims)));
}

/** The same kernel with the numbers of an attribute changed, where a node gives them. */
export const withNumbers = (
  name: string,
  change: <S>(numbers: readonly number[], node: Node<S>) => readonly number[],
): ((correct: Evaluate) => Evaluate) =>
  onNode((node) => {
    const given = node.attributes[name];
    if (!given) return {};
    const changed = change([given.value].flat() as number[], node);
    const value = Array.isArray(given.value) ? changed : changed[0];
    return { attributes: { ...node.attributes, [name]: { type: given.type, value } as AttributeValue } };
  });

/** The same kernel without some attributes. */
export const withoutAttributes = (...names: string[]): ((correct: Evaluate) => Evaluate) =>
  onNode(({ attributes }) => ({
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name))),
  }));

/** The same kernel with one input changed, where a node has it. */
export const onInput = (
  place: number,
  change: <S>(given: InputValues<S>, node: Node<S>) => InputValues<S> | undefined,
): ((correct: Evaluate) => Evaluate) =>
  onNode((node) => ({
    inputs: node.inputs.map((input, i) => (i === place && input ? change(input, node) : input)),
  }));

/** Whether an array has an element at some coordinates. */
export const isInside = (at: readonly number[], dims: readonly number[]): boolean =>
  at.every((c, i) => c >= 0 && c < dims[i]!);

/** The same kernel on data that are padded beforehand with the values at some outside coordinates; without pads unchanged. */
export const withPadding =
  (outside: <S>(a: Arithmetic<S>, data: InputValues<S>, at: readonly number[]) => S) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const pads = node.numbers('pads') ?? [];
    if (pads.every((pad) => pad === 0)) return correct(a, node);
    const rank = pads.length / 2;
    const widened = onInput(0, (X) => {
      const dims = X.dims.map((size, i) => (i < 2 ? size : size + pads[i - 2]! + pads[i - 2 + rank]!));
      const { tensor: _, ...rest } = X;
      return {
        ...rest,
        dims,
        at: (index) => {
          const at = placeOf(index, dims).map((c, i) => c - (i < 2 ? 0 : pads[i - 2]!));
          return isInside(at, X.dims) ? X.at(indexOf(at, X.dims)) : outside(a as never, X, at);
        },
      };
    });
    return widened(withoutAttributes('pads')(correct))(a, node);
  };
