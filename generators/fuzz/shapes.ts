import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Random } from '../cases/random.ts';
import { isControl } from '../classes/inputs.ts';
import type { DrawnNode } from './drawn-node.ts';
import { resample, withIntegers } from './tensors.ts';

/**
 * A random change of a drawn node, to at most `room` elements. The result may be illegal; the oracle decides. Returns `undefined` if the
 * change does not apply.
 */
export type Mutation = (drawnNode: DrawnNode, random: Random, room: number) => DrawnNode | undefined;

/** Widths of vectors, blocks and counters of kernels. */
export const widths = [4, 8, 16, 32, 64, 128, 256, 1024] as const;

/** The number of elements from which long dimensions are tried. */
export const manyElements = 1500;

/** Draws the size of a dimension: often at the limits of common kernel paths, and thousands if there is room. */
export function extent(random: Random, room: number): number {
  if (room > manyElements && random.integer(0, 2) === 0) {
    return random.boolean() ? random.integer(1026, 5000) : random.pick(widths.slice(-2)) + random.integer(-1, 1);
  }
  const turn = random.integer(0, 96);
  if (turn < 6) return 0;
  if (turn < 22) return 1;
  if (turn < 45) return random.integer(2, 7);
  return random.pick(turn < 80 ? widths.slice(0, 4) : widths) + random.integer(-1, 1);
}

/** Draws the size of a long row: around the ends of blocks and their tails, sometimes thousands, and rarely around 2^15 or 2^16. */
function longExtent(random: Random, room: number): number {
  const turn = random.integer(0, 99);
  if (turn < 70)
    return random.boolean() ? random.integer(48, 600) : random.pick([64, 128, 256, 512]) + random.integer(-1, 1);
  if (turn < 95 || room < 2 ** 16 + 1) {
    return random.boolean() ? random.integer(1026, 4100) : random.pick([1024, 2048, 4096]) + random.integer(-1, 1);
  }
  return random.pick([2 ** 15, 2 ** 16]) + random.integer(-1, 1);
}

/** True if the text allows rows of any length, and elements are narrow. */
function isForManyElements(drawnNode: DrawnNode): boolean {
  const isNarrow = dataOf(drawnNode).every(({ value: { dtype } }) => {
    const format = formatOf(dtype);
    return format.kind === 'bool' || ('bits' in format && format.bits <= 16);
  });
  return isNarrow && drawnNode.cell.version.clauses.some(({ id }) => id === 'any-length');
}

/** The limit on the elements of float inputs of computations, unless one row alone has more: judging them is slow. */
const maxComputed = 2 ** 13;

/** True if the operator computes with float elements. */
const isOfComputed = (drawnNode: DrawnNode): boolean =>
  drawnNode.cell.operator.copiesElements !== true &&
  dataOf(drawnNode).some(({ value }) => formatOf(value.dtype).kind === 'float');

/** Makes one dimension long and the others short: long rows with few elements in total. */
export const longRow: Mutation = (drawnNode, random, room) => {
  const data = dataOf(drawnNode);
  const extents = [...new Set(data.flatMap(({ value }) => value.dims))];
  if (extents.length === 0) return undefined;
  const size = longExtent(random, isForManyElements(drawnNode) ? room : Math.min(room, 2 ** 15));
  const most = random.integer(1, 3);
  const old = random.pick(extents);
  const fromEnd = random.integer(1, Math.max(...data.map(({ value }) => value.dims.length)));
  const byName = random.boolean();
  const elements = isOfComputed(drawnNode) ? Math.max(size, maxComputed) : room;
  return reshaped(
    drawnNode,
    (dims) =>
      dims.map((dim, axis) => {
        const isLong = byName ? dim === old : dims.length - axis === fromEnd;
        return isLong ? size : Math.min(dim, most);
      }),
    random,
    Math.min(room, elements),
  );
};

/** Replaces a size by another: everywhere, or in one dimension of one input. */
export const otherExtent: Mutation = (drawnNode, random, room) => {
  const data = dataOf(drawnNode);
  const extents = [...new Set(data.flatMap(({ value }) => value.dims))];
  if (extents.length === 0) return undefined;
  const old = random.pick(extents);
  const size = extent(random, room);
  if (random.integer(0, 3) > 0) {
    const changed = reshaped(drawnNode, (dims) => dims.map((dim) => (dim === old ? size : dim)), random, room);
    // a parameter may be the same size
    return changed && old > 1 && random.boolean() ? withNumber(changed, old, size) : changed;
  }
  const { index, value } = random.pick(data.filter(({ value }) => value.dims.length > 0));
  const axis = random.integer(0, value.dims.length - 1);
  const other = random.boolean() ? 1 : size;
  return reshaped(drawnNode, (dims, i) => (i === index ? dims.with(axis, other) : dims), random, room);
};

/** Replaces a number in the INTS attributes and in small parameter inputs. */
export function withNumber(drawnNode: DrawnNode, old: number, by: number): DrawnNode {
  const replaced = (x: number) => (x === old ? by : x);
  return {
    ...drawnNode,
    attributes: Object.fromEntries(
      Object.entries(drawnNode.attributes).map(([name, attribute]) => [
        name,
        attribute.type === 'INTS' ? { ...attribute, value: attribute.value.map(replaced) } : attribute,
      ]),
    ),
    inputs: drawnNode.inputs.map((input, i) => {
      const { value } = input;
      if (!value || isData(drawnNode, i) || value.dims.length > 1 || formatOf(value.dtype).kind !== 'integer')
        return input;
      return { ...input, value: withIntegers(value, elementsOf(value).map(Number).map(replaced)) };
    }),
  };
}

/** Adds a dimension of size 1 to 4, at a place counted from the end: in all inputs, or in one. */
export const moreDimensions: Mutation = (drawnNode, random, room) => {
  const data = dataOf(drawnNode);
  if (data.length === 0) return undefined;
  const most = Math.max(...data.map(({ value }) => value.dims.length));
  const fromEnd = random.integer(0, most);
  const size = random.boolean() ? 1 : random.integer(2, 4);
  const only = random.boolean() ? random.pick(data).index : undefined;
  return reshaped(
    drawnNode,
    (dims, i) => ((only ?? i) === i ? dims.toSpliced(Math.max(0, dims.length - fromEnd), 0, size) : dims),
    random,
    room,
  );
};

/** Removes a dimension from all inputs of the highest rank, or from one input. */
export const fewerDimensions: Mutation = (drawnNode, random, room) => {
  const data = dataOf(drawnNode).filter(({ value }) => value.dims.length > 0);
  if (data.length === 0) return undefined;
  const most = Math.max(...data.map(({ value }) => value.dims.length));
  const axis = random.integer(0, most - 1);
  const only = random.boolean() ? random.pick(data).index : undefined;
  const isConcerned = (dims: readonly number[], i: number) => (only === undefined ? dims.length === most : i === only);
  return reshaped(
    drawnNode,
    (dims, i) => (isConcerned(dims, i) ? dims.toSpliced(Math.min(axis, dims.length - 1), 1) : dims),
    random,
    room,
  );
};

/** Dtypes of values that control how often a graph runs, which tensor is selected, and whether anything is done. */
const controlling: readonly DType[] = ['int32', 'int64', 'bool'];

/** True if an input holds data and is not a parameter. In a graph, a single integer or truth value may control what runs, and how often. */
export function isData({ cell, inputs, graph }: DrawnNode, index: number): boolean {
  if (!graph) return !isControl(cell.version, index);
  const { value } = inputs[index]!;
  return !value || value.dims.length > 0 || !controlling.includes(value.dtype);
}

/** The inputs of a drawn node that hold data in a tensor. */
export function dataOf(drawnNode: DrawnNode): { readonly index: number; readonly value: Tensor }[] {
  return drawnNode.inputs.flatMap(({ value }, index) => (value && isData(drawnNode, index) ? [{ index, value }] : []));
}

/**
 * Returns the drawn node with data of other shapes, whose elements are some of the old ones; `undefined` if an input would exceed `room`
 * elements.
 */
export function reshaped(
  drawnNode: DrawnNode,
  change: (dims: readonly number[], index: number) => readonly number[],
  random: Random,
  room: number,
): DrawnNode | undefined {
  const changed = new Map(
    dataOf(drawnNode).flatMap(({ index, value }) => {
      const dims = change(value.dims, index);
      return String(dims) === String(value.dims) ? [] : [[index, dims] as const];
    }),
  );
  if ([...changed.values()].some((dims) => elementCount(dims) > room)) return undefined;
  return {
    ...drawnNode,
    inputs: drawnNode.inputs.map((input, i) => {
      const dims = changed.get(i);
      return dims ? { ...input, value: resample(input.value!, dims, random) } : input;
    }),
  };
}
