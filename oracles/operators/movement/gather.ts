import { elementsAt, slicesAt, tuplesAt } from '../../arrays/gathered.ts';
import { firstOfNegative, indices } from './indices.ts';
import { moveElements, movement } from './movement.ts';

const alongAxis = {
  'axis-given': ['Indices are looked up along axis.', 'attribute axis'],
  'indices-repeated': ['The same index may occur several times, in any order.', 'summary'],
  'index-type': ['Indices are int32 or int64.', 'type constraints of Tind'],
} as const;

const anyInRange = {
  'indices-negative': ['A negative index counts from the end.', 'input indices'],
  'invalid-indices-out-of-range': ['An index is in [-s, s-1].', 'input indices: it is an error'],
} as const;

/** Gather: slices of data, one for each index. */
export const gather = movement({
  name: 'Gather',
  definition: 'output[.., i.., ..] = data[.., indices[i..], ..], in the dimension axis',
  axes: [{ name: 'axis', since: 1 }],
  evaluate: (_, node) => {
    const data = node.input(0);
    return [moveElements(data, slicesAt(data.dims, node.axis('axis', data.dims.length), indices(node)))];
  },
  says: ({ since }) => ({
    ...alongAxis,
    'indices-any-rank': ['The dimensions of indices replace axis.', 'summary'],
    ...(since >= firstOfNegative && anyInRange),
    'size-zero': ['If indices is empty, so is the output.', 'take', 'implied'],
  }),
});

/** GatherElements: elements of data, one for each index. */
export const gatherElements = movement({
  name: 'GatherElements',
  definition: 'output[.., i, ..] = data[.., indices[.., i, ..], ..], in the dimension axis',
  axes: [{ name: 'axis', since: 11 }],
  evaluate: (_, node) => {
    const data = node.input(0);
    return [moveElements(data, elementsAt(data.dims, node.axis('axis', data.dims.length), indices(node)))];
  },
  says: () => ({
    ...alongAxis,
    ...anyInRange,
    'indices-smaller': [
      'In other dimensions than axis, indices may be smaller than data.',
      'take_along_axis of a part',
      'implied',
    ],
    'size-zero': ['If indices is empty, so is the output.', 'take_along_axis', 'implied'],
  }),
});

/** GatherND: slices of data, one for each tuple of indices, in each batch. */
export const gatherND = movement({
  name: 'GatherND',
  definition: 'output[batch.., i.., ..] = data[batch.., indices[batch.., i..]..., ..]',
  evaluate: (_, node) => {
    const batch = node.has('batch_dims') ? node.number('batch_dims') : 0;
    return [moveElements(node.input(0), tuplesAt(node.input(0).dims, batch, indices(node)))];
  },
  says: ({ attributes }) => ({
    'tuple-length': ['The size of the last dimension of indices is the number of indexed dimensions.', 'summary'],
    'indices-any-rank': ['The other dimensions of indices come before those of the slices.', 'summary'],
    ...anyInRange,
    ...(attributes.length > 0 && {
      'batch-dims': [
        'The first batch_dims dimensions of data and indices correspond to each other.',
        'attribute batch_dims',
      ],
      'invalid-batch-dims': [
        'batch_dims is less than the ranks of data and indices, whose first batch_dims dimensions are equal.',
        'summary',
      ],
    }),
    'size-zero': ['If indices is empty, so is the output.', 'indexing', 'implied'],
  }),
});
