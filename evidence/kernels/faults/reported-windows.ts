import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { placeOf } from '../../../oracles/arrays/index-map.ts';
import { range } from '../../../oracles/arrays/lines.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node, NodeValues } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import { readAt } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';
import { onInput, readFrom, withoutAttributes } from '../views.ts';

const pools = ['AveragePool', 'LpPool', 'MaxPool'];
const convolutions = ['Conv', 'ConvInteger', 'QLinearConv'];

const ints = (value: readonly number[]): AttributeValue => ({ type: 'INTS', value });
const textIn = <S>(node: Node<S>, name: string): string | undefined => (node.has(name) ? node.string(name) : undefined);

/** Sizes, strides, dilations and explicit pads of the windows of a node. */
interface Windows {
  readonly spatial: readonly number[];
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  readonly pads: readonly number[];
}

function windowsOf<S>(node: Node<S>): Windows {
  const spatial = node.input(0).dims.slice(2);
  const ones = spatial.map(() => 1);
  // of quantized numbers scales and zero points stand between
  const weights = node.inputs[node.version.inputs.length > 4 ? 3 : 1];
  return {
    spatial,
    sizes: node.has('kernel_shape') ? node.numbers('kernel_shape')! : (weights?.dims.slice(2) ?? ones),
    strides: node.numbers('strides') ?? ones,
    dilations: node.numbers('dilations') ?? ones,
    pads: node.numbers('pads') ?? [...ones, ...ones].map(() => 0),
  };
}

const isExplicit = <S>(node: Node<S>): boolean => [undefined, 'NOTSET'].includes(textIn(node, 'auto_pad'));

/** The first elements of an output along each dimension. */
const cutTo = <S>(output: NodeValues<S>, dims: readonly number[]): NodeValues<S> => readAt(output, dims, (at) => at);

/** The elements of the data in the window of an element of the output, as a wrong kernel finds them; none where it is right. */
function elementsWrong(node: Node<unknown>, at: readonly number[]): readonly number[] | undefined {
  const { spatial, sizes, strides, dilations, pads } = windowsOf(node);
  const starts = spatial.map((_, i) => at[i + 2]! * strides[i]! - pads[i]!);
  const isWrong = starts.some((start, i) => start < 0 && dilations[i]! > 1 && start % dilations[i]! !== 0);
  if (!isExplicit(node) || !isWrong) return undefined;
  const along = starts.map((start, i) => {
    const end = Math.min(spatial[i]!, start + (sizes[i]! - 1) * dilations[i]! + 1);
    return range(spatial[i]!).filter((x) => x >= start && x < end && (x - Math.max(start, 0)) % dilations[i]! === 0);
  });
  const channel = (at[0]! * node.input(0).dims[1]! + at[1]!) * elementCount(spatial);
  return along
    .reduce<number[]>((places, own, i) => places.flatMap((place) => own.map((x) => place * spatial[i]! + x)), [0])
    .map((place) => channel + place);
}

/** Windows that begin in the padding begin at the first element of the data, whatever the dilation. */
const beginningAtData = (pool: <S>(a: Arithmetic<S>, xs: readonly S[]) => S) =>
  onOutputs((output, a, node) =>
    output.dtype === 'int64'
      ? output
      : eachOf(output, (y, index) => {
          const places = elementsWrong(node as Node<unknown>, placeOf(index, output.dims));
          return places && places.length > 0
            ? pool(
                a,
                places.map((place) => node.input(0).at(place)),
              )
            : y;
        }),
  );

/** A place as a type of 11 bits has it, within a dimension. */
const inHalf = (place: number, size: number): number =>
  Math.min(size - 1, roundDouble(place, formatOf('float16') as FloatFormat));

/** Places in an output go through a type of 11 bits. */
const throughHalf = onOutputs((output) =>
  readAt(output, output.dims, (at) => at.map((c, i) => inHalf(c, output.dims[i]!))),
);

/** Windows, convolutions and resizing: what was reported of runtimes, taken as it came. */
export const reportedWindowFaults: readonly Mutant[] = [
  {
    name: 'windows: those that begin in the padding begin at the first element, whatever the dilation',
    source: ['microsoft/onnxruntime issue 29637, MaxPool on CUDA'],
    operators: ['MaxPool'],
    alter: beginningAtData((a, xs) => xs.reduce((x, y) => a.maximum(x, y))),
  },
  {
    name: 'windows of averages: those that begin in the padding begin at the first element, whatever the dilation',
    source: ['a sibling of microsoft/onnxruntime issue 29637'],
    operators: ['AveragePool'],
    alter: beginningAtData((a, xs) => a.divide(a.sum(xs), a.of(xs.length))),
  },
  {
    name: 'windows: dilations count for the shape alone',
    source: ['xboot/libonnx issue 24, MaxPool'],
    operators: pools,
    alter: (correct) => (a, node) => {
      const outputs = correct(a, node);
      const others = withoutAttributes('dilations')(correct)(a, node);
      return isExplicit(node) ? outputs.map(({ dims }, i) => cutTo(others[i]!, dims)) : outputs;
    },
  },
  {
    name: 'windows: SAME pads as if there were no dilations',
    source: ['microsoft/onnxscript pull 3037, Conv'],
    operators: [...convolutions, ...pools],
    alter: onNode((node) => {
      const mode = textIn(node, 'auto_pad');
      if (!mode?.startsWith('SAME')) return {};
      const { spatial, sizes, strides } = windowsOf(node);
      const totals = spatial.map((size, i) =>
        Math.max(0, (Math.ceil(size / strides[i]!) - 1) * strides[i]! + sizes[i]! - size),
      );
      const less = totals.map((total) => Math.floor(total / 2));
      const more = totals.map((total, i) => total - less[i]!);
      const { auto_pad: _, ...attributes } = node.attributes;
      const pads = mode === 'SAME_UPPER' ? [...less, ...more] : [...more, ...less];
      return { attributes: { ...attributes, pads: ints(pads) } };
    }),
  },
  {
    name: 'average: padding at the end is not counted',
    source: ['microsoft/onnxruntime issue 24681, from version 19 on'],
    operators: ['AveragePool'],
    alter: onOutputs((output, a, node) => {
      const { spatial, sizes, strides, dilations, pads } = windowsOf(node);
      if (!isExplicit(node) || !node.has('count_include_pad') || node.number('count_include_pad') === 0) return output;
      const counted = (at: readonly number[], padding: number) =>
        spatial.reduce((product, size, i) => {
          const start = at[i + 2]! * strides[i]! - pads[i]!;
          const end = size + padding * pads[i + spatial.length]!;
          return product * range(sizes[i]!).filter((k) => start + k * dilations[i]! < end).length;
        }, 1);
      return eachOf(output, (y, index) => {
        const at = placeOf(index, output.dims);
        const [own, less] = [counted(at, 1), counted(at, 0)];
        return own === less || less === 0 ? y : a.divide(a.multiply(y, a.of(own)), a.of(less));
      });
    }),
  },
  {
    name: 'transposed convolution: gaps count one less in the shape where there are strides',
    source: ['microsoft/onnxruntime issue 2518'],
    operators: ['ConvTranspose'],
    alter: onOutputs((output, _, node) => {
      const { sizes, strides, dilations } = windowsOf(node);
      if (!isExplicit(node) || node.has('output_shape')) return output;
      return cutTo(
        output,
        output.dims.map((size, i) =>
          i > 1 && strides[i - 2]! > 1 && dilations[i - 2]! > 1 ? Math.max(0, size - sizes[i - 2]! + 1) : size,
        ),
      );
    }),
  },
  {
    name: 'transposed convolution: pads of output_shape forget output_padding and dilations',
    source: ['apache/tvm pull 11076'],
    operators: ['ConvTranspose'],
    alter: onOutputs((output, a, node) => {
      const { spatial, sizes, strides, dilations } = windowsOf(node);
      if (!node.has('output_shape')) return output;
      const more = node.numbers('output_padding') ?? spatial.map(() => 0);
      const shifts = spatial.map((size, i) => {
        const short = strides[i]! * (size - 1) + sizes[i]! - output.dims[i + 2]!;
        const total = short + more[i]! + (sizes[i]! - 1) * (dilations[i]! - 1);
        return Math.floor(total / 2) - Math.floor(short / 2);
      });
      return readAt(output, output.dims, (at) => at.map((c, i) => c - (shifts[i - 2] ?? 0)), a.of(0));
    }),
  },
  {
    name: 'Resize: lengths that are given become those of a scale in float32, rounded down',
    source: ['microsoft/onnxruntime pull 2366'],
    operators: ['Resize'],
    alter: onOutputs((output, _, node) => {
      if (!node.inputs[3] || elementCount(node.inputs[3].dims) === 0) return output;
      const { dims } = node.input(0);
      return cutTo(
        output,
        output.dims.map((size, i) => Math.floor(Math.fround(dims[i]! * Math.fround(size / dims[i]!)))),
      );
    }),
  },
  {
    name: 'convolutions: channel by channel, nothing is added where a pad is longer than the result',
    source: ['robertknight/rten pull request 336'],
    operators: convolutions,
    alter: onOutputs((output, a, node) => {
      const isEach = node.number('group') > 1 && node.number('group') === node.input(0).dims[1];
      const isLonger = windowsOf(node).spatial.some((_, i) => windowsOf(node).pads[i]! > output.dims[i + 2]!);
      return isEach && isLonger && isExplicit(node) ? eachOf(output, () => a.of(0)) : output;
    }),
  },
  {
    name: 'Resize: of one row in three dimensions linear makes one half',
    source: ['microsoft/onnxruntime issue 12091, on CUDA'],
    operators: ['Resize'],
    alter: onOutputs((output, a, node) => {
      const { dims } = node.input(0);
      const isMeant = textIn(node, 'mode') === 'linear' && dims.length === 5 && dims[3] === 1 && dims[4] === 1;
      return isMeant ? eachOf(output, () => a.of(0.5)) : output;
    }),
  },
  {
    name: 'Resize: with antialias the coefficient of the cubic is -0.75',
    source: ['microsoft/onnxruntime issue 25264, on CUDA'],
    operators: ['Resize'],
    alter: onNode(({ attributes }) =>
      attributes.antialias?.value === 1 && attributes.mode?.value === 'cubic'
        ? { attributes: { ...attributes, cubic_coeff_a: { type: 'FLOAT', value: -0.75 } } }
        : {},
    ),
  },
  {
    name: 'Resize: antialias is not looked at where the mode is cubic',
    source: ['openvinotoolkit/openvino issue 35893'],
    operators: ['Resize'],
    alter: onNode(({ attributes: { antialias, ...attributes } }) =>
      antialias && attributes.mode?.value === 'cubic' ? { attributes } : {},
    ),
  },
  {
    name: 'Resize: places go through float16',
    source: ['microsoft/onnxruntime issue 21170, by CoreML'],
    operators: ['Resize', 'Upsample'],
    alter: throughHalf,
  },
  {
    name: 'moved elements: places go through float16',
    source: ['a sibling of microsoft/onnxruntime issue 21170'],
    operators: [
      'CenterCropPad',
      'Compress',
      'Concat',
      'Gather',
      'GatherElements',
      'Pad',
      'ScatterElements',
      'Slice',
      'Split',
      'Tile',
      'TopK',
    ],
    alter: throughHalf,
  },
  {
    name: 'windows: places of data go through float16',
    source: ['a sibling of microsoft/onnxruntime issue 21170'],
    operators: ['AveragePool', 'MaxPool'],
    alter: onInput(0, (X) => readFrom(X, (at) => at.map((c, i) => inHalf(c, X.dims[i]!)))),
  },
];
