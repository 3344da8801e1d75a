import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import { changeList, numbered, withDims } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

/** Outputs of one operator by their number, changed. */
const onOutput =
  (which: number, change: (values: readonly number[]) => readonly number[]): NonNullable<Mutant['alter']> =>
  (correct) =>
  (a, node) =>
    correct(a, node).map((output, k) => {
      if (k !== which) return output;
      const changed = change(Array.from({ length: elementCount(output.dims) }, (_, i) => Number(output.at(i))));
      return eachOf(output, (_, i) => a.of(BigInt(changed[i]!)));
    });

const without = (name: string) =>
  onNode(({ attributes: { [name]: _, ...attributes } }) => ({ attributes: attributes as Node<unknown>['attributes'] }));

/** Faults of kernels whose output has a part of the elements, or another order. */
export const partFaults: readonly Mutant[] = [
  {
    name: 'Compress: the axis is ignored',
    source: ['an optional attribute that is not read'],
    operators: ['Compress'],
    alter: without('axis'),
  },
  {
    name: 'Compress: without an axis it is the first',
    source: ['a default that is none'],
    operators: ['Compress'],
    alter: (correct) => (a, node) =>
      correct(a, node.has('axis') ? node : new Node(node.version, { axis: { type: 'INT', value: 0 } }, node.inputs, 1)),
  },
  {
    name: 'Compress: what is beyond the condition is kept',
    source: ['a condition that is filled with true'],
    operators: ['Compress'],
    alter: onOutputs((output, _, node) => {
      const axis = node.has('axis') ? node.axis('axis', node.input(0).dims.length) : -1;
      const size = axis < 0 ? elementCount(node.input(0).dims) : node.input(0).dims[axis]!;
      const { dtype, dims, at } = node.input(0);
      return elementCount(node.input(1).dims) < size ? { dtype, dims, at } : output;
    }),
  },
  {
    name: 'Compress: the condition is turned',
    source: ['a mask of what is dropped'],
    operators: ['Compress'],
    alter: changeList('condition', (condition) => condition.map((x) => 1 - x)),
  },
  {
    name: 'Compress: the last slice that is kept is left out',
    source: ['off by one'],
    operators: ['Compress'],
    alter: changeList('condition', (condition) => condition.with(condition.lastIndexOf(1), 0)),
  },
  {
    name: 'ReverseSequence: all steps are reversed',
    source: ['lengths that are not read', 'onnx.reference beyond the end'],
    operators: ['ReverseSequence'],
    alter: (correct) => (a, node) => {
      const steps = node.input(0).dims[node.number('time_axis')]!;
      return changeList('sequence_lens', (lengths) => lengths.map(() => steps))(correct)(a, node);
    },
  },
  {
    name: 'ReverseSequence: the length of the first batch is that of all',
    source: ['a scalar where there is a list'],
    operators: ['ReverseSequence'],
    alter: changeList('sequence_lens', (lengths) => lengths.map(() => lengths[0]!)),
  },
  {
    name: 'ReverseSequence: time is always the first axis',
    source: ['attributes that are not read'],
    operators: ['ReverseSequence'],
    alter: (correct) => (a, node) => {
      const { dims } = node.input(0);
      const swapped = { batch_axis: { type: 'INT', value: 1 }, time_axis: { type: 'INT', value: 0 } } as const;
      return correct(a, dims[0] === dims[1] ? new Node(node.version, swapped, node.inputs, 1) : node);
    },
  },
  {
    name: 'ReverseSequence: one step too few is reversed',
    source: ['off by one'],
    operators: ['ReverseSequence'],
    alter: changeList('sequence_lens', (lengths) => lengths.map((length) => Math.max(0, length - 1))),
  },
  {
    name: 'CenterCropPad: axes are ignored where all are named',
    source: ['an optional attribute that is not read'],
    operators: ['CenterCropPad'],
    alter: (correct) => (a, node) => {
      const axes = node.numbers('axes');
      const { dims } = node.input(0);
      if (!axes || axes.length === dims.length) return correct(a, node);
      const first = { type: 'INTS', value: axes.map((_, i) => i) } as const;
      return correct(a, new Node(node.version, { axes: first }, node.inputs, 1));
    },
  },
  {
    name: 'CenterCropPad: the beginning is cropped off',
    source: ['one side, and not both'],
    operators: ['CenterCropPad'],
    alter: onOutputs((output, _, node) => {
      const { dims, at } = node.input(0);
      const [own] = output.dims;
      return dims.length === 1 && own! < dims[0]! ? eachOf(output, (_, i) => at(i + dims[0]! - own!)) : output;
    }),
  },
  {
    name: 'CenterCropPad: the odd element is at the beginning',
    source: ['a half that is rounded up'],
    operators: ['CenterCropPad'],
    alter: onOutputs((output, a, node) => {
      const { dims, at } = node.input(0);
      const by = output.dims[0]! - dims[0]!;
      if (dims.length !== 1 || by % 2 === 0) return output;
      const start = Math.ceil(Math.abs(by) / 2) * Math.sign(by);
      const zero = a.in(output.dtype).of(0);
      return eachOf(output, (_, i) => (i - start >= 0 && i - start < dims[0]! ? at(i - start) : zero));
    }),
  },
  {
    name: 'CenterCropPad: padding is 1',
    source: ['buffers that are not cleared'],
    operators: ['CenterCropPad'],
    alter: (correct) => (a, node) =>
      correct({ ...a, in: (dtype) => ({ ...a.in(dtype), of: () => a.in(dtype).of(1) }) }, node),
  },
  {
    name: 'BitCast: numbers are converted',
    source: ['a cast'],
    operators: ['BitCast'],
    alter: onOutputs((output, a, node) => {
      const { dtype, at } = node.input(0);
      return dtype === 'float32' && output.dtype === 'int32'
        ? eachOf(output, (_, i) => a.in('int32').of(Math.trunc(Math.min(Number(at(i)) || 0, 2 ** 31 - 1)) | 0))
        : output;
    }),
  },
  {
    name: 'BitCast: packed elements come in pairs the wrong way round',
    source: ['the high half first'],
    operators: ['BitCast'],
    alter: onOutputs((output, _, node) => {
      const last = elementCount(output.dims) - 1;
      return /4|int2/.test(node.input(0).dtype) && !/64/.test(node.input(0).dtype)
        ? eachOf(output, (x, i) => ((i ^ 1) <= last ? output.at(i ^ 1) : x))
        : output;
    }),
  },
  {
    name: 'BitCast: -0 becomes 0',
    source: ['floats on the way'],
    operators: ['BitCast'],
    alter: onOutputs((output, a) => eachOf(output, (x) => (Object.is(x, -0) ? a.in(output.dtype).of(0) : x))),
  },
  {
    name: 'BitCast: the sign is lost',
    source: ['signed types taken for unsigned ones'],
    operators: ['BitCast'],
    alter: onOutputs((output) =>
      eachOf(output, (x) => (typeof x === 'bigint' && x < 0n ? ((-x - 1n) as typeof x) : x)),
    ),
  },
  {
    name: 'Range: limit is one of the numbers',
    source: ['off by one'],
    operators: ['Range'],
    alter: onOutputs((output, a, node) => {
      const own = a.in(output.dtype);
      const next = (i: number) => own.add(node.input(0).at(0), own.multiply(own.of(i), node.input(2).at(0)));
      const [count] = output.dims as [number];
      return { ...output, dims: [count + 1], at: (i: number) => (i < count ? output.at(i) : next(i)) };
    }),
  },
  {
    name: 'Range: the count is rounded down',
    source: ['integer division'],
    operators: ['Range'],
    alter: onOutputs((output, _, node) => {
      const [start, limit, delta] = [0, 1, 2].map((i) => node.integers(i)[0]!) as [number, number, number];
      return withDims(output, [Math.min(output.dims[0]!, Math.max(0, Math.floor((limit - start) / delta)))]);
    }),
  },
  {
    name: 'Range: delta is 1',
    source: ['a step that is not read'],
    operators: ['Range'],
    alter: onOutputs((output, a, node) => {
      const own = a.in(output.dtype);
      return eachOf(output, (_, i) => own.add(node.input(0).at(0), own.of(i)));
    }),
  },
  {
    name: 'Range: numbers fall to nothing',
    source: ['a loop that runs upwards only'],
    operators: ['Range'],
    alter: onOutputs((output, _, node) => (node.integers(2)[0]! < 0 ? withDims(output, [0]) : output)),
  },
  {
    name: 'Range: the count goes through float64',
    source: ['onnxruntime 1.30, of int64 beyond 2^53'],
    operators: ['Range'],
    alter: onOutputs((output, a, node) => {
      const [start, limit, delta] = [0, 1, 2].map((i) => node.integers(i)[0]!) as [number, number, number];
      const count = Math.max(0, Math.ceil((limit - start) / delta));
      if (count <= output.dims[0]!) return withDims(output, [count]);
      const at = (i: number) => (i < output.dims[0]! ? output.at(i) : a.of(0));
      return { ...output, dims: [count], at };
    }),
  },
  {
    name: 'Unique: the order is that of the first appearance, whatever sorted says',
    source: ['a hash table'],
    operators: ['Unique'],
    alter: numbered('sorted', () => 0),
  },
  {
    name: 'Unique: values are sorted, whatever sorted says',
    source: ['numpy'],
    operators: ['Unique'],
    alter: numbered('sorted', () => 1),
  },
  {
    name: 'Unique: the axis is ignored',
    source: ['an optional attribute that is not read'],
    operators: ['Unique'],
    alter: without('axis'),
  },
  {
    name: 'Unique: indices are those of the last appearance',
    source: ['a table that is overwritten'],
    operators: ['Unique'],
    alter: (correct) => (a, node) => {
      const outputs = correct(a, new Node(node.version, node.attributes, node.inputs, 3));
      const inverse = outputs[2]!;
      const went = Array.from({ length: elementCount(inverse.dims) }, (_, i) => Number(inverse.at(i)));
      return correct(a, node).map((output, k) =>
        k === 1 ? eachOf(output, (_, i) => a.of(BigInt(went.lastIndexOf(i)))) : output,
      );
    },
  },
  {
    name: 'Unique: counts are all 1',
    source: ['a counter that is not raised'],
    operators: ['Unique'],
    alter: onOutput(3, (counts) => counts.map(() => 1)),
  },
  {
    name: 'Unique: inverse indices are those of the order of appearance',
    source: ['a table that is sorted afterwards'],
    operators: ['Unique'],
    alter: onOutput(2, (inverse) => {
      const seen = [...new Set(inverse)];
      return inverse.map((x) => seen.indexOf(x));
    }),
  },
];
