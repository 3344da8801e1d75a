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

/** The index that stands at a place of the input of indices, counted from the front. @throws BadInput if it is out of bounds */
export function indexAt<S>(node: Node<S>, size: number): (place: Place) => number {
  const { dims } = node.input(1);
  const indices = node.integers(1).map((index) => {
    if (index < -size || index >= size) throw new BadInput(`index ${index} is outside [${-size}, ${size - 1}]`);
    return index < 0 ? index + size : index;
  });
  return (place) => indices[indexOf(place, dims)]!;
}
