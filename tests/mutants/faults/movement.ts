import { indexOf, placeOf } from '../../../oracles/arrays/index-map.ts';
import type { Values } from '../../../oracles/node.ts';
import type { Attributes } from '../../../oracles/operator.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const moves = ['Concat', 'Gather', 'Transpose'];

/** The attributes with some of them changed. */
const integers = (
  attributes: Attributes,
  name: string,
  change: (x: readonly number[]) => readonly number[],
): Attributes => {
  const given = attributes[name];
  if (!given || typeof given.value === 'string') return attributes;
  const changed = change([given.value].flat() as number[]);
  return {
    ...attributes,
    [name]: { ...given, value: Array.isArray(given.value) ? changed : changed[0]! } as typeof given,
  };
};

const withDims = <S>({ dtype, at }: Values<S>, dims: readonly number[]): Values<S> => ({ dtype, dims, at });

/** Faults of kernels that move elements. */
export const movementFaults: readonly Mutant[] = [
  {
    name: 'moved elements: -0 becomes 0',
    source: ['masks that multiply or add'],
    operators: moves,
    alter: onOutputs((output) => eachOf(output, (x) => (Object.is(x, -0) ? (0 as typeof x) : x))),
  },
  {
    name: 'moved elements: what is left after whole vectors of 4 is not copied',
    source: ['vector loops without a tail'],
    operators: moves,
    alter: onOutputs((output) => {
      const count = output.dims.reduce((product, size) => product * size, 1);
      return count < 4 ? output : eachOf(output, (x, i) => (i < count - (count % 4) ? x : output.at(0)));
    }),
  },
  {
    name: 'Transpose: perm is taken for its inverse',
    source: ['scatter and gather confused'],
    operators: ['Transpose'],
    alter: onNode(({ attributes }) => ({
      attributes: integers(attributes, 'perm', (perm) => perm.map((_, i) => perm.indexOf(i))),
    })),
  },
  {
    name: 'Transpose: without perm the last two dimensions are swapped',
    source: ['linear algebra taken for arrays'],
    operators: ['Transpose'],
    alter: onNode(({ attributes, inputs: [x] }) => {
      const rank = x!.dims.length;
      const perm = x!.dims.map((_, i) => (i < rank - 2 ? i : 2 * rank - 3 - i));
      return rank < 2 || attributes.perm ? {} : { attributes: { perm: { type: 'INTS', value: perm } } };
    }),
  },
  {
    name: 'Transpose: elements stay where they are if the last dimension does',
    source: ['a shortcut for copies of whole rows'],
    operators: ['Transpose'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const perm = node.numbers('perm');
        const stays = perm && perm.length > 2 && perm.at(-1) === perm.length - 1;
        return stays ? withDims(node.input(0), output.dims) : output;
      }),
  },
  {
    name: 'Concat: inputs are copied one after the other, as if axis were 0',
    source: ['the shape is right, the loop is that of the outermost dimension'],
    operators: ['Concat'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const all = node.inputs.flatMap((input) =>
          Array.from({ length: input!.dims.reduce((product, size) => product * size, 1) }, (_, i) => input!.at(i)),
        );
        return { ...withDims(output, output.dims), at: (index: number) => all[index]! };
      }),
  },
  {
    name: 'Concat: a negative axis counts from the rank less one',
    source: ['axis + rank - 1'],
    operators: ['Concat'],
    alter: onNode(({ attributes, inputs }) => ({
      attributes: integers(attributes, 'axis', ([axis]) => [axis! < -1 ? axis! + inputs[0]!.dims.length - 1 : axis!]),
    })),
  },
  {
    name: 'Concat: inputs beyond the second come in reverse order',
    source: ['joining in pairs from the end'],
    operators: ['Concat'],
    alter: onNode(({ inputs }) => ({ inputs: [...inputs.slice(0, 2), ...inputs.slice(2).reverse()] })),
  },
  {
    name: 'Concat: an input without elements takes the place of the one behind it',
    source: ['empty inputs are counted and not skipped'],
    operators: ['Concat'],
    alter: onOutputs((output, _, node) =>
      node.inputs.some((input) => input!.dims.includes(0)) ? eachOf(output, () => output.at(0)) : output,
    ),
  },
  {
    name: 'Gather: negative indices are taken for 0',
    source: ['unsigned indices, clamped'],
    operators: ['Gather'],
    alter: onNode(({ inputs: [data, indices] }) => ({ inputs: [data, withIndices(indices!, (i) => (i < 0 ? 0 : i))] })),
  },
  {
    name: 'Gather: an index that was seen before is not looked up again',
    source: ['results kept in a set of indices'],
    operators: ['Gather'],
    alter: onNode(({ inputs: [data, indices] }) => {
      const all = Array.from(indices!.tensor!.data as Int32Array, Number);
      return { inputs: [data, withIndices(indices!, (index, i) => (all.indexOf(index) < i ? 0 : index))] };
    }),
  },
  {
    name: 'Gather: a single index keeps its dimension',
    source: ['scalars held as lists of one'],
    operators: ['Gather'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const axis = node.axis('axis', node.input(0).dims.length);
        return node.input(1).dims.length === 0 ? withDims(output, output.dims.toSpliced(axis, 0, 1)) : output;
      }),
  },
  {
    name: 'Gather: indices of several dimensions are walked in columns',
    source: ['strides of the indices in the wrong order'],
    operators: ['Gather'],
    alter: onNode(({ inputs: [data, indices] }) => {
      const { dims, tensor } = indices!;
      const all = Array.from(tensor!.data as Int32Array, Number);
      return {
        inputs: [data, withIndices(indices!, (_, i) => all[indexOf(placeOf(i, dims).reverse(), dims.toReversed())]!)],
      };
    }),
  },
  {
    name: 'Shape: end is included',
    source: ['off by one'],
    operators: ['Shape'],
    alter: onNode(({ attributes }) => ({
      attributes: integers(attributes, 'end', ([end]) => [end! === -1 ? 2 ** 20 : end! + 1]),
    })),
  },
  {
    name: 'Shape: a negative start is taken for 0',
    source: ['clamping before counting from the end'],
    operators: ['Shape'],
    alter: onNode(({ attributes }) => ({
      attributes: integers(attributes, 'start', ([start]) => [Math.max(0, start!)]),
    })),
  },
  {
    name: 'Shape: start and end are ignored',
    source: ['runtimes of before opset 15'],
    operators: ['Shape'],
    alter: onNode(() => ({ attributes: {} })),
  },
  {
    name: 'Size: dimensions of size 0 are skipped',
    source: ['symbolic sizes are held as 0'],
    operators: ['Size'],
    alter: () => (a, node) => {
      const count = node.input(0).dims.reduce((product, size) => product * (size || 1), 1);
      return [{ dtype: 'int64', dims: [], at: () => a.of(BigInt(count)) }];
    },
  },
  {
    name: 'Size, Shape: of rank 0 the result is that of [1]',
    source: ['scalars held as lists of one'],
    operators: ['Shape', 'Size'],
    alter: onOutputs((output, a, node) =>
      node.input(0).dims.length > 0 ? output : { dtype: 'int64', dims: [1], at: () => a.of(1n) },
    ),
  },
  {
    name: 'Size: counted in 8 bits',
    source: ['the type of the data taken for that of the count'],
    operators: ['Size'],
    alter: () => (a, node) => {
      const count = node.input(0).dims.reduce((product, size) => product * size, 1);
      return [{ dtype: 'int64', dims: [], at: () => a.of(BigInt(count % 256)) }];
    },
  },
  {
    name: 'Constant: scalars become lists of one',
    source: ['scalars held as lists of one'],
    operators: ['Constant'],
    alter: onOutputs((output) => (output.dims.length > 0 ? output : withDims(output, [1]))),
  },
  {
    name: 'Constant: -0 becomes 0',
    source: ['values that go through a literal'],
    operators: ['Constant'],
    alter: onOutputs((output) => eachOf(output, (x) => (Object.is(x, -0) ? (0 as typeof x) : x))),
  },
  {
    name: 'Constant: integers go through float32',
    source: ['literals of generated code'],
    operators: ['Constant'],
    alter: onOutputs((output) =>
      eachOf(output, (x) => (typeof x === 'bigint' ? (BigInt(Math.fround(Number(x))) as typeof x) : x)),
    ),
  },
];

/** Indices changed one by one. */
function withIndices<V extends { readonly tensor?: unknown }>(
  indices: V,
  change: (index: number, i: number) => number,
): V {
  const { tensor } = indices as unknown as { tensor: { data: Int32Array | BigInt64Array } };
  const data = tensor.data.map((x: number | bigint, i: number) => {
    const changed = change(Number(x), i);
    return (typeof x === 'bigint' ? BigInt(changed) : changed) as never;
  });
  return { ...indices, tensor: { ...tensor, data } };
}
