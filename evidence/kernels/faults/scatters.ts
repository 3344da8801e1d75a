import { indexOf, placeOf } from '../../../oracles/arrays/index-map.ts';
import { elementCount, tensor } from '../../../oracles/numerics/tensor.ts';
import { type InputValues, Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import { changeList, numbered, withDims, withIndices } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

const alongAxis = ['Scatter', 'ScatterElements'];
const reducing = ['ScatterElements', 'ScatterND'];

/** The same node with another reduction. */
const reduced = (mode: string, to: string) =>
  onNode(({ attributes }) =>
    attributes.reduction?.value === mode
      ? { attributes: { ...attributes, reduction: { type: 'STRING', value: to } } }
      : {},
  );

/** Faults of kernels that put elements into others. */
export const scatterFaults: readonly Mutant[] = [
  {
    name: 'scatters: negative indices are taken for 0',
    source: ['unsigned indices, clamped'],
    operators: reducing,
    alter: changeList('indices', (indices) => indices.map((index) => Math.max(0, index))),
  },
  {
    name: 'scatters: the axis is the first one',
    source: ['an attribute that is not read'],
    operators: alongAxis,
    alter: numbered('axis', () => 0),
  },
  {
    name: 'scatters: elements of data are 0 behind the last one that is updated',
    source: ['output buffers that are cleared, and not filled with data'],
    operators: [...alongAxis, 'ScatterND', 'TensorScatter'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const own = a.in(output.dtype);
        const last = elementCount(output.dims) - 1;
        if (last < 0) return output;
        const isOld = Object.is(output.at(last), node.input(0).at(last));
        return eachOf(output, (x, i) => (isOld && i === last ? own.of(1) : x));
      }),
  },
  {
    name: 'scatters: the reduction is ignored',
    source: ['runtimes of before opset 16'],
    operators: reducing,
    alter: onNode(({ attributes: { reduction: _, ...attributes } }) => ({ attributes })),
  },
  {
    name: 'scatters: products are sums',
    source: ['the text of ScatterND-18 says addition of mul'],
    operators: reducing,
    alter: reduced('mul', 'add'),
  },
  {
    name: 'scatters: the greatest is the least',
    source: ['a comparison the wrong way round'],
    operators: reducing,
    alter: reduced('max', 'min'),
  },
  {
    name: 'scatters: the least replaces the element without being compared with it',
    source: ['a missing branch'],
    operators: reducing,
    alter: (correct) => (a, node) => correct({ ...a, minimum: (_, y) => y }, node),
  },
  {
    name: 'scatters: of several updates of an element one is lost',
    source: ['threads that race without atomics'],
    operators: reducing,
    alter: (correct) => (a, node) => correct({ ...a, sum: (xs) => a.sum(xs.length > 2 ? xs.slice(0, -1) : xs) }, node),
  },
  {
    name: 'scatters: sums begin with 0, and not with the element',
    source: ['output buffers that are cleared, and not filled with data'],
    operators: reducing,
    alter: (correct) => (a, node) => correct({ ...a, sum: (xs) => a.sum(xs.slice(1)) }, node),
  },
  {
    name: 'scatters: updates are read with the strides of data',
    source: ['one set of strides for both'],
    operators: alongAxis,
    alter: onNode(({ inputs: [data, indices, updates] }) => {
      const { dims } = updates!;
      const last = elementCount(dims) - 1;
      const at = (index: number) => updates!.at(Math.min(indexOf(placeOf(index, dims), data!.dims), last));
      return { inputs: [data, indices, { dtype: updates!.dtype, dims, at }] };
    }),
  },
  {
    name: 'scatters: coordinates of tuples come in the reverse order',
    source: ['strides of the data in the wrong order'],
    operators: ['ScatterND'],
    alter: (correct) => (a, node) => {
      const length = node.input(1).dims.at(-1)!;
      return changeList('indices', (list) => list.map((_, i) => list[i - (i % length) + length - 1 - (i % length)]!))(
        correct,
      )(a, node);
    },
  },
  {
    name: 'scatters: only the first element of a slice is updated',
    source: ['a stride of 1 where the slice has more'],
    operators: ['ScatterND'],
    alter: onOutputs((output, _, node) => {
      const slice = elementCount(node.input(0).dims.slice(node.input(1).dims.at(-1)!));
      return eachOf(output, (x, i) => (i % slice > 0 ? node.input(0).at(i) : x));
    }),
  },
  {
    name: 'TensorScatter: the place of the first batch is that of all',
    source: ['a scalar where there is a list'],
    operators: ['TensorScatter'],
    alter: changeList('write_indices', (starts) => starts.map(() => starts[0]!)),
  },
  {
    name: 'TensorScatter: updates begin at 0',
    source: ['an optional input that is not read'],
    operators: ['TensorScatter'],
    alter: changeList('write_indices', (starts) => starts.map(() => 0)),
  },
  {
    name: 'TensorScatter: what goes beyond the end is dropped',
    source: ['linear where it is circular'],
    operators: ['TensorScatter'],
    alter: onOutputs((output, _, node) => {
      if (node.string('mode') !== 'circular' || !node.inputs[2]) return output;
      const starts = node.integers(2);
      return eachOf(output, (x, i) => {
        const [batch, place] = placeOf(i, output.dims) as [number, number];
        return place < starts[batch]! ? node.input(0).at(i) : x;
      });
    }),
  },
  {
    name: 'TensorScatter: without write_indices a circular cache stays as it is',
    source: ['an optional input that one branch alone does without'],
    operators: ['TensorScatter'],
    alter: onOutputs((output, _, node) =>
      node.string('mode') === 'circular' && !node.inputs[2] ? node.input(0) : output,
    ),
  },
  {
    name: 'TensorScatter: the cache is not kept',
    source: ['an output that is not filled'],
    operators: ['TensorScatter'],
    alter: onNode(({ inputs: [past, ...rest] }, a) => ({
      inputs: [eachOf(past!, () => a.in(past!.dtype).of(1)), ...rest],
    })),
  },
  {
    name: 'Split: lengths are read from the last one on',
    source: ['outputs that are filled in reverse order'],
    operators: ['Split'],
    alter: changeList('split', (lengths) => lengths.toReversed()),
  },
  {
    name: 'Split: every part begins at a multiple of the first length',
    source: ['offsets of equal parts'],
    operators: ['Split'],
    alter: (correct) => (a, node) => {
      const outputs = correct(a, node);
      const input = node.input(0);
      const axis = node.axis('axis', input.dims.length);
      return outputs.map((output, k) => {
        const { dims } = output;
        const start = Math.min(k * outputs[0]!.dims[axis]!, input.dims[axis]! - dims[axis]!);
        const from = (place: readonly number[]) => indexOf(place.with(axis, start + place[axis]!), input.dims);
        return { ...withDims(output, dims), at: (index: number) => input.at(from(placeOf(index, dims))) };
      });
    },
  },
  {
    name: 'Split: parts are taken one after the other from memory, whichever dimension is split',
    source: ['copies of whole blocks'],
    operators: ['Split'],
    alter: (correct) => (a, node) => {
      const outputs = correct(a, node);
      return outputs.map((output, k) => {
        const before = outputs.slice(0, k).reduce((sum, { dims }) => sum + elementCount(dims), 0);
        return { ...withDims(output, output.dims), at: (index: number) => node.input(0).at(before + index) };
      });
    },
  },
  {
    name: 'Split: the last part is the larger one',
    source: ['a length that is rounded down'],
    operators: ['Split'],
    alter: (correct) => (a, node) => {
      const { num_outputs: count, ...attributes } = node.attributes;
      if (!count) return correct(a, node);
      const input = node.input(0);
      const size = input.dims[node.axis('axis', input.dims.length)]!;
      const length = Math.floor(size / node.outputs);
      const rest = size - length * (node.outputs - 1);
      const lengths = Array.from({ length: node.outputs }, (_, k) => BigInt(k < node.outputs - 1 ? length : rest));
      const given = tensor('int64', [lengths.length], BigInt64Array.from(lengths));
      const split = { dtype: given.dtype, dims: given.dims, tensor: given, at: (i: number) => a.of(lengths[i]!) };
      return correct(a, new Node(node.version, attributes, [input, split], node.outputs));
    },
  },
  {
    name: 'Split: a part of length 0 is refused',
    source: ['sizes that are asked to be positive'],
    operators: ['Split'],
    alter: changeList('split', (lengths) => (lengths.includes(0) ? lengths.map(() => -1) : lengths)),
  },
  {
    name: 'Split: the axis is the last one but for the first',
    source: ['kernels for rows'],
    operators: ['Split'],
    alter: numbered('axis', (axis) => (axis === 0 ? 0 : -1)),
  },
  {
    name: 'scatters: sums, products and extrema of integers go through float64',
    source: ['one accumulator for all types'],
    operators: reducing,
    alter: (correct) => (a, node) =>
      node.input(0).dtype.endsWith('int64')
        ? inArithmetic((own) => ({
            sum: (xs) => own.round(own.sum(xs), 'float64'),
            product: (xs) => own.round(own.product(xs), 'float64'),
            maximum: (x, y) => own.round(own.maximum(x, y), 'float64'),
            minimum: (x, y) => own.round(own.minimum(x, y), 'float64'),
          }))(correct)(a, node)
        : correct(a, node),
  },
  {
    name: 'moved strings end at their first zero byte',
    source: ['onnxruntime-node 1.30'],
    operators: ['Unique', ...alongAxis, 'ScatterND'],
    alter: onOutputs((output) => eachOf(output, (x) => (typeof x === 'string' ? (x.split('\0')[0] as typeof x) : x))),
  },
  {
    name: 'OneHot: values of 64 bits go through float32',
    source: ['one float for all types'],
    operators: ['OneHot'],
    alter: onOutputs((output) => eachOf(output, (x) => (typeof x === 'number' ? (Math.fround(x) as typeof x) : x))),
  },
  {
    name: 'OneHot: on and off are swapped',
    source: ['values in the other order'],
    operators: ['OneHot'],
    alter: onNode(({ inputs: [indices, depth, values] }) => ({
      inputs: [indices, depth, { ...values!, at: (i: number) => values!.at(1 - i) }],
    })),
  },
  {
    name: 'OneHot: the new dimension is the last one',
    source: ['kernels for rows'],
    operators: ['OneHot'],
    alter: numbered('axis', () => -1),
  },
  {
    name: 'OneHot: a negative index is off everywhere',
    source: ['runtimes of before opset 11'],
    operators: ['OneHot'],
    alter: changeList('indices', (indices) => indices.map((index) => (index < 0 ? 100 : index))),
  },
  {
    name: 'OneHot: indices that are no integers are off everywhere',
    source: ['onnxruntime 1.30 and onnx.reference 1.23.1'],
    operators: ['OneHot'],
    alter: changeList('indices', (indices) => indices.map((index) => (Number.isInteger(index) ? index : 100))),
  },
  {
    name: 'OneHot: indices beyond depth are those of the last place',
    source: ['indices that are clamped'],
    operators: ['OneHot'],
    alter: changeList('indices', (indices, node) => indices.map((index) => Math.min(index, node.integer(1) - 1))),
  },
  {
    name: 'OneHot: indices come around at depth',
    source: ['indices modulo depth'],
    operators: ['OneHot'],
    alter: changeList('indices', (indices, node) => indices.map((index) => index % node.integer(1))),
  },
  {
    name: 'OneHot: off is 0',
    source: ['buffers that are cleared'],
    operators: ['OneHot'],
    alter: onNode(({ inputs: [indices, depth, values] }, a) => ({
      inputs: [
        indices,
        depth,
        { ...values!, at: (i: number) => (i === 0 ? a.in(values!.dtype).of(0) : values!.at(i)) },
      ],
    })),
  },
  {
    name: 'NonZero: a row for each element, and not a column',
    source: ['the layout of PyTorch'],
    operators: ['NonZero'],
    alter: onOutputs((output) => {
      const [rank, count] = output.dims as [number, number];
      return {
        ...output,
        dims: [count, rank],
        at: (i: number) => output.at((i % rank) * count + Math.floor(i / rank)),
      };
    }),
  },
  {
    name: 'NonZero: the first dimension goes fastest',
    source: ['loops over columns'],
    operators: ['NonZero'],
    alter: onOutputs((output) => {
      const [rank, count] = output.dims as [number, number];
      const key = (column: number) =>
        Array.from({ length: rank }, (_, i) => Number(output.at(i * count + column))).reduceRight(
          (sum, place) => sum * 1000 + place,
          0,
        );
      const order = Array.from({ length: count }, (_, column) => column).sort((x, y) => key(x) - key(y));
      return { ...output, at: (i: number) => output.at(i - (i % count) + order[i % count]!) };
    }),
  },
  {
    name: 'NonZero: NaN is taken for zero',
    source: ['x > 0 or x < 0'],
    operators: ['NonZero'],
    alter: onNode(({ inputs: [x] }) => ({ inputs: [mapped(x!, (value) => (Number.isNaN(value) ? 0 : value))] })),
  },
  {
    name: 'NonZero: -0 is taken for something',
    source: ['bits that are compared'],
    operators: ['NonZero'],
    alter: onNode(({ inputs: [x] }) => ({ inputs: [mapped(x!, (value) => (Object.is(value, -0) ? 1 : value))] })),
  },
  {
    name: 'NonZero: fractions are taken for zero',
    source: ['elements that are cast to integers first'],
    operators: ['NonZero'],
    alter: onNode(({ inputs: [x] }) => ({ inputs: [mapped(x!, (value) => (Math.abs(value) < 1 ? 0 : value))] })),
  },
  {
    name: 'NonZero: a tensor of rank 0 is one of rank 1',
    source: ['onnxruntime 1.30', 'numpy'],
    operators: ['NonZero'],
    alter: onOutputs((output, a) =>
      output.dims[0] === 0 ? { ...output, dims: [1, output.dims[1]!], at: () => a.of(0) } : output,
    ),
  },
  {
    name: 'ConstantOfShape: the value is 0',
    source: ['an attribute that is not read'],
    operators: ['ConstantOfShape'],
    alter: onOutputs((output, a) =>
      output.dtype === 'float8e8m0' ? output : eachOf(output, () => a.in(output.dtype).of(0)),
    ),
  },
  {
    name: 'ConstantOfShape: only the first element is set',
    source: ['a buffer of one element, copied once'],
    operators: ['ConstantOfShape'],
    alter: onOutputs((output, a) => eachOf(output, (x, i) => (i === 0 ? x : a.in(output.dtype).of(1)))),
  },
  {
    name: 'ConstantOfShape: integers go through float32',
    source: ['one float for all types'],
    operators: ['ConstantOfShape'],
    alter: onOutputs((output) =>
      eachOf(output, (x) => (typeof x === 'bigint' ? (BigInt(Math.fround(Number(x))) as typeof x) : x)),
    ),
  },
  {
    name: 'ConstantOfShape: an empty shape makes a list of one',
    source: ['scalars held as lists of one'],
    operators: ['ConstantOfShape'],
    alter: onOutputs((output) => (output.dims.length > 0 ? output : withDims(output, [1]))),
  },
  {
    name: 'ConstantOfShape: a size of 0 is taken for 1',
    source: ['sizes of at least 1'],
    operators: ['ConstantOfShape'],
    alter: changeList('input', (shape) => shape.map((size) => size || 1)),
  },
  {
    name: 'EyeLike: the sign of k is turned',
    source: ['rows less columns'],
    operators: ['EyeLike'],
    alter: numbered('k', (k) => -k),
  },
  {
    name: 'EyeLike: k is read as int32',
    source: ['narrowed on reading'],
    operators: ['EyeLike'],
    alter: numbered('k', (k) => k | 0),
  },
  {
    name: 'EyeLike: the diagonal goes on below where a matrix is tall',
    source: ['one stride through the whole buffer, as fill_diagonal of numpy has it with wrap'],
    operators: ['EyeLike'],
    alter: onOutputs((output, a, node) =>
      node.number('k') === 0
        ? eachOf(output, (_, i) => a.in(output.dtype).of(i % (output.dims[1]! + 1) === 0 ? 1 : 0))
        : output,
    ),
  },
  {
    name: 'EyeLike: dtype is ignored',
    source: ['an attribute that is not read'],
    operators: ['EyeLike'],
    alter: onNode(({ attributes: { dtype: _, ...attributes } }) => ({ attributes })),
  },
];

/** A tensor with its elements changed, where they are float32. */
function mapped<S>(input: InputValues<S>, change: (x: number) => number): InputValues<S> {
  return input.dtype === 'float32' ? withIndices(input, change) : input;
}
