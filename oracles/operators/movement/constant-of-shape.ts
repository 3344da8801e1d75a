import { formatOf } from '../../numerics/dtype.ts';
import { elementCount, tensorOfScalars } from '../../numerics/tensor.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { values } from '../../spec/node.ts';
import { dtypesOf } from '../../spec/schemas/schemas.ts';
import { constants, movement } from './movement.ts';

/** ConstantOfShape: a tensor of a given shape filled with one value. */
export const constantOfShape = movement({
  name: 'ConstantOfShape',
  definition: 'value, everywhere in a tensor of the shape input',
  bindings: (schema) => dtypesOf(schema, { type: 'T2' }).map((dtype) => ({ T2: dtype })),
  tries: (clause, { T2 }) => (clause !== 'value-absent' && clause !== 'default-value') || T2 === 'float32',
  evaluate: (a, node) => {
    const shape = node.integers(0);
    const value = node.has('value') ? node.tensor('value') : tensorOfScalars('float32', [1], () => 0);
    const count = elementCount(value.dims);
    if (count !== 1) throw new BadInput(`value has ${count} elements, and not one`);
    if (node.input(0).dims.length !== 1) throw new BadInput(`a shape of rank ${node.input(0).dims.length}`);
    return [values(value.dtype, shape, () => constants(a, value).at(0))];
  },
  says: () => ({
    'value-given': ['The elements are value, bit for bit.', 'attribute value'],
    'value-absent': ['Without value, the elements are 0, in float32.', 'attribute value'],
    'to-rank-zero': ['An empty shape gives a tensor of rank 0.', 'input'],
    'size-zero': ['A size may be 0.', 'input'],
    'invalid-size': ['No size is negative.', 'input: all values must be >= 0'],
  }),
});

/** EyeLike: ones on a diagonal, zeros elsewhere. */
export const eyeLike = movement({
  name: 'EyeLike',
  definition: '1 at [i, i + k], 0 elsewhere, in the shape of the input',
  bindings: (schema) => dtypesOf(schema, { type: 'T1' }).map((dtype) => ({ T1: dtype })),
  evaluate: (a, node) => {
    const { dims, dtype } = node.input(0);
    if (dims.length !== 2) throw new BadInput(`a shape [${dims}] is not that of a matrix`);
    const to = node.has('dtype') ? node.dtype('dtype') : dtype;
    const { kind } = formatOf(to);
    if (kind === 'string' || kind === 'complex') throw new BadInput(`dtype is ${to}`);
    const own = a.in(to);
    const k = node.number('k');
    return [values(to, dims, (i) => own.of(Math.floor(i / dims[1]!) + k === i % dims[1]! ? 1 : 0))];
  },
  says: () => ({
    'k-positive': ['A positive k moves the diagonal to the right.', 'attribute k'],
    'k-negative': ['A negative k moves the diagonal down.', 'attribute k'],
    'k-beyond': ['A diagonal beyond the matrix leaves zeros.', 'eye', 'implied'],
    'dtype-given': ['dtype is the type of the output.', 'attribute dtype'],
    'size-zero': ['Empty matrices remain empty.', 'eye', 'implied'],
    'invalid-rank': ['The input is a matrix.', 'input: 2D tensor'],
  }),
});
