import { indexOf, type Place } from '../../arrays/index-map.ts';
import { BadInput } from '../../bad-input.ts';
import type { Node } from '../../node.ts';
import { rule } from '../../rules.ts';
import { moved, movement } from './movement.ts';

/** Gather: slices of data, one for each index. */
export const gather = movement({
  name: 'Gather',
  definition: 'output[.., i.., ..] = data[.., indices[i..], ..], in the dimension axis',
  axes: [{ name: 'axis', since: 1 }],
  evaluate: (_, node) => {
    const [data, indices] = [node.input(0), node.input(1)];
    const axis = node.axis('axis', data.dims.length);
    const rank = indices.dims.length;
    const index = indexAt(node, data.dims[axis]!);
    return [
      moved(data, {
        dims: [...data.dims.slice(0, axis), ...indices.dims, ...data.dims.slice(axis + 1)],
        from: (place) => [...place.slice(0, axis), index(place.slice(axis, axis + rank)), ...place.slice(axis + rank)],
      }),
    ];
  },
  says: ({ since }) => ({
    'axis-given': ['Indices are looked up along axis.', 'attribute axis'],
    'indices-any-rank': ['The dimensions of indices stand in the place of axis.', 'summary'],
    'indices-repeated': ['The same index may stand there more than once, in any order.', 'summary'],
    ...(since >= 11 && { 'indices-negative': ['A negative index counts from the end.', 'input indices'] }),
    'index-type': ['Indices are int32 or int64.', 'type constraints of Tind'],
    'size-zero': ['Without indices there are no slices.', 'take', 'implied'],
  }),
  rules: ({ since }) => indicesInRange('Gather', since),
});

/** GatherElements: elements of data, one for each index. */
export const gatherElements = movement({
  name: 'GatherElements',
  definition: 'output[.., i, ..] = data[.., indices[.., i, ..], ..], in the dimension axis',
  axes: [{ name: 'axis', since: 11 }],
  evaluate: (_, node) => {
    const data = node.input(0);
    const { dims } = node.input(1);
    const axis = node.axis('axis', data.dims.length);
    const index = indexAt(node, data.dims[axis]!);
    return [moved(data, { dims, from: (place) => place.with(axis, index(place)) })];
  },
  says: () => ({
    'axis-given': ['Indices are looked up along axis.', 'attribute axis'],
    'indices-repeated': ['The same index may stand there more than once, in any order.', 'summary'],
    'indices-negative': ['A negative index counts from the end.', 'input indices'],
    'index-type': ['Indices are int32 or int64.', 'type constraints of Tind'],
    'size-zero': ['Without indices there are no elements.', 'take_along_axis', 'implied'],
  }),
  rules: ({ since }) => indicesInRange('GatherElements', since),
});

/** GatherND: slices of data, one for each tuple of indices, in each batch. */
export const gatherND = movement({
  name: 'GatherND',
  definition: 'output[batch.., i.., ..] = data[batch.., indices[batch.., i..]..., ..]',
  evaluate: (_, node) => {
    const [data, indices] = [node.input(0), node.input(1)];
    const batch = node.has('batch_dims') ? node.number('batch_dims') : 0;
    const outer = indices.dims.slice(0, -1);
    const length = indices.dims.at(-1)!;
    const all = node.integers(1).map((index, i) => counted(index, data.dims[batch + (i % length)]!));
    const tuple = (place: Place) => {
      const first = indexOf([...place, 0], indices.dims);
      return all.slice(first, first + length);
    };
    return [
      moved(data, {
        dims: [...outer, ...data.dims.slice(batch + length)],
        from: (place) => [
          ...place.slice(0, batch),
          ...tuple(place.slice(0, outer.length)),
          ...place.slice(outer.length),
        ],
      }),
    ];
  },
  says: ({ attributes }) => ({
    'tuple-length': ['The last dimension of indices says how many dimensions are looked up.', 'summary'],
    'indices-any-rank': ['The other dimensions of indices stand before the slices.', 'summary'],
    'indices-negative': ['A negative index counts from the end.', 'input indices'],
    ...(attributes.length > 0 && {
      'batch-dims': ['The first batch_dims dimensions of data and indices go together.', 'attribute batch_dims'],
    }),
    'size-zero': ['Without indices there are no slices.', 'indexing', 'implied'],
  }),
  rules: ({ since }) => indicesInRange('GatherND', since),
});

/** From version 11 on the texts say that an index out of bounds is an error. */
export function indicesInRange(name: string, since: number) {
  if (since < 11) return [];
  return [
    rule(
      'illegal-indices-out-of-range',
      'An index lies in [-s, s-1].',
      `${name}-${since}, input indices: it is an error`,
      since,
    ),
  ];
}

/** The index that stands at a place of the input of indices, counted from the front. @throws BadInput if one is out of bounds */
export function indexAt<S>(node: Node<S>, size: number): (place: Place) => number {
  const { dims } = node.input(1);
  const indices = node.integers(1).map((index) => counted(index, size));
  return (place) => indices[indexOf(place, dims)]!;
}

/** An index counted from the front. @throws BadInput if it is out of bounds */
function counted(index: number, size: number): number {
  if (index < -size || index >= size) throw new BadInput(`index ${index} is outside [${-size}, ${size - 1}]`);
  return index < 0 ? index + size : index;
}
