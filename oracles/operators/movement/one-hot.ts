import { indexOf, placeOf } from '../../arrays/index-map.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Binding } from '../../spec/declaration.ts';
import { values } from '../../spec/node.ts';
import { dtypesOf, type Schema } from '../../spec/schemas/schemas.ts';
import { movement } from './movement.ts';

/** The first version in which negative indices count from the end; before, they are out of range. */
const firstToCountBack = 11;

/** OneHot: a line for each index, with the on value at that index. */
export const oneHot = movement({
  name: 'OneHot',
  definition: 'values[1] at index indices[..] of a new dimension of size depth, values[0] elsewhere',
  axes: [{ name: 'axis', since: 11, rank: ([indices]) => indices!.length + 1 }],
  bindings,
  tries: (clause, { T1, T2 }) =>
    clause === 'definition' ||
    (clause === 'indices-fractions' ? formatOf(T1!).kind === 'float' : T1 === 'int64' && T2 === 'int64'),
  evaluate: (_, node) => {
    const { dims } = node.input(0);
    const axis = normalizeAxis(node.number('axis'), dims.length + 1);
    const depth = node.integer(1);
    const all = node.integers(0).map(Math.trunc);
    if (!all.every((index) => Math.abs(index) < 2 ** 63)) throw new NotJudged('indices that are not numbers of int64');
    // ONNX's shape inference rejects them, but no sentence does
    if (dims.length === 0) throw new NotJudged('indices of rank 0');
    if (depth <= 0) throw new NotJudged('a depth of …', depth);
    if (`${node.input(2).dims}` !== '2') throw new BadInput(`values [${node.input(2).dims}] are not two`);
    const [off, on] = [0, 1].map((i) => node.input(2).at(i));
    const shape = dims.toSpliced(axis, 0, depth);
    const isBack = node.version.since >= firstToCountBack;
    return [
      values(node.input(2).dtype, shape, (i) => {
        const place = placeOf(i, shape);
        const index = all[indexOf(place.toSpliced(axis, 1), dims)]!;
        return (isBack && index < 0 ? index + depth : index) === place[axis] ? on! : off!;
      }),
    ];
  },
  says: ({ since }) => ({
    'axis-given': ['The new dimension is at axis of the output.', 'attribute axis'],
    'values-given': ['The on and off values may have any type.', 'input values'],
    'indices-any-rank': ['Indices have one or more dimensions.', 'input indices'],
    'indices-out-of-range': ['For an index out of range, all elements are the off value.', 'input indices'],
    'indices-fractions': ['Indices that are not integers are cast to int64: fractions are dropped.', 'input indices'],
    'depth-form': ['depth is a scalar or a list of one element.', 'input depth'],
    ...(since >= firstToCountBack && {
      'indices-negative': ['A negative index counts from the end.', 'input indices'],
    }),
    'size-zero': ['If indices is empty, so is the output.', 'eye', 'implied'],
  }),
});

/** The bindings to test: every type of the values, and every type of indices and of depth. */
function bindings(schema: Schema): readonly Binding[] {
  const of = (type: string) => dtypesOf(schema, { type });
  return [
    ...of('T3').map((T3): Binding => ({ T3, T1: 'int64', T2: 'int64' })),
    ...of('T1').flatMap((dtype): Binding[] =>
      dtype === 'int64'
        ? []
        : [
            { T3: 'float32', T1: dtype, T2: 'int64' },
            { T3: 'float32', T1: 'int64', T2: dtype },
          ],
    ),
  ];
}
