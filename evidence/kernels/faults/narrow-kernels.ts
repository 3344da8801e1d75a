import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputValues, Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import { changeList, integers, numbered, withDims, withIndices } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

/** What an integer becomes in fewer bits. */
const inBits = (bits: number) => (x: number) =>
  Number(BigInt.asIntN(bits, BigInt(Math.trunc(Math.max(Math.min(x, 2 ** 63 - 1024), -(2 ** 63))))));

/** The ends of int64 as int32 has them: -1 and 0. */
const narrowed = (list: readonly number[]) => list.map((x) => (x >= 2 ** 63 ? -1 : inBits(32)(x)));

/** Outputs that are lost under some circumstances. */
const lostIf = (when: (node: Node<unknown>) => boolean) =>
  onOutputs((output, _, node) => (when(node as Node<unknown>) ? eachOf(output, () => output.at(0)) : output));

const rankOf = ({ inputs }: Node<unknown>, i = 0): number => inputs[i]!.dims.length;

/** Indices in an input, narrowed or misread. */
const indexed = (input: number, change: (index: number, given: InputValues<unknown>) => number) =>
  onNode(({ inputs }) => ({
    inputs: inputs.with(
      input,
      withIndices(inputs[input]!, (index) => change(index, inputs[input] as InputValues<unknown>)),
    ),
  }));

/** Bytes of negative int32 numbers that are read as unsigned, and are beyond the data: taken for the first element. */
const unsigned32 = indexed(1, (index, { dtype }) => (dtype === 'int32' && index < 0 ? 0 : index));

/** Lines that begin anew where a block ends. */
const blocked = (size: number) => (node: Node<unknown>) => node.input(0).dims.some((extent) => extent > size);

/** Kernels for few ranks, few inputs and narrow indices, and scans and scales that are cut into blocks. */
export const narrowKernelFaults: readonly Mutant[] = [
  ...(['starts', 'ends', 'steps'] as const).map(
    (name): Mutant => ({
      name: `Slice: ${name} are narrowed to 32 bits`,
      source: ['int32 in the kernel', 'exporters write INT64_MAX'],
      operators: ['Slice'],
      alter: changeList(name, narrowed),
    }),
  ),
  {
    name: 'Slice: steps of the last of four dimensions are ignored',
    source: ['whole rows are copied'],
    operators: ['Slice'],
    alter: lostIf((node) => {
      const steps = node.list('steps');
      const axes = node.list('axes') ?? steps?.map((_, i) => i);
      return rankOf(node) === 4 && steps?.some((step, i) => step !== 1 && [3, -1].includes(axes![i]!)) === true;
    }),
  },
  {
    name: 'Transpose: to channels last is to channels first',
    source: ['two fast paths of images confused'],
    operators: ['Transpose'],
    alter: onNode(({ attributes }) => ({
      attributes: integers(attributes, 'perm', (perm) => (`${perm}` === '0,2,3,1' ? [0, 3, 1, 2] : perm)),
    })),
  },
  {
    name: 'Transpose: with a dimension of size 1 elements stay in their order',
    source: ['a transposition taken for a reshape'],
    operators: ['Transpose'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) =>
        node.input(0).dims.length === 3 && node.input(0).dims.includes(1)
          ? withDims(node.input(0), output.dims)
          : output,
      ),
  },
  {
    name: 'Transpose: perm is taken for its inverse in cubes',
    source: ['where shapes do not tell'],
    operators: ['Transpose'],
    alter: onNode(({ attributes, inputs: [x] }) => ({
      attributes: integers(attributes, 'perm', (perm) =>
        new Set(x!.dims).size === 1 ? perm.map((_, i) => perm.indexOf(i)) : perm,
      ),
    })),
  },
  {
    name: 'Concat: inputs beyond the sixteenth are lost',
    source: ['arguments of fixed number'],
    operators: ['Concat'],
    alter: onNode(({ inputs }) => {
      const first = inputs.find((input) => elementCount(input!.dims) > 0)!;
      return { inputs: inputs.map((input, i) => (i < 16 ? input : eachOf(input!, () => first.at(0)))) };
    }),
  },
  {
    name: 'Concat: the last axis of five dimensions is taken for the third',
    source: ['strides of up to four dimensions'],
    operators: ['Concat'],
    alter: lostIf((node) => rankOf(node) === 5 && [4, -1].includes(node.number('axis'))),
  },
  ...[
    ['Tile', 4],
    ['Gather', 4],
    ['GatherElements', 4],
    ['GatherND', 4],
    ['Compress', 4],
    ['CenterCropPad', 4],
    ['ReverseSequence', 4],
  ].map(
    ([name, rank]): Mutant => ({
      name: `${name}: data of rank ${rank} are lost`,
      source: ['a kernel for each rank'],
      operators: [name as string],
      alter: lostIf((node) => rankOf(node) === rank),
    }),
  ),
  {
    name: 'Tile: batches of one are not repeated alone',
    source: ['a path for batches'],
    operators: ['Tile'],
    alter: lostIf((node) => rankOf(node) > 1 && node.input(0).dims[0] === 1 && blockOfBatch(node)),
  },
  {
    name: 'Expand: a shorter shape is aligned left',
    source: ['shapes that begin together'],
    operators: ['Expand'],
    alter: lostIf((node) => {
      const shape = node.integers(1);
      return shape.length < rankOf(node) && shape.some((size) => size > 1);
    }),
  },
  {
    name: 'Unsqueeze: negative axes are those of the dimensions that are there',
    source: ['one dimension after the other'],
    operators: ['Unsqueeze'],
    alter: changeList('axes', (axes, node) =>
      axes.some((axis) => axis < 0) && axes.some((axis) => axis >= 0)
        ? axes.map((axis) => (axis < -1 ? Math.max(axis + 1, -node.input(0).dims.length - axes.length) : axis))
        : axes,
    ),
  },
  {
    name: 'gathers and scatters: negative int32 indices are read as unsigned',
    source: ['zero extension to 64 bits'],
    operators: ['Gather', 'GatherElements', 'ScatterElements'],
    alter: unsigned32,
  },
  {
    name: 'gathers and scatters: indices go through 8 bits',
    source: ['narrow indices of embeddings'],
    operators: ['Gather', 'GatherElements', 'GatherND', 'ScatterElements', 'ScatterND'],
    alter: indexed(1, (index) => (Math.abs(index) > 127 ? index % 128 : index)),
  },
  {
    name: 'GatherND: negative indices count from the end of the wrong dimension behind a batch',
    source: ['the batch left out of the offset'],
    operators: ['GatherND'],
    alter: onNode((node) => {
      const batch = node.has('batch_dims') ? node.number('batch_dims') : 0;
      const [data, indices] = node.inputs;
      const k = indices!.dims.at(-1)!;
      const shifted = (index: number, i: number) => {
        const size = data!.dims[batch + (i % k)]!;
        const wrong = index + data!.dims[i % k]!;
        return index < 0 && batch > 0 ? ((wrong % size) + size) % size : index;
      };
      return { inputs: [data, withIndices(indices!, shifted)] };
    }),
  },
  {
    name: 'scatters: reductions of three dimensions and more are those of none',
    source: ['atomic updates for matrices alone'],
    operators: ['ScatterElements', 'ScatterND'],
    alter: onNode((node) =>
      rankOf(node as Node<unknown>) > 2 && node.has('reduction')
        ? { attributes: { ...node.attributes, reduction: { type: 'STRING', value: 'none' } } }
        : {},
    ),
  },
  {
    name: 'CumSum, CumProd: an axis of int64 is read as the last one',
    source: ['the type of the axis'],
    operators: ['CumSum', 'CumProd'],
    alter: onNode(({ inputs }) => ({
      inputs: inputs.with(
        1,
        withIndices(inputs[1]!, (axis) => (inputs[1]!.dtype === 'int64' ? inputs[0]!.dims.length - 1 : axis)),
      ),
    })),
  },
  {
    name: 'CumSum, CumProd: what goes on beyond 256 elements is lost',
    source: ['blocks of parallel scans'],
    operators: ['CumSum', 'CumProd'],
    alter: onOutputs((output, _, node) =>
      blocked(256)(node as Node<unknown>)
        ? eachOf(output, (x, i) => (i % 256 === 0 ? node.input(0).at(i) : x))
        : output,
    ),
  },
  {
    name: 'Range: beyond 256 numbers it begins anew',
    source: ['the number of the block is lost'],
    operators: ['Range'],
    alter: onOutputs((output) => eachOf(output, (_, i) => output.at(i % 256))),
  },
  {
    name: 'TopK: unsigned numbers are compared as signed ones',
    source: ['one kernel for both'],
    operators: ['TopK'],
    alter: (correct) => (a, node) => {
      const { dtype } = node.input(0);
      const half = dtype.startsWith('u') ? 2 ** (formatOf(dtype).bits - 1) : 0;
      if (half === 0) return correct(a, node);
      return correct(signed(a, half), node);
    },
  },
  {
    name: 'OneHot: indices go through 32 bits',
    source: ['int32 in the kernel'],
    operators: ['OneHot'],
    alter: indexed(0, inBits(32)),
  },
  {
    name: 'Shape: sizes go through 8 bits',
    source: ['packed shapes'],
    operators: ['Shape'],
    alter: onOutputs((output, a) => eachOf(output, (x) => (Number(x) > 255 ? a.of(BigInt(Number(x) % 256)) : x))),
  },
  {
    name: 'Shape: an end before the first dimension counts from the end once more',
    source: ['a remainder in place of a clamp'],
    operators: ['Shape'],
    alter: numbered('end', (end, node) => (end < -rankOf(node) ? end + 2 * rankOf(node) : end)),
  },
  {
    name: 'EyeLike: the diagonal of tall matrices above the first is lost',
    source: ['the number of rows for that of columns'],
    operators: ['EyeLike'],
    alter: onOutputs((output, a, node) => {
      const [rows, columns] = node.input(0).dims as [number, number];
      return rows > columns && node.number('k') > 0 ? eachOf(output, () => a.of(0)) : output;
    }),
  },
  ...(['per-axis', 'blocked'] as const).map(
    (how): Mutant => ({
      name: `quantization: ${how} scales of packed types are those of the first place`,
      source: ['unpacked after the scales are chosen'],
      operators: ['QuantizeLinear', 'DequantizeLinear'],
      alter: onNode(({ version, attributes, inputs }) => {
        const isBlocked = Number(attributes.block_size?.value ?? 0) > 0;
        const packed = [inputs[0]!, inputs[2]].some((input) => input && formatOf(input.dtype).bits < 8);
        const isScaled = version.attributes.some(({ name }) => name === 'axis') && inputs[1]!.dims.length > 0;
        return packed && isScaled && isBlocked === (how === 'blocked')
          ? {
              inputs: inputs.with(
                1,
                eachOf(inputs[1]!, () => inputs[1]!.at(0)),
              ),
            }
          : {};
      }),
    }),
  ),
];

const blockOfBatch = (node: Node<unknown>): boolean => {
  const repeats = node.list('repeats');
  return repeats !== undefined && repeats[0]! > 1 && repeats.slice(1).every((times) => times === 1);
};

/** Comparisons in which numbers in the upper half of the type are negative. */
const signed = <S>(a: Arithmetic<S>, half: number): Arithmetic<S> => {
  const read = (x: S) => a.select(a.less(x, a.of(half)), x, a.subtract(x, a.of(2 * half)));
  return { ...a, less: (x, y) => a.less(read(x), read(y)), in: (dtype) => signed(a.in(dtype), half) };
};
