import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { readFrom, withNumbers, withoutAttributes } from '../views.ts';
import { windowFaultsOf } from './convolutions.ts';

const windows = ['AveragePool', 'LpPool'];
const channels = ['GlobalAveragePool', 'GlobalMaxPool', 'GlobalLpPool'];
const averages = ['AveragePool', 'GlobalAveragePool'];
const norms = ['LpPool', 'GlobalLpPool'];
const sizeOf = <S>(node: Node<S>): number =>
  elementCount(node.has('kernel_shape') ? node.numbers('kernel_shape')! : node.input(0).dims.slice(2));
/** How long a window is, with gaps. */
const extentOf = <S>(node: Node<S>, i: number): number =>
  (node.numbers('kernel_shape')![i]! - 1) * (node.numbers('dilations')?.[i] ?? 1) + 1;
const dropsLast = <S>(xs: readonly S[]): readonly S[] =>
  xs.length > 4 ? xs.slice(0, xs.length - (xs.length % 4)) : xs;

/** Faults of kernels that pool windows, or channels as a whole. */
export const poolFaults: readonly Mutant[] = [
  ...windowFaultsOf(windows, 'pool'),
  {
    name: 'pool: ceil_mode is not looked at',
    source: ['versions before 10'],
    operators: windows,
    alter: withoutAttributes('ceil_mode'),
  },
  {
    name: 'pool: windows are as far apart as they are long where no strides are given',
    source: ['the default of other frameworks'],
    operators: windows,
    alter: onNode((node) => {
      const asLong: AttributeValue = { type: 'INTS', value: node.numbers('kernel_shape') ?? [] };
      const { strides = asLong } = node.attributes;
      return { attributes: { ...node.attributes, strides } };
    }),
  },
  {
    name: 'pool: kernel_shape is taken in the other order',
    source: ['width before height'],
    operators: windows,
    alter: withNumbers('kernel_shape', (sizes) => sizes.toReversed()),
  },
  {
    name: 'pool: half of a negative padding is cut off',
    source: ['onnxruntime 1.30'],
    operators: ['MaxPool', ...windows],
    alter: onNode((node) => {
      const [X] = node.inputs;
      const { auto_pad, strides } = node.attributes;
      if (!String(auto_pad?.value).startsWith('SAME') || !strides) return {};
      const cut = node.numbers('strides')!.map((stride, i) => {
        const [size, length] = [extentOf(node, i), X!.dims[i + 2]!];
        return Math.max(0, Math.floor((length - size - (Math.ceil(length / stride) - 1) * stride) / 2));
      });
      return { inputs: [readFrom(X!, (at) => at.map((c, i) => Math.min(X!.dims[i]! - 1, c + (cut[i - 2] ?? 0))))] };
    }),
  },
  {
    name: 'pool: windows that are longer than the data are as long',
    source: ['a count of windows that is rounded towards zero'],
    operators: ['MaxPool', ...windows],
    alter: withNumbers('kernel_shape', (sizes, node) => {
      const pads = node.numbers('pads') ?? sizes.flatMap(() => [0, 0]);
      const isAutomatic = node.has('auto_pad') && node.string('auto_pad').startsWith('SAME');
      const most = (i: number) => node.input(0).dims[i + 2]! + pads[i]! + pads[i + sizes.length]!;
      return isAutomatic ? sizes : sizes.map((size, i) => Math.min(size, most(i)));
    }),
  },
  {
    name: 'pool: what is left after fours is not added',
    source: ['unrolled loops without a tail'],
    operators: [...averages, ...norms],
    alter: inArithmetic((a) => ({
      sum: (xs) => a.sum(dropsLast(xs)),
      dot: (xs, ys) => a.dot(dropsLast(xs), dropsLast(ys)),
    })),
  },
  {
    name: 'pool: what comes after the last multiple of 8 results is not written',
    source: ['vectors without a tail'],
    operators: [...windows, ...channels],
    alter: withoutTail,
  },
  {
    name: 'pool: the last channel has the result of the one before',
    source: ['an odd count of channels in pairs'],
    operators: [...windows, ...channels],
    alter: onOutputs((output) => {
      const [count, size] = [output.dims[1]!, elementCount(output.dims.slice(2))];
      const isLast = (i: number) => count > 1 && Math.floor(i / size) % count === count - 1;
      return eachOf(output, (y, i) => (isLast(i) ? output.at(i - size) : y));
    }),
  },
  {
    name: 'average: padding is never counted',
    source: ['versions before 7'],
    operators: ['AveragePool'],
    alter: withoutAttributes('count_include_pad'),
  },
  {
    name: 'average: padding is always counted',
    source: ['the default of other frameworks'],
    operators: ['AveragePool'],
    alter: onNode(({ attributes }) => ({
      attributes: { ...attributes, count_include_pad: { type: 'INT', value: 1 } },
    })),
  },
  {
    name: 'average: all windows are divided by their full size where padding counts',
    source: ['ONNX 1.15.0, test_averagepool_3d_dilations_large_count_include_pad_is_1_ceil_mode_is_True'],
    operators: ['AveragePool'],
    alter: (correct) => (a, node) => {
      if (!node.has('count_include_pad') || node.number('count_include_pad') === 0) return correct(a, node);
      const full = a.of(sizeOf(node));
      return correct({ ...a, divide: (x) => a.divide(x, full) }, node);
    },
  },
  {
    name: 'average: the divisor is that of a window that is one shorter',
    source: ['off by one'],
    operators: averages,
    alter: (correct) => (a, node) =>
      correct({ ...a, divide: (x, n) => a.divide(x, a.maximum(a.of(1), a.subtract(n, a.of(1)))) }, node),
  },
  {
    name: 'average: a sum',
    source: ['a division that is left out'],
    operators: averages,
    alter: inArithmetic(() => ({ divide: (x) => x })),
  },
  {
    name: 'average: the reciprocal of the count is rounded to bfloat16',
    source: ['constants in the type of a faster unit'],
    operators: averages,
    alter: inArithmetic((a) => ({
      divide: (x, n) => a.multiply(x, a.round(a.divide(a.of(1), n), 'bfloat16')),
    })),
  },
  {
    name: 'average: sums are rounded to float16',
    source: ['accumulators that are too narrow'],
    operators: averages,
    alter: inArithmetic((a) => ({ sum: (xs) => a.round(a.sum(xs), 'float16') })),
  },
  {
    name: 'average: NaN is left out where there are pads',
    source: ['onnx.reference 1.23.1'],
    operators: ['AveragePool'],
    alter: (correct) => (a, node) => {
      const pads = node.numbers('pads') ?? [];
      if (pads.every((pad) => pad === 0)) return correct(a, node);
      return correct({ ...a, sum: (xs) => a.sum(xs.map((x) => a.select(a.isNaN(x), a.of(0), x))) }, node);
    },
  },
  {
    name: 'average: infinities are saturated before they are added',
    source: ['clamping kernels'],
    operators: averages,
    alter: inArithmetic((a) => ({
      sum: (xs) => a.sum(xs.map((x) => a.maximum(a.of(-1e30), a.minimum(a.of(1e30), x)))),
    })),
  },
  {
    name: 'norm: p is always 2',
    source: ['an attribute that is not read'],
    operators: norms,
    alter: withoutAttributes('p'),
  },
  {
    name: 'norm: magnitudes are not taken',
    source: ['data after a Relu'],
    operators: norms,
    alter: inArithmetic(() => ({ abs: (x) => x })),
  },
  {
    name: 'norm: the root is left out',
    source: ['sums of powers'],
    operators: norms,
    alter: inArithmetic(() => ({ sqrt: (x) => x, root: (x) => x })),
  },
  {
    name: 'norm: roots of higher order are square roots',
    source: ['kernels for p=2'],
    operators: norms,
    alter: inArithmetic((a) => ({ root: (x) => a.sqrt(x) })),
  },
  {
    name: 'norm: the root of the mean',
    source: ['the root mean square'],
    operators: norms,
    alter: (correct) => (a, node) => {
      const mean = <S>(xs: readonly S[], b: { divide(x: S, y: S): S; of(x: number): S }, total: S) =>
        b.divide(total, b.of(xs.length));
      return correct({ ...a, sum: (xs) => mean(xs, a, a.sum(xs)), dot: (xs, ys) => mean(xs, a, a.dot(xs, ys)) }, node);
    },
  },
  {
    name: 'maximum of a channel: it begins with 0',
    source: ['accumulators that begin with 0'],
    operators: ['GlobalMaxPool'],
    alter: onOutputs((output, a) => eachOf(output, (x) => a.maximum(x, a.of(0)))),
  },
  {
    name: 'maximum of a channel: it begins with the least finite number',
    source: ['onnxruntime 1.30'],
    operators: ['GlobalMaxPool'],
    alter: onOutputs((output, a) => eachOf(output, (x) => a.maximum(x, a.of(-3.4e38)))),
  },
  {
    name: 'maximum of a channel: the last element is not looked at',
    source: ['loops that end too early'],
    operators: ['GlobalMaxPool'],
    alter: (correct) => (a, node) => {
      const x = node.input(0);
      const size = elementCount(x.dims.slice(2));
      return onNode(() => ({
        inputs: [eachOf(x as never, (v, i) => (size > 1 && i % size === size - 1 ? (x.at(i - 1) as never) : v))],
      }))(correct)(a, node);
    },
  },
  {
    name: 'channels: of more than two dimensions the first is not pooled',
    source: ['kernels for images'],
    operators: channels,
    alter: (correct) => (a, node) => {
      const { dims } = node.input(0);
      if (dims.length < 5) return correct(a, node);
      const size = elementCount(dims.slice(3));
      return onNode(({ inputs }) => ({
        inputs: [
          eachOf(inputs[0]!, (_, i) => inputs[0]!.at(Math.floor(i / (size * dims[2]!)) * size * dims[2]! + (i % size))),
        ],
      }))(correct)(a, node);
    },
  },
];
