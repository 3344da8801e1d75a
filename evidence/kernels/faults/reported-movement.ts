import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { normalizeAxis } from '../../../oracles/spec/attributes.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Evaluate, Node } from '../../../oracles/spec/node.ts';
import { eachOf, ofFirstLane, onNode, onOutputs } from '../alter.ts';
import { readAt, refusedIf, withDims, withIndices } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';
import { readFrom } from '../views.ts';

const dimsOf = ({ inputs }: Node<unknown>, i = 0) => inputs[i]?.dims ?? [];
const lastOf = (dims: readonly number[]) => dims.at(-1) ?? 1;

/** What a slice does along each dimension that it names. */
interface Cut {
  readonly axis: number;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

function cutsOf(node: Node<unknown>): readonly Cut[] {
  const dims = dimsOf(node);
  const starts = node.list('starts')!;
  const axes = node.list('axes') ?? starts.map((_, i) => i);
  return starts.map((start, i) => {
    const axis = normalizeAxis(axes[i]!, dims.length);
    return { axis, size: dims[axis]!, start, end: node.list('ends')![i]!, step: node.list('steps')?.[i] ?? 1 };
  });
}

/** Ends far behind or before any data. */
const before = -(2 ** 31);

/** The same slice with other starts and ends; versions without steps have none to change. */
const onCuts = (change: (cut: Cut) => Partial<Cut>) =>
  onNode((node) => {
    if (!node.inputs[4]) return {};
    const cuts = cutsOf(node as Node<unknown>).map((cut) => ({ ...cut, ...change(cut) }));
    const listed = (place: number, name: 'start' | 'end') => withIndices(node.inputs[place]!, (_, i) => cuts[i]![name]);
    return { inputs: node.inputs.with(1, listed(1, 'start')).with(2, listed(2, 'end')) };
  });

/** Where a slice begins and ends, counted from the first element. */
const counted = ({ start, end, size }: Cut) => ({
  from: Math.max(0, Math.min(size, start < 0 ? start + size : start)),
  to: Math.max(0, Math.min(size, end < 0 ? end + size : end)),
});

/** The data from which each part of Split begins, where parts have other lengths. */
const splitInto =
  (lengthsFor: (size: number, parts: number) => readonly number[]) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const outputs = correct(a, node);
    const data = node.input(0);
    const axis = node.axis('axis', data.dims.length);
    const [size, parts] = [data.dims[axis]!, outputs.length];
    if (node.inputs[1] || node.has('split') || size % parts === 0) return outputs;
    const lengths = lengthsFor(size, parts);
    return lengths.map((length, part) => {
      const first = lengths.slice(0, part).reduce((sum, own) => sum + own, 0);
      return readAt(data, data.dims.with(axis, length), (at) => at.with(axis, at[axis]! + first));
    });
  };

const pads = (node: Node<unknown>) => {
  const axes =
    node.list('axes')?.map((axis) => normalizeAxis(axis, dimsOf(node).length)) ?? dimsOf(node).map((_, i) => i);
  const list = node.list('pads') ?? node.list('paddings')!;
  return axes.map((axis, i) => ({ size: dimsOf(node)[axis]!, axis, begin: list[i]!, end: list[i + axes.length]! }));
};

/** Elements that are moved, chosen and put in order: what was reported of runtimes, taken as it came. */
export const reportedMovementFaults: readonly Mutant[] = [
  {
    name: 'Pad: nothing is filled where all elements of a dimension are removed',
    source: ['microsoft/onnxruntime issue 13332'],
    operators: ['Pad'],
    alter: onOutputs((output, a, node) => {
      const format = formatOf(output.dtype);
      const unwritten = format.kind === 'float' && format.hasNaN ? Number.NaN : 1;
      return pads(node as Node<unknown>).some(({ size, begin, end }) => Math.min(begin, end) <= -size && size > 0)
        ? eachOf(output, () => a.of(unwritten))
        : output;
    }),
  },
  {
    name: 'Pad: negative pads at the beginning are read on the other side of it',
    source: ['microsoft/onnxruntime issue 2433, pull 2550'],
    operators: ['Pad'],
    alter: onOutputs((output, _, node) => {
      const cut = pads(node as Node<unknown>).filter(({ begin }) => begin < 0);
      return readAt(output, output.dims, (at) =>
        at.map((c, i) => c + 2 * (cut.find(({ axis }) => axis === i)?.begin ?? 0)),
      );
    }),
  },
  {
    name: 'ScatterND: tuples are as long as indices have dimensions before them',
    source: ['onnx/onnx-mlir pull 3611'],
    operators: ['ScatterND'],
    alter: (correct) => (a, node) => {
      const [k, batch] = [node.input(1).dims.at(-1)!, node.input(1).dims.length - 1];
      if (k < batch) throw new BadInput('components that are not there');
      return onNode(({ inputs }) => ({
        inputs: inputs.with(
          1,
          withIndices(inputs[1]!, (index, i) => (i % k < batch ? index : 0)),
        ),
      }))(correct)(a, node);
    },
  },
  {
    name: 'moved truth values: rows that are no multiple of 4 have the first of each four',
    source: ['microsoft/onnxruntime pull 18999, Expand and Gather in browsers'],
    operators: ['Expand', 'Gather', 'Tile', 'Transpose'],
    alter: (correct) => (a, node) => {
      const outputs = correct(a, node);
      const isMeant = outputs[0]!.dtype === 'bool' && lastOf(outputs[0]!.dims) % 4 !== 0;
      return isMeant ? ofFirstLane(() => outputs)(a, node) : outputs;
    },
  },
  {
    name: 'Slice: backwards it begins one element early',
    source: ['iree-org/iree issue 24584'],
    operators: ['Slice'],
    alter: (correct) => (a, node) => {
      const back = cutsOf(node as Node<unknown>).filter(({ step }) => step < 0);
      return onNode(({ inputs }) => ({
        inputs: inputs.with(
          0,
          readFrom(inputs[0]!, (at) =>
            at.map((c, i) => (back.some(({ axis }) => axis === i) ? Math.max(0, c - 1) : c)),
          ),
        ),
      }))(correct)(a, node);
    },
  },
  {
    name: 'Slice: with negative steps the part from start to end is turned round',
    source: ['tracel-ai/burn-onnx pull 477'],
    operators: ['Slice'],
    alter: onCuts((cut) => {
      if (cut.step > 0) return {};
      const { from, to } = counted(cut);
      return from < to ? { start: to - 1, end: from === 0 ? before : from - 1 } : { start: 0, end: 0 };
    }),
  },
  {
    name: 'Slice: a step is brought into a dimension of size 0',
    source: ['microsoft/onnxruntime pull 9492; onnx/onnx issue 7735'],
    operators: ['Slice'],
    alter: refusedIf((node) => node.inputs[4] !== undefined && cutsOf(node).some(({ size }) => size === 0)),
  },
  {
    name: 'Slice: steps times strides leave 32 bits',
    source: ['microsoft/onnxruntime issue 9368, pull 9376'],
    operators: ['Slice'],
    alter: refusedIf((node) =>
      cutsOf(node).some(({ axis, step }) => Math.abs(step) * elementCount(dimsOf(node).slice(axis + 1)) >= 2 ** 31),
    ),
  },
  {
    name: 'Slice: an end far above is before the data where steps are negative',
    source: ['microsoft/onnxruntime issues 2272 and 11107'],
    operators: ['Slice'],
    alter: onCuts(({ end, step }) => (step < 0 && end >= 2 ** 31 - 1 ? { end: before } : {})),
  },
  {
    name: 'ScatterElements: more indices than data along the axis are refused',
    source: ['microsoft/onnxruntime pull 7593'],
    operators: ['ScatterElements'],
    alter: refusedIf((node) => {
      const axis = node.axis('axis', dimsOf(node).length);
      return dimsOf(node, 1)[axis]! > dimsOf(node)[axis]!;
    }),
  },
  {
    name: 'Expand: a 1 in the shape is refused where data are longer',
    source: ['microsoft/onnxruntime pull 21163, by WebNN'],
    operators: ['Expand'],
    alter: refusedIf((node) => {
      const [dims, shape] = [dimsOf(node), node.integers(1)];
      return shape.some(
        (size, i) => size === 1 && (dims.at(i - shape.length) ?? 1) > 1 && shape.length - i <= dims.length,
      );
    }),
  },
  {
    name: 'Expand: dimensions of size 1 alone are not added',
    source: ['apache/tvm issue 17746, pull 17779'],
    operators: ['Expand'],
    alter: (correct) => (a, node) => {
      const outputs = correct(a, node);
      const input = node.input(0);
      return elementCount(outputs[0]!.dims) === elementCount(input.dims)
        ? outputs.map((output) => withDims(output, input.dims))
        : outputs;
    },
  },
  {
    name: 'DepthToSpace: in CRD blocks of 3 and more are those of DCR',
    source: ['iree-org/iree issue 24179'],
    operators: ['DepthToSpace'],
    alter: onNode((node) =>
      node.has('mode') && node.string('mode') === 'CRD' && node.number('blocksize') > 2
        ? { attributes: { ...node.attributes, mode: { type: 'STRING', value: 'DCR' } } }
        : {},
    ),
  },
  {
    name: 'Unique: indices are the inverse ones',
    source: ['apache/tvm pull 8099'],
    operators: ['Unique'],
    alter: (correct) => (a, node) => {
      const outputs = correct(a, node);
      return outputs[2] ? outputs.with(1, outputs[2]) : outputs;
    },
  },
  {
    name: 'Concat: an input without elements is refused',
    source: ['microsoft/onnxruntime issue 681'],
    operators: ['Concat'],
    alter: refusedIf(({ inputs }) => inputs.some((input) => elementCount(input!.dims) === 0)),
  },
  {
    name: 'Trilu: diagonals beyond the matrix are refused',
    source: ['PINTO0309/onnx2tf issue 538'],
    operators: ['Trilu'],
    alter: refusedIf(
      (node) => node.inputs[1] !== undefined && Math.abs(node.integer(1)) > Math.max(...dimsOf(node).slice(-2)),
    ),
  },
  {
    name: 'TopK: the least of all elements are 0',
    source: ['sony/nnabla-ext-cuda pull 485'],
    operators: ['TopK'],
    alter: onOutputs((output, a, node) => {
      const axis = node.axis('axis', output.dims.length);
      const isMeant = node.has('largest') && !node.flag('largest') && output.dims[axis] === node.input(0).dims[axis];
      return isMeant ? eachOf(output, () => a.of(0)) : output;
    }),
  },
  {
    name: 'Split: parts are as even as can be',
    source: ['ROCm/AMDMIGraphX pull 2254'],
    operators: ['Split'],
    alter: splitInto((size, parts) =>
      Array.from({ length: parts }, (_, i) => Math.floor(size / parts) + (i < size % parts ? 1 : 0)),
    ),
  },
  {
    name: 'Split: what does not divide evenly is refused',
    source: ['apache/tvm issue 18751; openvinotoolkit/openvino issue 21175; tracel-ai/burn-onnx pull 150'],
    operators: ['Split'],
    alter: refusedIf((node) => {
      const { dims } = node.input(0);
      const parts = node.outputs;
      return !node.inputs[1] && !node.has('split') && dims[node.axis('axis', dims.length)]! % parts !== 0;
    }),
  },
  {
    name: 'SplitToSequence: negative axes are refused',
    source: ['openvinotoolkit/openvino pull 32377'],
    operators: ['SplitToSequence'],
    alterValues: (correct) => (a, node) => {
      if (node.number('axis') < 0) throw new BadInput('it is refused');
      return correct(a, node);
    },
  },
];
