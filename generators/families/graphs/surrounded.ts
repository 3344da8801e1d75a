import { indexOf, placeOf, transposeMap } from '../../../oracles/arrays/index-map.ts';
import { scalarsOf, type Tensor, tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import {
  type Attributes,
  inputAt,
  inputName,
  outputName,
  type WrittenNode,
} from '../../../oracles/spec/declaration.ts';
import type { Operator, OperatorVersion } from '../../../oracles/spec/operator.ts';
import { calleeOf } from '../../../oracles/spec/operator-name.ts';
import type { Proposal, ProposedInput } from '../../cases/proposal.ts';

/** Nodes that optimizers move past others, or merge with them, around a node of any operator. */
export interface Surrounding {
  /** what is put around the node, in words */
  readonly what: string;
  /** whether the oracle has an answer among such nodes */
  suits(operator: Operator): boolean;
  /** the node in front of an input, which gives its value or one near it; `undefined` if there is none */
  inFront(input: NamedValueOf<Tensor>, version: OperatorVersion, index: number): PrecedingNodes | undefined;
  /** the node behind the first output; `undefined` if there is none */
  behind(output: NamedValueOf<Pick<Tensor, 'dtype' | 'dims'>>): Pick<PrecedingNodes, 'node' | 'constants'> | undefined;
}

interface NamedValueOf<T> {
  readonly name: string;
  readonly value: T;
}

/** What stands in front of an input. */
interface PrecedingNodes {
  readonly node: WrittenNode;
  /** what it reads at run time, or as a constant, as the input would be */
  readonly read: NamedValueOf<Tensor>;
  readonly constants?: readonly NamedValueOf<Tensor>[];
  /** what it gives */
  readonly value: Tensor;
}

const node = (opType: string, inputs: readonly string[], output: string, attributes: Attributes = {}): WrittenNode => ({
  opType,
  attributes,
  inputs,
  outputs: [output],
});

const transposition = (input: string, output: string, perm: readonly number[]): WrittenNode =>
  node('Transpose', [input], output, { perm: { type: 'INTS', value: perm } });

/** The order in which data with channels last have their channels second. */
const channelsSecond = (rank: number): readonly number[] =>
  rank < 3 ? [...Array(rank).keys()].reverse() : [0, rank - 1, ...Array.from({ length: rank - 2 }, (_, i) => i + 1)];

const inverse = (perm: readonly number[]): readonly number[] => perm.map((_, i) => perm.indexOf(i));

function transposedTensor(given: Tensor, perm: readonly number[]): Tensor {
  const { dims, from } = transposeMap(given.dims, perm);
  const at = scalarsOf(given);
  return tensorOfScalars(given.dtype, dims, (i) => at(indexOf(from(placeOf(i, dims))!, given.dims)));
}

const isRandom = ({ family }: Operator): boolean => family === 'random';

/** Those whose shapes, places or bits follow from numbers, which have to be given then, and not computed. */
const needsGiven = new Set([
  'BitCast',
  'DeformConv',
  'MaxRoiPool',
  'NonMaxSuppression',
  'NonZero',
  'Range',
  'RoiAlign',
  'Unique',
]);

/** Data with channels last, which the node reads with channels second. */
export const betweenTranspositions: Surrounding = {
  what: 'between transpositions',
  suits: (operator) => !isRandom(operator),
  inFront({ name, value }, _, index) {
    if (index > 0) return undefined;
    const perm = channelsSecond(value.dims.length);
    const read = { name: `${name}_last`, value: transposedTensor(value, inverse(perm)) };
    return { node: transposition(read.name, name, perm), read, value };
  },
  behind: ({ name, value }) => ({
    node: transposition(name, `${name}_last`, inverse(channelsSecond(value.dims.length))),
  }),
};

const [scale, zeroPoint] = [0.5, 3];
const parameters: readonly NamedValueOf<Tensor>[] = [
  { name: 'quantized_by', value: tensor('float32', [], new Float32Array([scale])) },
  { name: 'quantized_from', value: tensor('int8', [], new Int8Array([zeroPoint])) },
];
const names = parameters.map(({ name }) => name);

/** Data of 8 bits, which the node reads as the numbers that they stand for. */
export const betweenQuantizations: Surrounding = {
  what: 'between quantizations',
  suits: (operator) => !isRandom(operator) && !needsGiven.has(operator.name),
  inFront({ name, value }, version, index) {
    const isMain = inputAt(version, index)?.variable === version.inputs[0]!.variable;
    if (value.dtype !== 'float32' || !isMain) return undefined;
    const at = scalarsOf(value) as (i: number) => number;
    const stored = (i: number) => Math.max(-128, Math.min(127, Math.round((at(i) || 0) / scale) + zeroPoint));
    const quantized = tensorOfScalars('int8', value.dims, (i) => BigInt(stored(i)));
    return {
      node: node('DequantizeLinear', [`${name}_quantized`, ...names], name),
      read: { name: `${name}_quantized`, value: quantized },
      constants: parameters,
      value: tensorOfScalars('float32', value.dims, (i) => (stored(i) - zeroPoint) * scale),
    };
  },
  behind: ({ name, value }) =>
    value.dtype === 'float32'
      ? { node: node('QuantizeLinear', [name, ...names], `${name}_quantized`), constants: parameters }
      : undefined,
};

/** The graph of a call with nodes in front of its inputs and behind its first output. */
export function surrounded(
  { name: operatorName, expect }: Operator,
  version: OperatorVersion,
  call: Proposal,
  { inFront, behind }: Surrounding,
): Proposal {
  const given = new Map<string, ProposedInput>();
  const give = (form: ProposedInput['form'], ...all: readonly NamedValueOf<Tensor>[]) => {
    for (const { name, value } of all) given.set(name, { form, value });
  };
  const nodes: WrittenNode[] = [];
  const names = call.inputs.map(({ value, sameAs }, i) => (value ? inputName(version, sameAs ?? i) : ''));
  const values = new Map<string, Tensor>();
  for (const [i, { form, value }] of call.inputs.entries()) {
    const name = names[i]!;
    if (!value || values.has(name)) continue;
    const front = inFront({ name, value }, version, i);
    values.set(name, front?.value ?? value);
    give(form, front?.read ?? { name, value });
    if (front) nodes.push(front.node);
    give('initializer', ...(front?.constants ?? []));
  }
  const results = expect(version, { ...call, inputs: names.map((name) => values.get(name)) });
  const outputs = results.map((_, i) => outputName(version, i));
  const after = behind({ name: outputs[0]!, value: results[0]! });
  give('initializer', ...(after?.constants ?? []));
  nodes.push({ ...calleeOf(operatorName), attributes: call.attributes, inputs: names, outputs });
  if (after) nodes.push(after.node);
  return {
    attributes: {},
    graph: { nodes, inputs: [...given.keys()], outputs: after ? outputs.with(0, after.node.outputs[0]!) : outputs },
    inputs: [...given.values()],
    dataClass: call.dataClass,
  };
}
