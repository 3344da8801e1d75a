import { type Border, indexOf, padMap, placeOf, transposeMap } from '../../../oracles/arrays/index-map.ts';
import { moveElements } from '../../../oracles/operators/movement/movement.ts';
import { Node, type NodeValues } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import { changeList, integers, numbered, withDims, withIndices } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

const moves = [
  ...[
    'Concat',
    'DepthToSpace',
    'Expand',
    'Flatten',
    'Gather',
    'GatherElements',
    'GatherND',
    'Identity',
    'Pad',
    'Reshape',
  ],
  ...[
    'Scatter',
    'ScatterElements',
    'ScatterND',
    'Slice',
    'SpaceToDepth',
    'Split',
    'Squeeze',
    'TensorScatter',
    'Tile',
    'Transpose',
    'Trilu',
    'Unsqueeze',
  ],
];

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
    operators: moves.filter((name) => name !== 'SpaceToDepth'),
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
  {
    name: 'GatherElements, GatherND: negative indices are taken for 0',
    source: ['unsigned indices, clamped'],
    operators: ['GatherElements', 'GatherND'],
    alter: changeList('indices', (indices) => indices.map((index) => Math.max(0, index))),
  },
  {
    name: 'GatherElements: the axis is the first one',
    source: ['the reference of ONNX beyond 64 elements'],
    operators: ['GatherElements'],
    alter: (correct) => (a, node) => {
      const [first, ...others] = node.input(0).dims;
      return others.every((size) => size >= first!) ? numbered('axis', () => 0)(correct)(a, node) : correct(a, node);
    },
  },
  {
    name: 'GatherND: batch_dims is ignored',
    source: ['runtimes of before opset 12'],
    operators: ['GatherND'],
    alter: onNode(({ attributes: { batch_dims: _, ...attributes } }) => ({ attributes })),
  },
  {
    name: 'Reshape: a size of 0 is that of the dimension counted from the end',
    source: ['sizes aligned at the right'],
    operators: ['Reshape'],
    alter: changeList('shape', (shape, { inputs: [data] }) =>
      shape.map((size, i) => (size === 0 ? (data!.dims[i + data!.dims.length - shape.length] ?? 0) : size)),
    ),
  },
  {
    name: 'Reshape: allowzero is ignored',
    source: ['runtimes of before opset 14'],
    operators: ['Reshape'],
    alter: onNode(({ attributes: { allowzero: _, ...attributes } }) => ({ attributes })),
  },
  {
    name: 'Reshape: an empty shape makes a list of one',
    source: ['scalars held as lists of one'],
    operators: ['Reshape', 'Squeeze'],
    alter: onOutputs((output) => (output.dims.length > 0 ? output : withDims(output, [1]))),
  },
  {
    name: 'Flatten: the axis is that of the default',
    source: ['attributes read from the first model that was loaded'],
    operators: ['Flatten'],
    alter: numbered('axis', (axis) => (axis === 0 ? 0 : 1)),
  },
  {
    name: 'Flatten: a negative axis counts from the rank and one',
    source: ['axis + rank + 1, as of insertions'],
    operators: ['Flatten'],
    alter: numbered('axis', (axis) => (axis < 0 ? axis + 1 : axis)),
  },
  {
    name: 'Squeeze: axes are ignored',
    source: ['axes as an input, read as an attribute'],
    operators: ['Squeeze'],
    alter: onNode(({ attributes: { axes: _, ...attributes }, inputs }) => ({ attributes, inputs: inputs.slice(0, 1) })),
  },
  {
    name: 'Unsqueeze: negative axes count from the rank of the input',
    source: ['axis + rank of the input'],
    operators: ['Unsqueeze'],
    alter: changeList('axes', (axes, { inputs: [data] }) =>
      axes.map((axis) => (axis < 0 ? Math.max(0, axis + data!.dims.length) : axis)),
    ),
  },
  {
    name: 'Unsqueeze: axes are inserted one by one in the order in which they are listed, counted in what is there then',
    source: ['onnx.reference 1.23.1'],
    operators: ['Unsqueeze'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const dims = [...node.input(0).dims];
        for (const axis of node.list('axes')!) dims.splice(axis < 0 ? axis + dims.length + 1 : axis, 0, 1);
        return withDims(output, dims);
      }),
  },
  {
    name: 'Slice: ends are included where they are negative',
    source: ['-1 taken for the end'],
    operators: ['Slice'],
    alter: changeList('ends', (ends) =>
      ends.map((end) => (end < 0 && end > -100 ? (end === -1 ? 2 ** 30 : end + 1) : end)),
    ),
  },
  {
    name: 'Slice: steps are ignored',
    source: ['runtimes of before opset 10'],
    operators: ['Slice'],
    alter: changeList('steps', (steps) => steps.map(Math.sign)),
  },
  {
    name: 'Slice: the last row of a part with steps is left out',
    source: ['the count is rounded down'],
    operators: ['Slice'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const [step = 1] = node.list('steps') ?? [];
        const [first, ...rest] = output.dims;
        return Math.abs(step) > 1 && first! > 1 ? withDims(output, [first! - 1, ...rest]) : output;
      }),
  },
  {
    name: 'Slice: axes are taken to be in ascending order',
    source: ['axes are sorted without their starts'],
    operators: ['Slice'],
    alter: changeList('axes', (axes) => axes.toSorted((x, y) => x - y)),
  },
  {
    name: 'Expand: the shape is that of the input where it is larger',
    source: ['one-way broadcasting'],
    operators: ['Expand'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const shape = node.integers(1);
        return shape.length > 0 && !output.dims.includes(0) ? withDims(output, shape) : output;
      }),
  },
  {
    name: 'Expand: columns are repeated as rows',
    source: ['broadcasting aligned at the left'],
    operators: ['Expand'],
    alter: onOutputs((output, _, node) => {
      const { dims, at } = node.input(0);
      const count = dims.reduce((product, size) => product * size, 1);
      return { ...withDims(output, output.dims), at: (index: number) => at(index % count) };
    }),
  },
  {
    name: 'Expand: nothing becomes of a size of 0',
    source: ['sizes of 0 are taken for 1'],
    operators: ['Expand'],
    alter: changeList('shape', (shape) => shape.map((size) => size || 1)),
  },
  {
    name: 'Tile: elements are repeated one by one',
    source: ['repeat taken for tile, as in numpy and PyTorch'],
    operators: ['Tile'],
    alter: onOutputs((output, _, node) => {
      const { dims, at } = node.input(0);
      const times = dims.map((size, i) => output.dims[i]! / size);
      const from = (index: number) => placeOf(index, output.dims).map((x, i) => Math.floor(x / times[i]!));
      return { ...withDims(output, output.dims), at: (index: number) => at(indexOf(from(index), dims)) };
    }),
  },
  {
    name: 'Tile: repeats are read from the last dimension on',
    source: ['dimensions in the order of columns'],
    operators: ['Tile'],
    alter: changeList('repeats', (repeats) => repeats.toReversed()),
  },
  {
    name: 'Tile: what is repeated 0 times stays',
    source: ['counts of at least 1'],
    operators: ['Tile'],
    alter: changeList('repeats', (repeats) => repeats.map((times) => Math.max(1, times))),
  },
  {
    name: 'Tile: the whole is copied, whichever dimension is repeated',
    source: ['one block copied as often as there are repeats'],
    operators: ['Tile'],
    alter: onOutputs((output, _, node) => {
      const { dims, at } = node.input(0);
      const count = dims.reduce((product, size) => product * size, 1);
      return { ...withDims(output, output.dims), at: (index: number) => at(index % count) };
    }),
  },
  {
    name: 'Pad: reflection repeats the edge',
    source: ['symmetric taken for reflect'],
    operators: ['Pad'],
    alter: padding('reflect', (x, size) => {
      const turn = ((x % (2 * size)) + 2 * size) % (2 * size);
      return turn < size ? turn : 2 * size - 1 - turn;
    }),
  },
  {
    name: 'Pad: what is reflected beyond the other edge is that edge',
    source: ['an index that is clamped after one reflection'],
    operators: ['Pad'],
    alter: padding('reflect', (x, size) => (x < 0 ? Math.min(-x, size - 1) : Math.max(2 * size - 2 - x, 0))),
  },
  {
    name: 'Pad: next to a dimension that is widened, elements are removed from the other end',
    source: ['sizes that are right, and an offset that is left out'],
    operators: ['Pad'],
    alter: changeList('pads', (pads, node) => {
      const rank = pads.length / 2;
      const isMixed = pads.some((pad) => pad < 0) && pads.some((pad) => pad > 0);
      if (node.string('mode') === 'constant' || !isMixed) return pads;
      return pads.map((pad, i) => (i < rank ? Math.max(0, pad) : pad + Math.min(0, pads[i - rank]!)));
    }),
  },
  {
    name: 'Pad: beyond one period wrap gives zeros',
    source: ['onnxruntime 1.30'],
    operators: ['Pad'],
    alter: padding('wrap', (x, size) => (x < -size || x >= 2 * size ? undefined : (x + size) % size)),
  },
  {
    name: 'Pad: the value is 0',
    source: ['an input that is not read'],
    operators: ['Pad'],
    alter: onNode(({ inputs: [data, pads, , axes], attributes: { value: _, ...attributes } }) => ({
      attributes,
      inputs: [data, pads, undefined, axes],
    })),
  },
  {
    name: 'Pad: pads come in pairs, begin and end of each dimension',
    source: ['the layout of other frameworks'],
    operators: ['Pad'],
    alter: changeList('pads', (pads) => {
      const rank = pads.length / 2;
      return pads.map((_, i) => pads[i < rank ? 2 * i : 2 * (i - rank) + 1]!);
    }),
  },
  {
    name: 'DepthToSpace, SpaceToDepth: rows and columns of a block are swapped',
    source: ['strides of the block in the wrong order'],
    operators: ['DepthToSpace', 'SpaceToDepth'],
    alter: (correct) => (a, node) => {
      const turned = transposedImage(node.input(0));
      return correct(a, new Node(node.version, node.attributes, [turned], node.outputs)).map(transposedImage);
    },
  },
  {
    name: 'DepthToSpace, SpaceToDepth: the mode is the other one',
    source: ['the order of channels of other frameworks'],
    operators: ['DepthToSpace', 'SpaceToDepth'],
    alter: onNode(({ version, attributes }) =>
      version.attributes.some(({ name }) => name === 'mode')
        ? {
            attributes: {
              ...attributes,
              mode: { type: 'STRING', value: attributes.mode?.value === 'CRD' ? 'DCR' : 'CRD' },
            },
          }
        : {},
    ),
  },
  {
    name: 'DepthToSpace, SpaceToDepth: CRD is computed as DCR',
    source: ['runtimes of before the attribute'],
    operators: ['DepthToSpace', 'SpaceToDepth'],
    alter: onNode(({ attributes: { mode: _, ...attributes } }) => ({ attributes })),
  },
  {
    name: 'Trilu: the sign of k is turned',
    source: ['rows less columns'],
    operators: ['Trilu'],
    alter: changeList('k', (k) => k.map((x) => -x)),
  },
  {
    name: 'Trilu: k is read as int32',
    source: ['narrowed on reading'],
    operators: ['Trilu'],
    alter: changeList('k', (k) => k.map((x) => x | 0)),
  },
  {
    name: 'Trilu: what is dropped is multiplied with 0',
    source: ['masks that multiply'],
    operators: ['Trilu'],
    alter: onOutputs((output, a, node) =>
      eachOf(output, (x, i) => (x === a.of(0) && Number.isNaN(node.input(0).at(i)) ? node.input(0).at(i) : x)),
    ),
  },
];

/** Pad with another border in one mode. */
function padding(mode: string, border: Border): NonNullable<Mutant['alter']> {
  return (correct) => (a, node) =>
    correct(a, node).map((output) => {
      const data = node.input(0);
      const pads = node.list('pads') ?? node.list('paddings')!;
      const rank = data.dims.length;
      if (node.string('mode') !== mode || pads.length !== 2 * rank || data.dims.includes(0)) return output;
      return moveElements(data, padMap(data.dims, pads.slice(0, rank), pads.slice(rank), border), a.of(0));
    });
}

/** Images with rows and columns swapped. */
function transposedImage<S>(x: NodeValues<S>): NodeValues<S> {
  return moveElements(x, transposeMap(x.dims, [0, 1, 3, 2]));
}
