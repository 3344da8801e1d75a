import { formatOf } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { copyOf } from '../../oracles/numerics/tensor.ts';
import type { Example } from '../kernels/implementation.ts';
import { dimsOf, type Faulty, faulty, numberOf, onAttribute, onOperands, onResults, type Place } from './faulty.ts';

const isFloat = ({ dtype }: Pick<Place, 'dtype'>): boolean => formatOf(dtype).kind === 'float';
const isInteger = ({ dtype }: Pick<Place, 'dtype'>): boolean => formatOf(dtype).kind === 'integer';
const isMixed = ({ example }: Place): boolean => String(dimsOf(example)) !== String(dimsOf(example, 1));
const isTiny = (x: unknown): boolean => typeof x === 'number' && x !== 0 && Math.abs(x) < 2 ** -126;
const last = (dims: readonly number[]): number => dims.at(-1) ?? 1;
const shapesOf = ({ proposal }: Example): string =>
  proposal.inputs.map(({ value }) => `${value?.dtype}[${value?.dims}]`).join();
const many = 'Abs Add Cast Concat Transpose Where';

/** Loops over elements. */
const loops: readonly Faulty[] = [
  ...faulty(
    'the last lane of each vector of 16 but the first is that of the lane before',
    many,
    onResults((x, i, { all }) => (i > 16 && i % 16 === 15 ? all[i - 1]! : x)),
  ),
  ...faulty(
    'one element after vectors of 8 is not written',
    many,
    onResults((x, i, { all, count }) => (count > 8 && count % 8 === 1 && i === count - 1 ? all[0]! : x)),
  ),
  ...faulty(
    'the second of two threads begins one element late, beyond 128',
    many,
    onResults((x, i, { all, count }) => (count > 128 && i === Math.floor(count / 2) ? all[0]! : x)),
  ),
  ...faulty(
    'blocks of 256 overlap',
    'Abs Add Transpose',
    onResults((x, i, { all }) => (i > 0 && i % 256 === 0 ? all[i - 1]! : x)),
  ),
  ...faulty(
    'beyond 1024 elements the first block is written again',
    'Abs Add Softmax',
    onResults((x, i, { all }) => (i >= 1024 ? all[i - 1024]! : x)),
  ),
  ...faulty(
    'rows of 32 and one more lose the one',
    'Softmax Transpose MatMul',
    onResults((x, i, { all, dims }) => (last(dims) === 33 && i % 33 === 32 ? all[i - 1]! : x)),
  ),
];

/** Broadcasting, sizes and ranks. */
const shapes: readonly Faulty[] = [
  ...faulty(
    'operands of other shapes are read backwards beyond rank 4',
    'Add Where',
    onOperands((x, i, place) => (place.dims.length > 4 && isMixed(place) ? place.all[place.count - 1 - i]! : x)),
  ),
  ...faulty(
    'a dimension of 1 between others is taken for one that is repeated',
    'Add Where',
    onOperands((x, i, { dims, all, count }) =>
      dims.length === 3 && dims[1] === 1 && dims[0]! > 1 && dims[2]! > 1 ? all[(i + dims[2]!) % count]! : x,
    ),
  ),
  ...faulty(
    'a second operand of one element is taken for 0',
    'Add',
    onOperands((x, _, { index, count, example }) =>
      index === 1 && count === 1 && dimsOf(example).length > 1 ? (typeof x === 'bigint' ? 0n : 0) : x,
    ),
  ),
  ...faulty('dimensions of size 0 become 1 where shapes differ', 'Add Where', () => (example, right) => {
    const outputs = right(example);
    const isConcerned = new Set(example.proposal.inputs.map(({ value }) => `${value?.dims}`)).size > 1;
    return outputs.map((output) => (isConcerned ? { ...output, dims: output.dims.map((dim) => dim || 1) } : output));
  }),
  ...faulty(
    'a result of rank 0 has rank 1',
    'Abs Add Cast Where',
    () => (example, right) =>
      right(example).map((output) => (output.dims.length === 0 ? { ...output, dims: [1] } : output)),
  ),
  ...faulty(
    'dimensions of 1 are dropped before the kernel, and never put back, beyond rank 3',
    'Abs Softmax',
    () => (example, right) =>
      right(example).map((output) =>
        output.dims.length > 3 ? { ...output, dims: output.dims.filter((dim) => dim !== 1) } : output,
      ),
  ),
];

/** Special numbers and conversions. */
const numbers: readonly Faulty[] = [
  ...faulty(
    'subnormal results become 0',
    'Abs Add MatMul',
    onResults((x) => (isTiny(x) ? 0 : x)),
  ),
  ...faulty(
    'subnormal operands are taken for 0',
    'Add Cast',
    onOperands((x) => (isTiny(x) ? 0 : x)),
  ),
  ...faulty(
    'NaN becomes 0',
    'Abs Add Concat Where Transpose',
    onResults((x) => (Number.isNaN(x) ? 0 : x)),
  ),
  ...faulty(
    'infinities become the largest finite number',
    'Abs Add Concat',
    onResults((x) => (typeof x === 'number' && Math.abs(x) === Number.POSITIVE_INFINITY ? Math.sign(x) * 1.5 : x)),
  ),
  ...faulty(
    'a negative zero stays negative',
    'Abs',
    onResults((x, i, { example, dtype }) =>
      isFloat({ dtype }) && Object.is(new Float64Array(example.proposal.inputs[0]!.value!.data as never)[i], -0)
        ? -0
        : x,
    ),
  ),
  ...faulty(
    'the least integer stays, and the next one too',
    'Abs',
    onResults((x, _, place) => (isInteger(place) && x === 2n ** BigInt(formatOf(place.dtype).bits - 1) - 1n ? -x : x)),
  ),
  ...faulty(
    'float64 goes through float32',
    'Abs Add Where MatMul',
    onResults((x, _, { dtype }) => (dtype === 'float64' ? Math.fround(x as number) : x)),
  ),
  ...faulty(
    'int64 goes through float64',
    'Add Where Concat',
    onResults((x, _, { dtype }) => (dtype === 'int64' ? BigInt.asIntN(64, BigInt(Number(x))) : x)),
  ),
  ...faulty(
    'NaN is false',
    'Cast',
    onResults((x, i, { dtype, example }) => {
      const from = example.proposal.inputs[0]!.value!;
      return dtype === 'bool' && from.dtype === 'float32' && Number.isNaN(from.data[i]) ? 0n : x;
    }),
  ),
  ...faulty(
    'true is 255',
    'Cast',
    onResults((x, _, { example, dtype }) =>
      example.proposal.inputs[0]!.value!.dtype === 'bool' && dtype === 'float32' ? Number(x) * 255 : x,
    ),
  ),
];

/** Attributes and parameter inputs. */
const settings: readonly Faulty[] = [
  ...faulty(
    'beyond rank 4 the dimensions are reversed, and perm is ignored',
    'Transpose',
    onAttribute('perm', (perm, example) => (dimsOf(example).length > 4 ? undefined : perm), 'INTS'),
  ),
  ...faulty('two dimensions of one size are not exchanged', 'Transpose', () => (example, right) => {
    const dims = dimsOf(example);
    const isSquare = dims.length === 2 && dims[0] === dims[1];
    return isSquare ? [example.proposal.inputs[0]!.value!] : right(example);
  }),
  ...faulty(
    'the batch is moved as if it were of one matrix',
    'Transpose',
    onAttribute('perm', (perm) => (String(perm) === '0,2,1' ? [2, 1, 0] : perm), 'INTS'),
  ),
  ...faulty(
    'axis 0 is taken for absent',
    'Softmax',
    onAttribute('axis', (axis) => (axis === 0 ? undefined : axis)),
  ),
  ...faulty(
    'axis -2 is -1',
    'Softmax Concat TopK',
    onAttribute('axis', (axis) => (axis === -2 ? -1 : axis)),
  ),
  ...faulty('more inputs than 4 are not copied', 'Concat', () => (example, right) => {
    const { inputs } = example.proposal;
    return right({ ...example, proposal: { ...example.proposal, inputs: inputs.slice(0, 4) } });
  }),
  ...faulty('the same value twice is copied once', 'Concat', () => (example, right) => {
    const inputs = example.proposal.inputs.filter(
      ({ value }, i, all) => all.findIndex((other) => other.value === value) === i,
    );
    return right({ ...example, proposal: { ...example.proposal, inputs } });
  }),
  ...faulty('constants come before run-time inputs', 'Concat', () => (example, right) => {
    const inputs = example.proposal.inputs.toSorted((a, b) => (a.form < b.form ? 1 : a.form > b.form ? -1 : 0));
    return right({ ...example, proposal: { ...example.proposal, inputs } });
  }),
  ...faulty('a vector on the left stays a matrix of one row', 'MatMul', () => (example, right) => {
    const isVector = dimsOf(example).length === 1 && dimsOf(example, 1).length > 1;
    return right(example).map((output) => (isVector ? { ...output, dims: [1, ...output.dims] } : output));
  }),
  ...faulty(
    'one matrix on the left is repeated only for the first of the batch',
    'MatMul',
    onResults((x, i, { dims, example }) => {
      const size = (dims.at(-1) ?? 1) * (dims.at(-2) ?? 1);
      return dimsOf(example).length === 2 && dims.length > 2 && i >= size ? 0 : x;
    }),
  ),
  ...faulty(
    'terms beyond 64 are not added',
    'MatMul',
    onOperands((x, i, { index, dims }) =>
      index === 0 && last(dims) > 64 && i % last(dims) >= 64 ? (typeof x === 'bigint' ? 0n : 0) : x,
    ),
  ),
  ...faulty(
    'a negative index counts from the end of the first dimension',
    'Gather',
    onOperands((x, _, { index, example }) => {
      const axis = numberOf(example, 'axis') ?? 0;
      return index === 1 && Number(x) < 0 && axis !== 0 ? BigInt(Number(x) + dimsOf(example)[0]!) : x;
    }),
  ),
  ...faulty(
    'one index leaves a dimension of 1',
    'Gather',
    () => (example, right) =>
      right(example).map((output) =>
        dimsOf(example, 1).length === 0 ? { ...output, dims: [1, ...output.dims] } : output,
      ),
  ),
  ...faulty(
    'run-time indices of 32 bits are read as if they had 64',
    'Gather',
    onOperands((x, i, place) =>
      place.index === 1 && place.dtype === 'int32' && place.example.proposal.inputs[1]!.form === 'input'
        ? place.all[(2 * i) % place.count]!
        : x,
    ),
  ),
  ...faulty(
    'exclusive is ignored if reverse is set',
    'CumSum',
    onAttribute('exclusive', (value, example) => (numberOf(example, 'reverse') === 1 ? 0 : value)),
  ),
  ...faulty(
    'the least come in the order of the greatest',
    'TopK',
    onAttribute('largest', (value, example) => (numberOf(example, 'sorted') === undefined ? value : 1)),
  ),
  ...faulty(
    'what is left of pads below 0 is not removed',
    'Pad',
    onAttribute(
      'pads',
      (pads) => (Array.isArray(pads) ? (pads as number[]).map((pad) => Math.max(0, pad)) : pads),
      'INTS',
    ),
  ),
];

/** State kept from one run or node to the next, and writes to memory that must not be written. */
const states: readonly Faulty[] = [
  ...faulty('results are kept by the shapes of the inputs', 'Abs Softmax MatMul', () => {
    const known = new Map<string, readonly Tensor[]>();
    return (example, right) => {
      const key = shapesOf(example);
      if (!known.has(key)) known.set(key, right(example));
      return known.get(key)!;
    };
  }),
  ...faulty(
    'nodes of the same inputs are taken for one, whatever their attributes are',
    'Softmax Transpose Concat CumSum',
    () => {
      const known = new Map<
        Tensor | undefined,
        { readonly inputs: readonly (Tensor | undefined)[]; readonly outputs: readonly Tensor[] }
      >();
      return (example, right) => {
        const inputs = example.proposal.inputs.map(({ value }) => value);
        const before = known.get(inputs[0]);
        if (before && before.inputs.every((input, i) => input === inputs[i])) return before.outputs;
        const outputs = right(example);
        known.set(inputs[0], { inputs, outputs });
        return outputs;
      };
    },
  ),
  ...faulty('the output is written over the input', 'Add Softmax', () => (example, right) => {
    const outputs = right(example);
    const [first] = example.proposal.inputs;
    const isAlike =
      String(first?.value?.dims) === String(outputs[0]!.dims) && first?.value?.dtype === outputs[0]!.dtype;
    if (isAlike) (first!.value!.data as Float32Array).set(outputs[0]!.data as Float32Array);
    return outputs;
  }),
  ...faulty('a packed constant is reused for the next one of its shape', 'MatMul Add', () => {
    const packed = new Map<string, Tensor>();
    return (example, right) => {
      const inputs = example.proposal.inputs.map((input) => {
        if (input.form !== 'initializer') return input;
        const key = `${input.value!.dtype}[${input.value!.dims}]`;
        if (!packed.has(key)) packed.set(key, copyOf(input.value!));
        return { ...input, value: packed.get(key)! };
      });
      return right({ ...example, proposal: { ...example.proposal, inputs } });
    };
  }),
  ...faulty('all runs of a rank have the shape of the first', 'Abs Transpose Concat', () => {
    const dims = new Map<number, readonly number[]>();
    return (example, right) =>
      right(example).map((output) => {
        const { length } = output.dims;
        if (!dims.has(length)) dims.set(length, output.dims);
        const kept = dims.get(length)!;
        const isAlike = kept.reduce((a, b) => a * b, 1) === output.dims.reduce((a, b) => a * b, 1);
        return isAlike ? { ...output, dims: kept } : output;
      });
  }),
];

/** Faults that evidence/detection.md does not list, of other operators than the reductions, modelled on the structure of runtimes. */
export const furtherFaults: readonly Faulty[] = [...loops, ...shapes, ...numbers, ...settings, ...states];
