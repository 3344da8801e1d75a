import { formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf } from '../../oracles/numerics/tensor.ts';
import { type AttributeValue, inputAt } from '../../oracles/spec/declaration.ts';
import type { Random } from '../cases/random.ts';
import type { DrawnNode } from './drawn-node.ts';
import { isData, type Mutation } from './shapes.ts';
import { mapElements, withIntegers } from './tensors.ts';

/**
 * Changes integers in an attribute or a parameter input. An integer becomes negative only where that is known to be legal: for declared
 * axes, and in a list that already has a negative number.
 */
export const otherIntegers: Mutation = (drawnNode, random) => {
  const { cell, attributes, inputs } = drawnNode;
  const { version } = cell;
  const named = Object.entries(attributes).flatMap(([name, { type }]) =>
    type === 'INT' || type === 'INTS' ? [{ name }] : [],
  );
  const numbered = inputs.flatMap(({ value }, index) =>
    value && !isData(drawnNode, index) && elementCount(value.dims) > 0 ? [{ index }] : [],
  );
  const places: readonly ({ readonly name: string } | { readonly index: number })[] = [...named, ...numbered];
  if (places.length === 0) return undefined;
  const place = random.pick(places);
  const rank = inputs[0]?.value?.dims.length ?? 0;
  const dims = inputs.flatMap(({ value }) => value?.dims ?? []);
  if ('name' in place) {
    const { type, value } = attributes[place.name] as AttributeValue & { type: 'INT' | 'INTS' };
    if (isFlag(drawnNode, place.name)) {
      const flipped: AttributeValue = { type: 'INT', value: value === 0 ? 1 : 0 };
      return { ...drawnNode, attributes: { ...attributes, [place.name]: flipped } };
    }
    const list = changedIntegers([value].flat(), { random, rank, dims, mayBeNegative: isAxis(drawnNode, place.name) });
    if (!list) return undefined;
    const changed = { type, value: type === 'INTS' ? list : list[0]! } as AttributeValue;
    return { ...drawnNode, attributes: { ...attributes, [place.name]: changed } };
  }
  const input = inputs[place.index]!;
  const { dtype } = input.value!;
  if (formatOf(dtype).kind === 'bool') {
    return {
      ...drawnNode,
      inputs: inputs.with(place.index, { ...input, value: mapElements(input.value!, (x) => (x ? 0n : 1n)) }),
    };
  }
  const mayBeNegative = isAxis(drawnNode, inputAt(version, place.index)?.name ?? '');
  const list = changedIntegers(elementsOf(input.value!).map(Number), { random, rank, dims, mayBeNegative });
  if (!list) return undefined;
  return { ...drawnNode, inputs: inputs.with(place.index, { ...input, value: withIntegers(input.value!, list) }) };
};

/** True if an integer seems to be a flag, judged by its default and its value. */
function isFlag(drawnNode: DrawnNode, name: string): boolean {
  const declared = drawnNode.cell.version.attributes.find((attribute) => attribute.name === name);
  const [usual, own] = [declared?.default, drawnNode.attributes[name]!.value];
  return [usual, own].every((value) => value === 0 || value === 1) && !isAxis(drawnNode, name);
}

const isAxis = ({ cell }: DrawnNode, name: string): boolean =>
  cell.version.axes?.some((axis) => axis.name === name) ?? false;

interface Integers {
  readonly random: Random;
  readonly rank: number;
  readonly dims: readonly number[];
  readonly mayBeNegative: boolean;
}

/** Returns the list with one integer changed, or in another order. */
function changedIntegers(list: readonly number[], { random, rank, dims, mayBeNegative }: Integers) {
  if (list.length > 1 && random.integer(0, 4) === 0) return random.shuffle(list);
  const at = random.integer(0, list.length - 1);
  const x = list[at];
  if (x === undefined) return undefined;
  const size = dims.length > 0 ? random.pick(dims) : 1;
  const ways = [x + 1, x - 1, 0, 1, 2, size, size - 1, size + 1, ...(rank > 0 ? [x < 0 ? x + rank : x - rank] : [])];
  const changed = random.pick(ways);
  if (changed < 0 && !mayBeNegative && list.every((y) => y >= 0)) return undefined;
  return list.with(at, changed);
}

/** Leaves out an attribute, or scales a FLOAT attribute by a non-negative factor. */
export const otherAttributes: Mutation = (drawnNode, random) => {
  const { attributes } = drawnNode;
  const names = Object.keys(attributes);
  if (names.length === 0) return undefined;
  const name = random.pick(names);
  const { [name]: attribute, ...rest } = attributes;
  if (attribute!.type !== 'FLOAT' || random.boolean()) return { ...drawnNode, attributes: rest };
  const value = Math.fround(attribute!.value * random.pick([0, 0.5, 2, 1.5, 1e-3, 1e3]));
  return { ...drawnNode, attributes: { ...attributes, [name]: { type: 'FLOAT', value } } };
};

/** Returns the drawn node with all attributes, or one, of another drawn node of the same version. */
export const withAttributesOf = (drawnNode: DrawnNode, other: DrawnNode, random: Random): DrawnNode => {
  const names = Object.keys(other.attributes);
  if (names.length === 0) return { ...drawnNode, attributes: {} };
  if (random.boolean()) return { ...drawnNode, attributes: other.attributes };
  const name = random.pick(names);
  return { ...drawnNode, attributes: { ...drawnNode.attributes, [name]: other.attributes[name]! } };
};

/**
 * Changes the form of an input: constant or run-time, left out, or a variadic input once more or less. Or changes the number of outputs.
 */
export const otherForms: Mutation = (drawnNode, random) => {
  const { cell, inputs, graph } = drawnNode;
  const { version } = cell;
  const last = inputs.at(-1);
  // inputs can be left out or repeated for a node, not for a graph around it
  const turn = graph ? 5 : random.integer(0, 5);
  if (turn === 0 && version.inputs.at(-1)?.variadic && last) {
    const isLess = random.boolean() && inputs.length > version.inputs.length;
    return { ...drawnNode, inputs: isLess ? inputs.slice(0, -1) : [...inputs, random.pick(inputs)] };
  }
  if (turn === 1 && version.outputs.length > 1) {
    return { ...drawnNode, outputs: random.integer(1, version.outputs.length) };
  }
  if (inputs.length === 0) return undefined;
  const at = random.integer(0, inputs.length - 1);
  const input = inputs[at]!;
  if (!input.value) return undefined;
  if (turn === 2 && inputAt(version, at)!.optional) {
    const kept =
      at === inputs.length - 1 ? inputs.slice(0, -1) : inputs.with(at, { form: 'omitted', value: undefined });
    return { ...drawnNode, inputs: kept };
  }
  return {
    ...drawnNode,
    inputs: inputs.with(at, { ...input, form: input.form === 'input' ? 'initializer' : 'input' }),
  };
};
