import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { movement, reshaped } from './movement.ts';

/** Squeeze: removes dimensions of size 1: those of axes, or all. */
export const squeeze = movement({
  name: 'Squeeze',
  definition: 'the elements without the dimensions axes, which have size 1',
  axes: [{ name: 'axes', since: 11 }],
  evaluate: (_, node) => {
    const { dims } = node.input(0);
    const axes = node.list('axes')?.map((axis) => normalizeAxis(axis, dims.length));
    const wide = axes?.find((axis) => dims[axis] !== 1);
    if (wide !== undefined) throw new BadInput(`dimension ${wide} is of size ${dims[wide]}`);
    return [
      reshaped(
        node.input(0),
        dims.filter((size, i) => (axes ? !axes.includes(i) : size !== 1)),
      ),
    ];
  },
  says: () => ({
    'axes-absent': ['Without axes, all dimensions of size 1 are removed.', 'summary'],
    'axes-given': ['Only the dimensions in axes are removed.', 'summary'],
    'to-rank-zero': ['The result may have rank 0.', 'squeeze', 'implied'],
    'size-zero': ['Empty tensors are squeezed.', 'squeeze', 'implied'],
    'invalid-squeezed-size': ['A dimension that is dropped has size 1.', 'summary'],
  }),
});

/** Unsqueeze: inserts dimensions of size 1, at axes of the output. */
export const unsqueeze = movement({
  name: 'Unsqueeze',
  definition: 'the elements with new dimensions of size 1, at the positions axes of the output',
  axes: [{ name: 'axes', since: 11, rank: ([data], axes) => data!.length + axes }],
  evaluate: (_, node) => {
    const { dims } = node.input(0);
    const given = node.list('axes')!;
    const rank = dims.length + given.length;
    const axes = new Set(given.map((axis) => normalizeAxis(axis, rank)));
    if (axes.size < given.length) throw new BadInput(`axes [${given}] name a dimension twice`);
    const rest = [...dims];
    return [
      reshaped(
        node.input(0),
        Array.from({ length: rank }, (_, i) => (axes.has(i) ? 1 : rest.shift()!)),
      ),
    ];
  },
  says: ({ since }) => ({
    'axes-given': ['Axes are dimensions of the output.', 'summary'],
    ...(since >= 11 && { 'axes-any-order': ['Axes may be in any order.', 'summary'] }),
    'rank-zero': ['A tensor of rank 0 gets dimensions.', 'expand_dims', 'implied'],
    'size-zero': ['Empty tensors get dimensions.', 'expand_dims', 'implied'],
    ...(since >= 11 && { 'invalid-duplicate-axes': ['No axis is listed twice.', 'summary: it is an error'] }),
  }),
});
