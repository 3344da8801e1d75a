import { BadInput } from '../spec/bad-input.ts';
import { type IndexMap, indexOf, type Place } from './index-map.ts';

/** An array of indices, row-major. Negative ones count from the end. */
export interface Indices {
  readonly dims: readonly number[];
  readonly list: readonly number[];
}

/**
 * Returns a slice for each index, in one dimension: output[.., i.., ..] = data[.., indices[i..], ..].
 * @throws BadInput for an index out of bounds
 */
export function slicesAt(dims: readonly number[], axis: number, indices: Indices): IndexMap {
  const end = axis + indices.dims.length;
  const index = indexAt(indices, dims[axis]!);
  return {
    dims: [...dims.slice(0, axis), ...indices.dims, ...dims.slice(axis + 1)],
    from: (place) => [...place.slice(0, axis), index(place.slice(axis, end)), ...place.slice(end)],
  };
}

/**
 * Returns an element for each index, in one dimension: output[.., i, ..] = data[.., indices[.., i, ..], ..].
 * @throws BadInput for an index out of bounds, and for indices that exceed data in another dimension
 */
export function elementsAt(dims: readonly number[], axis: number, indices: Indices): IndexMap {
  if (indices.dims.length !== dims.length || dims.some((size, i) => i !== axis && indices.dims[i]! > size)) {
    throw new BadInput(`indices [${indices.dims}] reach beyond data [${dims}] in other dimensions than ${axis}`);
  }
  const index = indexAt(indices, dims[axis]!);
  return { dims: indices.dims, from: (place) => place.with(axis, index(place)) };
}

/**
 * Returns a slice for each tuple along the last dimension of the indices, in each of `batch` dimensions: output[batch.., i..,
 * ..] = data[batch.., indices[batch.., i..]..., ..].
 * @throws BadInput for an index out of bounds, for tuples that are empty or longer than the rank of data allows, and for batch
 * dimensions that differ
 */
export function tuplesAt(dims: readonly number[], batch: number, indices: Indices): IndexMap {
  const outer = indices.dims.slice(0, -1);
  const length = indices.dims.at(-1) ?? 0;
  if (length < 1 || length > dims.length - batch) {
    throw new BadInput(`tuples of ${length} for data [${dims}] with ${batch} batch dimensions`);
  }
  if (batch < 0 || batch > outer.length || dims.some((size, i) => i < batch && size !== outer[i])) {
    throw new BadInput(`data [${dims}] and indices [${indices.dims}] do not share ${batch} batch dimensions`);
  }
  const all = indices.list.map((index, i) => counted(index, dims[batch + (i % length)]!));
  const tuple = (place: Place) => {
    const first = indexOf([...place, 0], indices.dims);
    return all.slice(first, first + length);
  };
  return {
    dims: [...outer, ...dims.slice(batch + length)],
    from: (place) => [...place.slice(0, batch), ...tuple(place.slice(0, outer.length)), ...place.slice(outer.length)],
  };
}

/** Returns a function from a place to its index, counted from the front. */
function indexAt({ dims, list }: Indices, size: number): (place: Place) => number {
  const all = list.map((index) => counted(index, size));
  return (place) => all[indexOf(place, dims)]!;
}

/**
 * Converts an index to one counted from the front.
 * @throws BadInput if it is out of bounds
 */
function counted(index: number, size: number): number {
  if (index < -size || index >= size) throw new BadInput(`index ${index} is outside [${-size}, ${size - 1}]`);
  return index < 0 ? index + size : index;
}
