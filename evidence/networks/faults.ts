/** Faults that one node of a network may have. */
import type { DType, FloatFormat } from '../../oracles/numerics/dtype.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Attributes, AttributeValue, NamedTensor, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { ModelSpec } from '../../vectors/onnx/model.ts';

/** A node and its surroundings in a network. */
export interface Site {
  readonly node: WrittenNode;
  /** returns the constant that an input reads, by the input's index; `undefined` if it is not a constant */
  readonly constant: (input: number) => Tensor | undefined;
  /** its first output in a correct runtime */
  readonly output: Tensor;
}

/** The nodes and constants that replace a node. */
interface Replacement {
  readonly nodes: readonly WrittenNode[];
  readonly constants?: readonly NamedTensor[];
}

/** A fault of a node, with the name that is printed. */
export interface NetworkFault {
  readonly id: string;
  /** returns the faulty replacement; `undefined` if the node cannot have the fault */
  readonly plant: (site: Site) => Replacement | undefined;
}

const operator =
  (...names: readonly string[]) =>
  ({ node }: Site) =>
    names.includes(node.opType) && (node.domain ?? '') === '';

const products = operator('Conv', 'ConvTranspose', 'Gemm', 'MatMul');

/** Replaces attributes of the node. */
const withAttributes = ({ node }: Site, attributes: Attributes): Replacement => ({
  nodes: [{ ...node, attributes: { ...node.attributes, ...attributes } }],
});

const isFloat = (dtype: DType): boolean => formatOf(dtype).kind === 'float';

/** Replaces the numbers of a constant that the node reads. */
function withConstant(
  { node, constant }: Site,
  input: number,
  change: (at: (index: number) => number, dims: readonly number[]) => (index: number) => number,
): Replacement | undefined {
  const own = constant(input);
  if (!own || !isFloat(own.dtype)) return undefined;
  const scalar = scalarsOf(own);
  const at = change((i) => Number(scalar(i)), own.dims);
  const changed = rounded(own.dtype, own.dims, at);
  const name = `planted in ${node.inputs[input]}`;
  return {
    nodes: [{ ...node, inputs: node.inputs.map((one, i) => (i === input ? name : one)) }],
    constants: [{ name, tensor: changed }],
  };
}

const rounded = (dtype: DType, dims: readonly number[], at: (index: number) => number): Tensor =>
  tensorOfScalars(dtype, dims, (i) => roundDouble(at(i), formatOf(dtype) as FloatFormat));

/** Rounds the weights of a product to `precision` bits. */
const fewerBits =
  (precision: number) =>
  (site: Site): Replacement | undefined =>
    products(site)
      ? withConstant(site, 1, (at) => (i) => {
          const x = at(i);
          const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) + 1 - precision);
          return x === 0 ? 0 : Math.round(x / unit) * unit;
        })
      : undefined;

/** Adds nodes after the first output of the node. */
function behind(site: Site, add: (raw: string, output: string) => Replacement): Replacement | undefined {
  if (!isFloat(site.output.dtype) || elementCount(site.output.dims) === 0) return undefined;
  const [output, ...others] = site.node.outputs;
  const raw = `${output} before`;
  const { nodes, constants = [] } = add(raw, output!);
  return { nodes: [{ ...site.node, outputs: [raw, ...others] }, ...nodes], constants };
}

/** Adds 0.01 to some elements of the first output. */
const offAt =
  (isOff: (index: number, dims: readonly number[]) => boolean) =>
  (site: Site): Replacement | undefined =>
    behind(site, (raw, output) => {
      const { dtype, dims } = site.output;
      const name = `planted behind ${output}`;
      return {
        nodes: [{ opType: 'Add', attributes: {}, inputs: [raw, name], outputs: [output] }],
        constants: [{ name, tensor: rounded(dtype, dims, (i) => (isOff(i, dims) ? 0.01 : 0)) }],
      };
    });

const number = (attributes: Attributes, name: string, usual: number) =>
  (attributes[name]?.value as number | undefined) ?? usual;
const float = (value: number): AttributeValue => ({ type: 'FLOAT', value });
const int = (value: number): AttributeValue => ({ type: 'INT', value });

/** Changes a float attribute; `usual` has its default by operator. */
const changed =
  (name: string, usual: Readonly<Record<string, number>>, change: (x: number) => number) =>
  (site: Site): Replacement | undefined => {
    const { opType, attributes } = site.node;
    const own = usual[opType];
    return own === undefined || !operator(opType)(site)
      ? undefined
      : withAttributes(site, { [name]: float(change(number(attributes, name, own))) });
  };

const anotherOperator =
  (from: string, to: string, attributes: Attributes = {}) =>
  (site: Site): Replacement | undefined =>
    operator(from)(site) ? { nodes: [{ ...site.node, opType: to, attributes: { ...attributes } }] } : undefined;

/** All faults. */
export const networkFaults: readonly NetworkFault[] = [
  { id: 'weights of 11 bits', plant: fewerBits(11) },
  { id: 'weights of 8 bits', plant: fewerBits(8) },
  {
    id: 'last channel left out',
    plant: (site) =>
      products(site)
        ? withConstant(site, 1, (at, dims) => {
            const inner = elementCount(dims.slice(2));
            const isLast = operator('Conv')(site)
              ? (i: number) => Math.floor(i / inner) % dims[1]! === dims[1]! - 1
              : (i: number) => Math.floor(i / dims.at(-1)!) % dims.at(-2)! === dims.at(-2)! - 1;
            return (i) => (isLast(i) ? 0 : at(i));
          })
        : undefined,
  },
  {
    id: 'bias shifted by a channel',
    plant(site) {
      const input = operator('Conv', 'Gemm')(site) ? 2 : operator('Add')(site) ? 1 : undefined;
      if (input === undefined || site.constant(input)?.dims.length !== 1) return undefined;
      return withConstant(
        site,
        input,
        (at, [length = 0]) =>
          (i) =>
            at((i + 1) % length),
      );
    },
  },
  {
    id: 'padding on the other side',
    plant(site) {
      const pads = site.node.attributes.pads?.value as readonly number[] | undefined;
      if (!operator('Conv', 'MaxPool', 'AveragePool')(site) || !pads?.some((pad) => pad > 0)) return undefined;
      const axis = pads.findIndex((pad) => pad > 0) % (pads.length / 2);
      const [first, last] = [axis, axis + pads.length / 2];
      const step = pads[first]! > 0 ? 1 : -1;
      const moved = pads.map((pad, i) => (i === first ? pad - step : i === last ? pad + step : pad));
      return withAttributes(site, { pads: { type: 'INTS', value: moved } });
    },
  },
  { id: 'rectifier that leaks', plant: anotherOperator('Relu', 'LeakyRelu', { alpha: float(1e-4) }) },
  {
    id: 'epsilon a hundredfold',
    plant: changed('epsilon', { BatchNormalization: 1e-5, LayerNormalization: 1e-5 }, (x) => 100 * x),
  },
  {
    id: 'alpha of another value',
    plant: changed('alpha', { HardSigmoid: 0.2, LeakyRelu: 0.01, Gemm: 1 }, (x) => x * 1.001),
  },
  {
    id: 'padding counted',
    plant(site) {
      const pads = (site.node.attributes.pads?.value ?? []) as readonly number[];
      if (!operator('AveragePool')(site) || !pads.some((pad) => pad > 0)) return undefined;
      return withAttributes(site, { count_include_pad: int(1 - number(site.node.attributes, 'count_include_pad', 0)) });
    },
  },
  {
    id: 'inputs in another order',
    plant: (site) =>
      operator('Concat', 'Sub', 'Div')(site)
        ? { nodes: [{ ...site.node, inputs: site.node.inputs.toReversed() }] }
        : undefined,
  },
  {
    id: 'another axis',
    plant: (site) =>
      operator('Softmax', 'LogSoftmax')(site) && site.output.dims.length > 1
        ? withAttributes(site, { axis: int(number(site.node.attributes, 'axis', -1) === 0 ? 1 : 0) })
        : undefined,
  },
  {
    id: 'average in place of the greatest',
    plant: (site) =>
      operator('MaxPool')(site) && site.node.outputs.length === 1
        ? { nodes: [{ ...site.node, opType: 'AveragePool' }] }
        : undefined,
  },
  { id: 'function nearby', plant: anotherOperator('Erf', 'Tanh') },
  { id: 'function in pieces', plant: anotherOperator('Sigmoid', 'HardSigmoid', { alpha: float(1 / 6) }) },
  {
    id: 'constant off by a thousandth',
    plant: (site) =>
      operator('Mul', 'Div', 'Sub', 'Add', 'Pow', 'Clip')(site)
        ? withConstant(site, 1, (at) => (i) => at(i) * 1.001)
        : undefined,
  },
  {
    id: 'scale off by a thousandth',
    plant: (site) =>
      operator('QuantizeLinear', 'DequantizeLinear')(site)
        ? withConstant(site, 1, (at) => (i) => at(i) * 1.001)
        : undefined,
  },
  {
    id: 'recurrent weights off',
    plant: (site) => (operator('LSTM', 'GRU')(site) ? withConstant(site, 2, (at) => (i) => at(i) * 1.01) : undefined),
  },
  {
    id: 'output through float16',
    plant: (site) =>
      site.output.dtype === 'float32'
        ? behind(site, (raw, output) => ({
            nodes: [
              { opType: 'Cast', attributes: { to: int(10) }, inputs: [raw], outputs: [`${raw} in half`] },
              { opType: 'Cast', attributes: { to: int(1) }, inputs: [`${raw} in half`], outputs: [output] },
            ],
          }))
        : undefined,
  },
  { id: 'last element off', plant: offAt((i, dims) => i === elementCount(dims) - 1) },
  { id: 'last column off', plant: offAt((i, dims) => i % (dims.at(-1) ?? 1) === (dims.at(-1) ?? 1) - 1) },
  { id: 'an element in the middle off', plant: offAt((i, dims) => i === Math.floor(elementCount(dims) * 0.37)) },
];

/** Returns the network with a replacement for one node. */
export function planted(model: ModelSpec, place: number, { nodes, constants = [] }: Replacement): ModelSpec {
  return {
    ...model,
    nodes: model.nodes.flatMap((node, i) => (i === place ? nodes : [node])),
    initializers: [...model.initializers, ...constants],
  };
}
