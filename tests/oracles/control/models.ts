import { expectGraphValues } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { elementsOf } from '../../../oracles/numerics/tensor.ts';
import { tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import type {
  Attributes,
  AttributeValue,
  NamedTensor,
  Subgraph,
  WrittenNode,
} from '../../../oracles/spec/declaration.ts';
import { readGraph as readModel } from '../../../vectors/onnx/graph.ts';
import { decodeModel, encodeModel } from '../../../vectors/onnx/model.ts';

/** `s = Add x y`, and its attributes; `_` is an empty name. */
export type Line = string | readonly [line: string, attributes: Attributes];

const nodeOf = (line: Line): WrittenNode => {
  const [text, attributes] = typeof line === 'string' ? [line, {}] : line;
  const [left, right] = text.split(' = ') as [string, string];
  const [opType, ...inputs] = right.split(' ') as [string, ...string[]];
  return { opType, attributes, inputs: inputs.map((name) => (name === '_' ? '' : name)), outputs: left.split(' ') };
};

/** A graph as the value of an attribute, of inputs and outputs whose types are not declared. */
export function body(
  inputs: string,
  outputs: string,
  lines: readonly Line[],
  initializers: Readonly<Record<string, NamedTensor['tensor']>> = {},
): AttributeValue {
  const named = (list: string) => list.split(' ').flatMap((name) => (name === '' ? [] : { name }));
  const value: Subgraph = {
    name: 'body',
    nodes: lines.map(nodeOf),
    inputs: named(inputs),
    outputs: named(outputs),
    initializers: Object.entries(initializers).map(([name, tensor]) => ({ name, tensor })),
  };
  return { type: 'GRAPH', value };
}

/** The same graph, with what it declares of its outputs. */
export const withOutputs = (graph: AttributeValue, outputs: Subgraph['outputs']): AttributeValue =>
  graph.type === 'GRAPH' ? { ...graph, value: { ...graph.value, outputs } } : graph;

/** A model of some nodes, written and read. */
export function graphWith(
  lines: readonly Line[],
  values: Readonly<Record<string, Value>>,
  outputs: string,
  opset = 18,
): Graph {
  const info = (name: string) => ({ name, dtype: 'float32' as const, dims: undefined });
  const model = encodeModel({
    name: 'control',
    opset,
    nodes: lines.map(nodeOf),
    inputs: Object.keys(values).map(info),
    outputs: outputs.split(' ').map(info),
    initializers: [],
  });
  const graph = readModel(decodeModel(model));
  if ('unknown' in graph) throw new Error(graph.unknown);
  return graph;
}

/** The best answer of each output: the elements of its tensors, or of its only one. */
export const answers = (...[lines, values, outputs, opset]: Parameters<typeof graphWith>) =>
  expectGraphValues(graphWith(lines, values, outputs, opset), new Map(Object.entries(values))).map((value) =>
    tensorsIn(referenceValue(value)).map((tensor) => elementsOf(tensor).map(Number)),
  );
