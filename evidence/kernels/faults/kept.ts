import { allocate, bytesOf, elementCount, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { operators } from '../../../oracles/operators.ts';
import type { Example } from '../implementation.ts';
import type { Mutant } from '../mutant.ts';

const ofFamilies = (...families: readonly string[]): string[] =>
  operators.filter(({ family }) => families.includes(family)).map(({ name }) => name);
const ofData = ofFamilies('movement', 'cast', 'quantize', 'scan', 'order');

/** All but those on which a fault cannot show: nothing that is kept matters there, or none of their sessions has two such runs. */
const allBut = (...names: readonly string[]): string[] => ofData.filter((name) => !names.includes(name));

const dimsOf = ({ proposal }: Example): string => JSON.stringify(proposal.inputs.map(({ value }) => value?.dims));
const dtypesOf = ({ proposal }: Example): string => JSON.stringify(proposal.inputs.map(({ value }) => value?.dtype));
const settingsOf = ({ proposal }: Example): string =>
  JSON.stringify(proposal.attributes, (_, x) => (typeof x === 'bigint' ? `${x}` : x));

/** What is kept of the first example with a key. */
function first<T>(keyOf: (example: Example) => string, of: (example: Example) => T): (example: Example) => T {
  const known = new Map<string, T>();
  return (example) => {
    const key = `${example.cell.operator.name} ${keyOf(example)}`;
    if (!known.has(key)) known.set(key, of(example));
    return known.get(key)!;
  };
}

/** An example with other inputs, where these are of the same dtypes and shapes. */
const withInputs = (example: Example, change: (value: Tensor, index: number) => Tensor | undefined): Example => ({
  ...example,
  proposal: {
    ...example.proposal,
    inputs: example.proposal.inputs.map((input, i) => {
      const kept = input.value && change(input.value, i);
      return kept ? { ...input, value: kept } : input;
    }),
  },
});

/** Faults of what is kept from one run to the next, of kernels that move, cast, quantize, scan and sort. */
export const keptFaults: readonly Mutant[] = [
  {
    name: 'what is kept: the outputs of the first run of equal shapes',
    source: ['results cached by shapes, as where constants are folded'],
    operators: allBut('Constant', 'EyeLike', 'Shape', 'Size'),
    keep: () => (correct) =>
      first((example) => `${dimsOf(example)} ${dtypesOf(example)} ${settingsOf(example)} ${example.opset}`, correct),
  },
  {
    name: 'what is kept: the attributes of the first node with inputs of such shapes',
    source: ['plans cached without attributes in their key'],
    operators: allBut(
      'CastLike',
      'DequantizeLinear',
      'DynamicQuantizeLinear',
      'Expand',
      'Identity',
      'NonZero',
      'Range',
      'ScatterND',
      'Size',
      'TensorScatter',
      'Tile',
    ),
    keep: () => (correct) => {
      const settings = first(
        (example) => `${dimsOf(example)} ${example.opset}`,
        ({ proposal }) => proposal.attributes,
      );
      return (example) => correct({ ...example, proposal: { ...example.proposal, attributes: settings(example) } });
    },
  },
  {
    name: 'what is kept: the shapes of the outputs of the first run of such a rank',
    source: ['plans cached without shapes in their key'],
    operators: allBut('Constant', 'Shape', 'Size'),
    keep: () => (correct) => {
      const ranks = (example: Example) =>
        JSON.stringify(example.proposal.inputs.map(({ value }) => value?.dims.length));
      const shapes = first(ranks, (example) => correct(example).map(({ dims }) => dims));
      return (example) => {
        const kept = shapes(example);
        return correct(example).map((output, i) => {
          const dims = kept[i] ?? output.dims;
          return { ...output, dims, data: output.data.slice(0, elementCount(dims)) } as Tensor;
        });
      };
    },
  },
  {
    name: 'what is kept: inputs after the first, from the first run of such shapes',
    source: ['what says how to compute is read when a session is made, or at its first run'],
    operators: allBut(
      'BitCast',
      'Cast',
      'CastLike',
      'Constant',
      'ConstantOfShape',
      'DepthToSpace',
      'DynamicQuantizeLinear',
      'EyeLike',
      'Flatten',
      'Identity',
      'NonZero',
      'Shape',
      'Size',
      'SpaceToDepth',
      'Transpose',
      'Unique',
    ),
    keep: () => (correct) => {
      const inputs = first(
        (example) => `${dimsOf(example)} ${dtypesOf(example)}`,
        ({ proposal }) => proposal.inputs.map(({ value }) => value),
      );
      return (example) => {
        const kept = inputs(example);
        return correct(withInputs(example, (_, i) => (i > 0 ? kept[i] : undefined)));
      };
    },
  },
  {
    name: 'what is kept: constants of the model that was loaded first, by their place and shape',
    source: ['weights packed once, and found again by a name that another model has as well'],
    operators:
      'CenterCropPad ConstantOfShape CumProd CumSum Expand Gather GatherElements GatherND Pad QuantizeLinear Range Reshape ScatterElements ScatterND Slice Split Squeeze Tile TopK Trilu'.split(
        ' ',
      ),
    keep: () => (correct) => {
      const constants = new Map<string, Tensor>();
      return (example) =>
        correct(
          withInputs(example, (value, i) => {
            if (example.proposal.inputs[i]!.form !== 'initializer') return undefined;
            const key = `${example.cell.operator.name} ${i} ${value.dtype} ${value.dims}`;
            constants.set(key, constants.get(key) ?? value);
            return constants.get(key);
          }),
        );
    },
  },
  {
    name: 'what is kept: nothing of a model of constants alone after its first run',
    source: ['constants whose memory is given up at their last use, as that of any other value'],
    operators: ['Concat', 'Gather', 'Transpose'],
    keep: () => (correct) => {
      let runs = 0;
      return (example) => {
        const outputs = correct(example);
        const isConstant = example.proposal.inputs.every(({ form }) => form !== 'input');
        return isConstant && runs++ > 0
          ? outputs.map(({ dtype, dims }) => ({ dtype, dims, data: allocate(dtype, elementCount(dims)) }))
          : outputs;
      };
    },
  },
  {
    name: 'what is kept: an output is the memory of an input that has its bits',
    source: ['views that are handed out'],
    operators: allBut(
      'Constant',
      'ConstantOfShape',
      'DequantizeLinear',
      'DynamicQuantizeLinear',
      'EyeLike',
      'GatherND',
      'NonMaxSuppression',
      'NonZero',
      'OneHot',
      'QuantizeLinear',
      'Range',
      'Shape',
      'Size',
      'TensorScatter',
    ),
    keep: () => (correct) => (example) =>
      correct(example).map((output) => {
        const { value } = example.proposal.inputs[0] ?? {};
        const isSame =
          value &&
          value.dtype === output.dtype &&
          value.dtype !== 'string' &&
          Buffer.compare(bytesOf(value), bytesOf(output)) === 0;
        return isSame ? ({ ...output, data: value.data } as Tensor) : output;
      }),
  },
  {
    name: 'what is kept: one buffer for the outputs of all runs',
    source: ['arenas that are used again while somebody holds what was handed out'],
    operators: allBut('Constant'),
    keep: () => (correct) => {
      const buffers = new Map<string, Tensor['data']>();
      return (example) =>
        correct(example).map((output, i) => {
          const key = `${i} ${output.dtype} ${output.data.length}`;
          const buffer = buffers.get(key) ?? output.data;
          buffers.set(key, buffer);
          for (const [k, x] of output.data.entries()) buffer[k] = x;
          return { ...output, data: buffer } as Tensor;
        });
    },
  },
];
