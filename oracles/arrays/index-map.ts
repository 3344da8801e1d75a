import { BadInput } from '../spec/bad-input.ts';
import { broadcastDims } from './broadcast.ts';

/** The coordinates of an element, one for each dimension. */
export type Place = readonly number[];

/** The shape of an array and the source of its elements: `from` maps each place to one in another array, or to `undefined`. */
export interface IndexMap {
  readonly dims: readonly number[];
  readonly from: (place: Place) => Place | undefined;
}

/** Returns the coordinates of element `index` of a row-major array. */
export function placeOf(index: number, dims: readonly number[]): number[] {
  const place = new Array<number>(dims.length);
  let rest = index;
  for (let i = dims.length - 1; i >= 0; i--) {
    place[i] = rest % dims[i]!;
    rest = Math.floor(rest / dims[i]!);
  }
  return place;
}

/** Returns the index of the element at some coordinates of a row-major array. */
export function indexOf(place: Place, dims: readonly number[]): number {
  return dims.reduce((index, size, i) => index * size + place[i]!, 0);
}

/**
 * Transposes an array: dimension i of the result is dimension perm[i]. By default the order is reversed.
 * @throws BadInput unless perm names each dimension once
 */
export function transposeMap(
  dims: readonly number[],
  perm: readonly number[] = dims.map((_, i) => i).reverse(),
): IndexMap {
  if (perm.length !== dims.length || dims.some((_, i) => !perm.includes(i))) {
    throw new BadInput(`[${perm}] is not a permutation of ${dims.length} dimensions`);
  }
  return { dims: perm.map((axis) => dims[axis]!), from: (place) => dims.map((_, axis) => place[perm.indexOf(axis)]!) };
}

/** A part of a dimension: `count` places from `start`, `step` apart. */
export interface IndexSpan {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/**
 * Returns the part of a dimension between two ends: negative ends count from its end, and ends out of range are clamped.
 * @throws BadInput for a step of 0
 */
export function span(size: number, from: number, to: number, step = 1): IndexSpan {
  if (step === 0) throw new BadInput('a step is 0');
  const clamped = (x: number, least: number, most: number) => Math.min(Math.max(x < 0 ? x + size : x, least), most);
  const start = step > 0 ? clamped(from, 0, size) : clamped(from, 0, size - 1);
  const end = step > 0 ? clamped(to, 0, size) : clamped(to, -1, size - 1);
  return { start, step, count: Math.max(0, Math.ceil((end - start) / step)) };
}

/** Returns a part of each dimension. */
export function sliceMap(spans: readonly IndexSpan[]): IndexMap {
  return {
    dims: spans.map(({ count }) => count),
    from: (place) => place.map((x, i) => spans[i]!.start + x * spans[i]!.step),
  };
}

/**
 * Broadcasts an array together with a shape.
 * @throws BadInput if they do not broadcast
 */
export function expandMap(dims: readonly number[], shape: readonly number[]): IndexMap {
  if (shape.some((size) => size < 0)) throw new BadInput(`[${shape}] is not a shape`);
  const to = broadcastDims([dims, shape]);
  const offset = to.length - dims.length;
  return { dims: to, from: (place) => dims.map((size, i) => (size === 1 ? 0 : place[i + offset]!)) };
}

/**
 * Repeats an array a number of times in each dimension.
 * @throws BadInput unless there is a number of repeats, 0 or more, for each dimension
 */
export function tileMap(dims: readonly number[], repeats: readonly number[]): IndexMap {
  if (repeats.length !== dims.length || repeats.some((times) => times < 0)) {
    throw new BadInput(`[${repeats}] are not repeats of ${dims.length} dimensions`);
  }
  return {
    dims: dims.map((size, i) => size * repeats[i]!),
    from: (place) => place.map((x, i) => x % dims[i]!),
  };
}

/** Returns the coordinate that replaces one outside a dimension of some size; `undefined` if there is none. */
export type Border = (x: number, size: number) => number | undefined;

/** Adds elements before and after each dimension, or removes them if the numbers are negative. */
export function padMap(
  dims: readonly number[],
  before: readonly number[],
  behind: readonly number[],
  border: Border = () => undefined,
): IndexMap {
  return {
    dims: dims.map((size, i) => size + before[i]! + behind[i]!),
    from(place) {
      const inside = place.map((coordinate, i) => {
        const x = coordinate - before[i]!;
        return x >= 0 && x < dims[i]! ? x : border(x, dims[i]!);
      });
      return inside.every((x) => x !== undefined) ? inside : undefined;
    },
  };
}

/**
 * Concatenates arrays along a dimension. `from` maps each place to the index of an array and the place in it.
 * @throws BadInput if other dimensions differ
 */
export function concatMap(shapes: readonly (readonly number[])[], axis: number) {
  const [first] = shapes as [readonly number[]];
  for (const dims of shapes) {
    if (dims.length !== first.length || dims.some((size, i) => i !== axis && size !== first[i])) {
      throw new BadInput(`[${first}] and [${dims}] differ in other dimensions than ${axis}`);
    }
  }
  const starts = [0];
  for (const dims of shapes) starts.push(starts.at(-1)! + dims[axis]!);
  return {
    dims: first.with(axis, starts.at(-1)!),
    from(place: Place) {
      const part = starts.findLastIndex((start) => start <= place[axis]!);
      return { part, place: place.with(axis, place[axis]! - starts[part]!) };
    },
  };
}
