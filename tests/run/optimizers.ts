import { expectGraph } from '../../oracles/graph/expect.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Adapter } from '../../src/backends/adapter.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import type { DecodedNode } from '../../vectors/onnx/graph-proto.ts';
import { type DecodedModel, decodeModel } from '../../vectors/onnx/model.ts';

/** What a pass of an optimizer sees: a node, the node that gives one of its inputs, and constants by name. */
interface Seen {
  readonly node: DecodedNode;
  readonly before: DecodedNode | undefined;
  readonly constant: (name: string | undefined) => Tensor | undefined;
  readonly nodes: readonly DecodedNode[];
}

/** What a pass puts in the place of a node; `undefined` leaves it as it is. */
export type Pass = (seen: Seen) => DecodedNode | undefined;

const isPair = ({ node, before }: Seen, first: string, second: string): boolean =>
  before?.opType === first && node.opType === second;

const named = (node: DecodedNode, opType: string, inputs: readonly string[]): DecodedNode => ({
  ...node,
  opType,
  inputs,
  attributes: {},
});

/** Passes that are right of some graphs and wrong of others, by the clause that has to show them. */
export const wrongPasses: Readonly<Record<string, Pass>> = {
  'cast-cast': (seen) => (isPair(seen, 'Cast', 'Cast') ? { ...seen.node, inputs: seen.before!.inputs } : undefined),
  'transpose-transpose': (seen) =>
    isPair(seen, 'Transpose', 'Transpose') ? named(seen.node, 'Identity', seen.before!.inputs) : undefined,
  'pad-pool': (seen) => {
    const pads = seen.constant(seen.before?.inputs[1]);
    if (!isPair(seen, 'Pad', 'MaxPool') || !pads) return undefined;
    const spatial = elementsOf(pads)
      .map(Number)
      .filter((_, i, all) => i % (all.length / 2) >= 2);
    const attributes = { ...seen.node.attributes, pads: { type: 'INTS', value: spatial } as const };
    return { ...seen.node, attributes, inputs: [seen.before!.inputs[0]!] };
  },
  'conv-add': (seen) => {
    const bias = seen.constant(seen.node.inputs[1]);
    const weights = seen.constant(seen.before?.inputs[1]);
    if (!isPair(seen, 'Conv', 'Add') || !bias || bias.dims.length !== 1 || bias.dims[0] !== weights?.dims[0])
      return undefined;
    return {
      ...seen.before!,
      inputs: [...seen.before!.inputs.slice(0, 2), seen.node.inputs[1]!],
      outputs: seen.node.outputs,
    };
  },
  'relu-clip': (seen) => (isPair(seen, 'Clip', 'Relu') || isPair(seen, 'Relu', 'Clip') ? dropped(seen) : undefined),
  'squeeze-unsqueeze': (seen) =>
    isPair(seen, 'Squeeze', 'Unsqueeze') ? named(seen.node, 'Identity', seen.before!.inputs.slice(0, 1)) : undefined,
  'reshape-reshape': (seen) => (isPair(seen, 'Reshape', 'Reshape') ? dropped(seen) : undefined),
  'gather-gather': (seen) => (isPair(seen, 'Gather', 'Gather') ? dropped(seen) : undefined),
  'not-not': (seen) =>
    isPair(seen, 'Less', 'Not') ? named(seen.node, 'GreaterOrEqual', seen.before!.inputs) : undefined,
  'mul-zero': ({ node }) =>
    node.opType === 'Div' && node.inputs[0] === node.inputs[1] ? named(node, 'Sign', [node.inputs[0]!]) : undefined,
  'same-node-twice': ({ node, nodes }) => {
    const same = (other: DecodedNode) => other.opType === node.opType && String(other.inputs) === String(node.inputs);
    const first = nodes.find(same)!;
    return first === node || node.outputs.length > 1 ? undefined : named(node, 'Identity', [first.outputs[0]!]);
  },
  'layer-norm-written-out': ({ node }) =>
    node.opType === 'Pow' ? named(node, 'Mul', [node.inputs[0]!, node.inputs[0]!]) : undefined,
};

/** The node with the input of the node before it. */
const dropped = ({ node, before }: Seen): DecodedNode => ({
  ...node,
  inputs: [before!.inputs[0]!, ...node.inputs.slice(1)],
});

function optimized(model: DecodedModel, pass: Pass): DecodedModel {
  const constants = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  const { nodes } = model;
  return {
    ...model,
    nodes: nodes.map((node) => {
      const before = nodes.find(({ outputs }) => outputs.includes(node.inputs[0]!));
      return pass({ node, before, nodes, constant: (name) => constants.get(name ?? '') }) ?? node;
    }),
  };
}

/** A right runtime with an optimizer in front of it. */
export const optimizing = (pass: Pass) =>
  ({
    name: 'optimizing',
    version: '1',
    prepare: (bytes: Uint8Array) => ({
      run(inputs: ReadonlyMap<string, Tensor>) {
        const graph = readGraph(optimized(decodeModel(bytes, 'the model'), pass));
        if ('unknown' in graph) throw new Error(graph.unknown);
        return expectGraph(graph, inputs).map(referenceTensor);
      },
    }),
  }) satisfies Adapter;
