import { elementCount } from '../../numerics/tensor.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { movement, reshaped } from './movement.ts';

/** Identity: the input. */
export const identity = movement({
  name: 'Identity',
  definition: 'the input',
  evaluate: (_, node) => [reshaped(node.input(0), node.input(0).dims)],
  evaluateValues: (_, node) => [node.value(0)],
  says: () => ({
    'rank-zero': ['A tensor of rank 0 keeps its rank.', 'copy', 'implied'],
    'size-zero': ['An empty tensor remains empty.', 'copy', 'implied'],
  }),
});

/** Reshape: the elements in the same order, in another shape. */
export const reshape = movement({
  name: 'Reshape',
  definition: 'the elements in the same order, in another shape',
  evaluate: (_, node) => {
    const data = node.input(0);
    const shape = node.list('shape');
    if (!shape) throw new BadInput('shape is missing');
    return [reshaped(data, shapeFor(data.dims, shape, node.has('allowzero') && node.flag('allowzero')))];
  },
  says: ({ attributes }) => ({
    'shape-inferred': ['A size of -1 is the number of elements divided by the product of the other sizes.', 'summary'],
    'shape-zero': ['A size of 0 is replaced by the size of the same dimension of the input.', 'summary'],
    'to-rank-zero': ['An empty shape gives a tensor of rank 0.', 'summary'],
    'size-zero': ['Empty tensors are reshaped.', 'reshape', 'implied'],
    ...(attributes.some(({ name }) => name === 'allowzero') && {
      'zero-allowed': ['With allowzero=1, a size of 0 means 0.', 'attribute allowzero'],
    }),
    'invalid-shape': ['A shape has at most one -1, and holds all elements.', 'summary'],
  }),
});

/**
 * Returns the sizes that a shape defines.
 * @throws BadInput if it does not fit
 */
function shapeFor(dims: readonly number[], shape: readonly number[], zeroIsZero: boolean): readonly number[] {
  const fail = () => new BadInput(`[${shape}] is not a shape for [${dims}]`);
  const known = shape.map((size, i) => (size === 0 && !zeroIsZero ? dims[i] : size));
  const unknown = known.indexOf(-1);
  if (known.some((size, i) => size === undefined || (size < 0 && i !== unknown))) throw fail();
  const sizes = known as number[];
  const rest = elementCount(sizes.toSpliced(unknown, unknown < 0 ? 0 : 1));
  if (unknown >= 0 && rest === 0) throw fail();
  const all = unknown < 0 ? sizes : sizes.with(unknown, elementCount(dims) / rest);
  if (elementCount(all) !== elementCount(dims) || !all.every(Number.isInteger)) throw fail();
  return all;
}

/** Flatten: dimensions before axis become the first dimension, the others the second. */
export const flatten = movement({
  name: 'Flatten',
  definition: 'a matrix: the dimensions before axis are its rows, those from axis on its columns',
  axes: [{ name: 'axis', since: 11, end: true }],
  evaluate: (_, node) => {
    const { dims } = node.input(0);
    const axis = node.number('axis');
    if (axis > dims.length || axis < -dims.length) {
      throw new BadInput(`axis ${axis} is outside [${-dims.length}, ${dims.length}]`);
    }
    return [reshaped(node.input(0), [dims.slice(0, axis), dims.slice(axis)].map(elementCount))];
  },
  says: () => ({
    'axis-given': ['axis is the first dimension of the columns.', 'attribute axis'],
    'axis-zero': ['With axis=0, there is one row.', 'attribute axis'],
    'axis-rank': ['With axis=r, there is one column.', 'attribute axis'],
    'rank-zero': ['With axis=0, a tensor of rank 0 gives one row of one column.', 'attribute axis'],
    'size-zero': ['Empty tensors are flattened.', 'reshape', 'implied'],
  }),
});
