import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import { type Evaluate, type Node, type NodeValues, values } from '../../oracles/spec/node.ts';
import { onNode } from './alter.ts';

/** The elements of a tensor in another shape, again and again where they are too few. */
export const inShape = <S>(tensor: NodeValues<S>, shape: readonly number[]): NodeValues<S> => {
  const count = elementCount(tensor.dims);
  return count === 0 ? tensor : values(tensor.dtype, shape, (i) => tensor.at(i % count));
};

/** The attributes with some of them changed. */
export const integers = (
  attributes: Attributes,
  name: string,
  change: (x: readonly number[]) => readonly number[],
): Attributes => {
  const given = attributes[name];
  if (!given || typeof given.value === 'string') return attributes;
  const changed = change([given.value].flat() as number[]);
  return {
    ...attributes,
    [name]: { ...given, value: Array.isArray(given.value) ? changed : changed[0]! } as typeof given,
  };
};

/** A list of numbers with some of them changed, be it an attribute or an input. */
export const changeList = (name: string, change: (x: readonly number[], node: Node<unknown>) => readonly number[]) =>
  onNode((node) => {
    const index = node.version.inputs.findIndex((input) => input.name === name);
    const list = node.inputs[index] ? node.integers(index) : node.numbers(name);
    if (!list) return {};
    const changed = change(list, node as Node<unknown>);
    if (!node.inputs[index]) return { attributes: integers(node.attributes, name, () => changed) };
    return {
      inputs: node.inputs.with(
        index,
        withIndices(node.inputs[index]!, (_, i) => changed[i]!),
      ),
    };
  });

/** A number among the attributes, absent as its default. */
export const numbered = (name: string, change: (x: number, node: Node<unknown>) => number) =>
  onNode((node) => ({
    attributes: {
      ...node.attributes,
      [name]: { type: 'INT', value: change(node.number(name), node as Node<unknown>) },
    },
  }));

export const withDims = <S>({ dtype, at }: NodeValues<S>, dims: readonly number[]): NodeValues<S> => ({
  dtype,
  dims,
  at,
});

/** Values of some dims that are read from other coordinates; what lies outside is the first element if it is not given. */
export const readAt = <S>(
  given: NodeValues<S>,
  dims: readonly number[],
  from: (at: readonly number[]) => readonly number[],
  outside?: S,
): NodeValues<S> =>
  values(given.dtype, dims, (index) => {
    const at = from(placeOf(index, dims));
    const isInside = at.every((c, i) => c >= 0 && c < given.dims[i]!);
    return isInside ? given.at(indexOf(at, given.dims)) : (outside ?? given.at(0));
  });

/** The right kernel, which refuses some calls. */
export const refusedIf =
  (when: (node: Node<unknown>) => boolean) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    if (when(node as Node<unknown>)) throw new BadInput('it is refused');
    return correct(a, node);
  };

/** Indices changed one by one. */
export function withIndices<V extends { readonly tensor?: unknown }>(
  indices: V,
  change: (index: number, i: number) => number,
): V {
  const { tensor } = indices as unknown as { tensor: { data: Int32Array | BigInt64Array } };
  const data = tensor.data.map((x: number | bigint, i: number) => {
    const changed = change(Number(x), i);
    return (typeof x === 'bigint' ? BigInt(changed) : changed) as never;
  });
  return { ...indices, tensor: { ...tensor, data } };
}
