import { allocate, elementCount, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { settingsOf } from '../../../oracles/operators/signal/dft.ts';
import { framesOf } from '../../../oracles/operators/signal/stft.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { type EvaluateValues, type Node, values } from '../../../oracles/spec/node.ts';
import type { UnfoldedNode } from '../../../oracles/spec/unfold.ts';
import { onNode, onOutputs } from '../alter.ts';
import { readAt, refusedIf } from '../call-changes.ts';
import type { Example } from '../implementation.ts';
import type { Mutant } from '../mutant.ts';
import { batchOf, inDirections, lengthsOf, seeing } from '../recurrences.ts';

const recurrent = ['GRU', 'LSTM', 'RNN'];
const ofRows = ['LayerNormalization', 'RMSNormalization'];

const dimsOf = ({ inputs }: Node<unknown>, i: number) => inputs[i]?.dims ?? [];
const axisOf = (node: Node<unknown>): number => node.axis('axis', dimsOf(node, 0).length);

/** How many elements a row has, and how many numbers scale it. */
const countsOf = (node: Node<unknown>) => ({
  row: elementCount(dimsOf(node, 0).slice(axisOf(node))),
  scales: elementCount(dimsOf(node, 1)),
});

const states = <V>({ inputs, attributes, version }: UnfoldedNode<V>): number =>
  inputs.length - (version.inputs.length > 1 ? 1 : 0) - (attributes.num_scan_inputs!.value as number);

const inShape =
  (change: (dims: readonly number[]) => readonly number[]): EvaluateValues =>
  (_, node) => {
    const { dtype, dims, at } = node.input(0);
    return [values(dtype, change(dims), at)];
  };

const training = ({ proposal }: Example): boolean => proposal.attributes.training_mode?.value === 1;
const bits = (value: Tensor | undefined): string => `${value?.dtype}[${value?.dims}]${value?.data}`;

/** Normalized rows, recurrent layers, attention, signals, graphs: what was reported of runtimes, taken as it came. */
export const reportedRowFaults: readonly Mutant[] = [
  {
    name: 'normalized rows: scales are read one for each element, also where there are fewer',
    source: ['microsoft/onnxruntime issue 12917, LayerNormalization'],
    operators: ofRows,
    alter: onNode((node, a) => {
      const { row, scales } = countsOf(node as Node<unknown>);
      const { dims } = node.input(0);
      if (scales >= row) return {};
      const beyond = (i: number) => (i % row < scales ? i % row : undefined);
      const flat = node.inputs.map((input, place) =>
        place === 0 || !input || elementCount(input.dims) >= row
          ? input
          : {
              dtype: input.dtype,
              dims: dims.slice(axisOf(node as Node<unknown>)),
              at: (i: number) => (beyond(i) === undefined ? a.of(0) : input.at(beyond(i)!)),
            },
      );
      return { inputs: flat as never };
    }),
  },
  {
    name: 'normalized rows: scales of another number than a row has are refused',
    source: ['microsoft/onnxruntime issue 18184; robertknight/rten pull 1357; apache/tvm issue 18136'],
    operators: ofRows,
    alter: refusedIf((node) => {
      const { row, scales } = countsOf(node);
      return row !== scales;
    }),
  },
  {
    name: 'GroupNormalization: one group is as many as channels',
    source: ['NVIDIA/TensorRT issue 4756'],
    operators: ['GroupNormalization'],
    alter: onNode((node) => {
      const channels = node.input(0).dims[1]!;
      const isMeant = node.number('num_groups') === 1 && node.input(1).dims[0] === channels;
      return isMeant ? { attributes: { ...node.attributes, num_groups: { type: 'INT', value: channels } } } : {};
    }),
  },
  {
    name: 'BatchNormalization: in training equal constants are one, and overwritten by the statistics that run along',
    source: ['microsoft/onnxruntime issue 29790'],
    operators: ['BatchNormalization'],
    keep: () => (correct) => (example) => {
      const { proposal } = example;
      if (!training(example)) return correct(example);
      const { inputs } = proposal;
      const running = correct({ ...example, proposal: { ...proposal, outputs: 3 } as never });
      const written = (place: number) => {
        const own = inputs[place]!;
        const at = [3, 4].find((other) => {
          const { sameAs, form, value } = inputs[other]!;
          const isConstant = form === 'initializer' && own.form === 'initializer';
          return sameAs === place || (isConstant && bits(value) === bits(own.value));
        });
        return at === undefined ? own : { ...own, value: running[at - 2]! };
      };
      const changed = inputs.map((input, place) => (place === 1 || place === 2 ? written(place) : input));
      const outputs = correct(example);
      return [correct({ ...example, proposal: { ...proposal, inputs: changed } })[0]!, ...outputs.slice(1)];
    },
  },
  {
    name: 'GRU: without biases the linear transformation is added to that of the step before',
    source: ['microsoft/onnxruntime pulls 3797 and 3893'],
    operators: ['GRU'],
    alter: seeing(({ node, ofState }) => ({
      ofState: (which, unit, h) => {
        const terms = ofState(which, unit, h);
        const isAfter = node.has('linear_before_reset') && node.number('linear_before_reset') !== 0;
        const isMeant = which === 2 && isAfter && !node.inputs[3] && batchOf(node) > 2;
        return isMeant ? [...terms, ...terms] : terms;
      },
    })),
  },
  ...recurrent.map(
    (operator): Mutant => ({
      name: `${operator}: a reverse layer makes as many steps as there are features`,
      source: ['kraiskil/onnx2c issue 95, LSTM'],
      operators: [operator],
      alter: inDirections(
        (direction, isReverse) => isReverse[direction]!,
        onNode((node, a) => {
          const features = node.input(0).dims.at(-1)!;
          const least = lengthsOf(node).map((length) => Math.min(length, features));
          const held = tensor('int32', [least.length], Int32Array.from(least));
          const given = {
            dtype: 'int32' as const,
            dims: [least.length],
            tensor: held,
            at: (i: number) => a.of(least[i]!),
          };
          const padded = Array.from({ length: Math.max(5, node.inputs.length) }, (_, i) => node.inputs[i]);
          return { inputs: padded.with(4, given as never) };
        }),
      ),
    }),
  ),
  {
    name: 'Attention: present keys are refused without past ones',
    source: ['microsoft/onnxruntime issue 26262'],
    operators: ['Attention'],
    alter: refusedIf((node) => node.outputs > 1 && !node.inputs[4]),
  },
  {
    name: 'STFT: frames are counted by bins',
    source: ['microsoft/onnxruntime issue 14316'],
    operators: ['STFT'],
    alter: onOutputs((output, a, node) => {
      const { samples, bins, step } = framesOf(node);
      return readAt(output, output.dims.with(1, Math.floor((samples - bins) / step) + 1), (at) => at, a.of(0));
    }),
  },
  {
    name: 'DFT: half a spectrum is cut along the third dimension',
    source: ['sonos/tract issue 1901, pull 2444'],
    operators: ['DFT'],
    alter: refusedIf((node) => {
      const { isOnesided, isInverse, axis } = settingsOf(node);
      return isOnesided && !isInverse && axis !== 2;
    }),
  },
  {
    name: 'DequantizeLinear: elements behind the first dimension have the scales of blocks in turn',
    source: ['openvinotoolkit/openvino pull 32918'],
    operators: ['DequantizeLinear', 'QuantizeLinear'],
    alter: (correct) => (a, node) => {
      const size = node.has('block_size') ? node.number('block_size') : 0;
      const { dims } = node.input(0);
      const axis = size > 0 ? node.axis('axis', dims.length) : 0;
      const blocks = node.input(1).dims[axis] ?? 1;
      if (size === 0 || axis === 0 || blocks * size !== dims[axis]) return correct(a, node);
      const there = (c: number) => (c % blocks) * size + Math.floor(c / blocks);
      const back = (c: number) => (c % size) * blocks + Math.floor(c / size);
      const turned = onNode(({ inputs: [x, ...others] }) => ({
        inputs: [{ ...readAt(x!, dims, (at) => at.with(axis, back(at[axis]!))) }, ...others],
      }))(correct)(a, node);
      return turned.map((output) => readAt(output, output.dims, (at) => at.with(axis, there(at[axis]!))));
    },
  },
  {
    name: 'TfIdfVectorizer: nothing is refused',
    source: ['microsoft/onnxruntime issue 612'],
    operators: ['TfIdfVectorizer'],
    alter: refusedIf((node) => elementCount(dimsOf(node, 0)) === 0),
  },
  {
    name: 'Loop: of no runs what is stacked is a number',
    source: ['microsoft/onnxruntime issue 1272'],
    operators: ['Loop'],
    alterUnfold: (right) => (node, runner) => {
      let runs = 0;
      const outputs = right(node, {
        ...runner,
        run: (name, inputs) => {
          runs++;
          return runner.run(name, inputs);
        },
      });
      const carried = node.inputs.length - 2;
      const none = (dtype: Tensor['dtype']) => runner.constant(tensor(dtype, [], allocate(dtype, 1)));
      return outputs.map((output, i) => (runs === 0 && i >= carried ? none(runner.dtype(output)) : output));
    },
  },
  {
    name: 'Scan: numbers are stacked as rows of one',
    source: ['onnx/onnx pull 7843'],
    operators: ['Scan'],
    alterUnfold: (right) => (node, runner) =>
      right(node, runner).map((output, i) =>
        i >= states(node) && runner.dims(output).length === 1
          ? runner.copied(
              inShape((dims) => [...dims, 1]),
              [output],
            )
          : output,
      ),
  },
  {
    name: 'Scan: other numbers of outputs than of inputs are refused',
    source: ['onnx/onnx pull 7964'],
    operators: ['Scan'],
    alterUnfold: (right) => (node, runner) => {
      const outputs = right(node, runner);
      const scanned = node.attributes.num_scan_inputs!.value as number;
      if (outputs.length - states(node) !== scanned) throw new BadInput('it is refused');
      return outputs;
    },
  },
];
