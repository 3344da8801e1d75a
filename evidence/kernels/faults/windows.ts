import { linesAlong } from '../../../oracles/arrays/lines.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const withAttributes = (
  attributes: Node<unknown>['attributes'],
  changed: Readonly<Record<string, AttributeValue>>,
) => ({
  attributes: { ...attributes, ...changed },
});

/** Faults of kernels that slide windows, normalize rows, or order lines. */
export const windowFaults: readonly Mutant[] = [
  {
    name: 'MaxPool: padding counts as 0',
    source: ['padding before a maximum'],
    operators: ['MaxPool'],
    alter: onOutputs((output, a, node) => {
      const pads = node.numbers('pads') ?? [];
      return output.dtype === 'int64' || pads.every((pad) => pad === 0)
        ? output
        : eachOf(output, (x, index) => (index === 0 ? a.maximum(x, a.of(0)) : x));
    }),
  },
  {
    name: 'MaxPool: SAME_LOWER pads as SAME_UPPER does',
    source: ['one case for both'],
    operators: ['MaxPool'],
    alter: onNode(({ attributes }) =>
      (attributes as Readonly<Record<'auto_pad', AttributeValue | undefined>>).auto_pad?.value === 'SAME_LOWER'
        ? withAttributes(attributes, { auto_pad: { type: 'STRING', value: 'SAME_UPPER' } })
        : {},
    ),
  },
  {
    name: 'MaxPool: indices begin anew in every channel',
    source: ['onnx.reference 1.23.1'],
    operators: ['MaxPool'],
    alter: onOutputs((output, a, node) => {
      if (output.dtype !== 'int64') return output;
      const { dims } = node.input(0);
      const [size, count] = [elementCount(dims.slice(2)), elementCount(output.dims.slice(2))];
      return eachOf(output, (x, index) => a.subtract(x, a.of(Math.floor(index / count) * size)));
    }),
  },
  {
    name: 'MaxPool: with ceil_mode indices are those of the next element',
    source: ['windows that begin in the padding'],
    operators: ['MaxPool'],
    alter: onOutputs((output, a, node) =>
      output.dtype === 'int64' && node.has('ceil_mode') && node.flag('ceil_mode')
        ? eachOf(output, (x) => a.add(x, a.of(1)))
        : output,
    ),
  },
  {
    name: 'MaxPool: storage_order is not looked at',
    source: ['onnx.reference 1.23.1'],
    operators: ['MaxPool'],
    alter: onNode(({ attributes }) =>
      'storage_order' in attributes ? withAttributes(attributes, { storage_order: { type: 'INT', value: 0 } }) : {},
    ),
  },
  {
    name: 'MaxPool: the strides of the last dimension are taken for all',
    source: ['kernels for square windows'],
    operators: ['MaxPool'],
    alter: onNode(({ attributes }) => {
      const strides = (attributes as Readonly<Record<'strides', AttributeValue | undefined>>).strides?.value as
        | readonly number[]
        | undefined;
      return strides
        ? withAttributes(attributes, { strides: { type: 'INTS', value: strides.map(() => strides.at(-1)!) } })
        : {};
    }),
  },
  {
    name: 'LayerNormalization: the variance is divided by one less than the count',
    source: ['the variance of a sample'],
    operators: ['LayerNormalization'],
    alter: inArithmetic((a) => ({
      dot: (xs, ys) => a.multiply(a.dot(xs, ys), a.divide(a.of(xs.length), a.of(Math.max(1, xs.length - 1)))),
    })),
  },
  {
    name: 'LayerNormalization: sums and squares in the type of a 16-bit X',
    source: ['ORT-29034'],
    operators: ['LayerNormalization'],
    alter: onNode(({ attributes, inputs }, a) => ({
      attributes,
      inputs: inputs.map((input, i) => {
        if (i > 0 || !input || input.dtype === 'float32' || input.dtype === 'float64') return input;
        // squares beyond 65504 overflow
        return eachOf(input, (x) => a.select(a.less(a.of(255), a.abs(x)), a.of(Number.POSITIVE_INFINITY), x));
      }),
    })),
  },
  {
    name: 'LayerNormalization: epsilon is added to the standard deviation',
    source: ['the other place for epsilon'],
    operators: ['LayerNormalization'],
    alter: (correct) => (a, node) => {
      const epsilon = node.number('epsilon');
      const none = withAttributes(node.attributes, { epsilon: { type: 'FLOAT', value: 0 } }).attributes;
      const changed = {
        ...a,
        in: (dtype: Parameters<typeof a.in>[0]) => ({
          ...a.in(dtype),
          sqrt: (x: never) => a.in(dtype).add(a.in(dtype).sqrt(x), a.of(epsilon)),
        }),
      };
      return correct(changed as typeof a, new Node(node.version, none, node.inputs, node.outputs));
    },
  },
  {
    name: 'LayerNormalization: deviations are 1 where the axis counts from the end, but for the last',
    source: ['statistics of another shape'],
    operators: ['LayerNormalization'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output, k) =>
        k === 2 && node.number('axis') < -1 ? eachOf(output, () => a.of(1)) : output,
      ),
  },
  {
    name: 'LayerNormalization: only the last dimension is normalized',
    source: ['kernels for axis=-1'],
    operators: ['LayerNormalization'],
    alter: onNode(({ attributes, inputs }) =>
      inputs[1]!.dims.length <= 1 ? withAttributes(attributes, { axis: { type: 'INT', value: -1 } }) : {},
    ),
  },
  {
    name: 'LayerNormalization: B is left out where it is constant',
    source: ['fusions that forget an input'],
    operators: ['LayerNormalization'],
    alter: onNode(({ inputs: [x, scale, shift] }) => ({
      inputs: shift && elementCount(shift.dims) === x!.dims.at(-1) ? [x!, scale!] : [x!, scale!, shift],
    })),
  },
  {
    name: 'TopK: of equal elements the last comes first',
    source: ['heaps that are not stable'],
    operators: ['TopK'],
    alter: (correct) => (a, node) => {
      const x = node.input(0);
      const lines = linesAlong(x.dims, node.axis('axis', x.dims.length));
      const mirrored = (index: number) => lines.index(lines.lineOf(index), lines.length - 1 - lines.placeOf(index));
      const { tensor: _, ...rest } = x;
      const inputs = [{ ...rest, at: (index: number) => x.at(mirrored(index)) }, ...node.inputs.slice(1)];
      const [elements, places] = correct(a, new Node(node.version, node.attributes, inputs, node.outputs));
      return [elements!, eachOf(places!, (place) => a.subtract(a.of(lines.length - 1), place))];
    },
  },
  {
    name: 'TopK: a single element is the greatest, whatever largest says',
    source: ['a kernel of its own for k = 1'],
    operators: ['TopK'],
    alter: onNode((node) =>
      'largest' in node.attributes && node.integers(1)[0] === 1
        ? withAttributes(node.attributes, { largest: { type: 'INT', value: 1 } })
        : {},
    ),
  },
  {
    name: 'TopK: largest is not looked at',
    source: ['versions before 11 under a new name'],
    operators: ['TopK'],
    alter: onNode(({ attributes }) =>
      'largest' in attributes ? withAttributes(attributes, { largest: { type: 'INT', value: 1 } }) : {},
    ),
  },
  {
    name: 'TopK: unsorted elements come in order, their indices do not',
    source: ['one of two arrays is sorted'],
    operators: ['TopK'],
    alter: onOutputs((output, _, node) => {
      if (output.dtype !== 'int64' || !node.has('sorted') || node.number('sorted') === 1) return output;
      const lines = linesAlong(output.dims, node.axis('axis', output.dims.length));
      return eachOf(output, (_x, index) =>
        output.at(lines.index(lines.lineOf(index), lines.length - 1 - lines.placeOf(index))),
      );
    }),
  },
  {
    name: 'TopK: an element that was taken is taken again',
    source: ['selections that do not mark what they took'],
    operators: ['TopK'],
    alter: onOutputs((output, _, node) => {
      const lines = linesAlong(output.dims, node.axis('axis', output.dims.length));
      return eachOf(output, (x, index) =>
        lines.length > 3 && lines.placeOf(index) === lines.length - 1
          ? output.at(lines.index(lines.lineOf(index), lines.length - 2))
          : x,
      );
    }),
  },
];
