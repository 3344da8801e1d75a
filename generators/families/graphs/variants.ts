import { findOperator } from '../../../oracles/operators.ts';
import type { Subgraph, WrittenGraph, WrittenNode } from '../../../oracles/spec/declaration.ts';
import { isOfTensors } from '../../../oracles/spec/expect-values.ts';
import type { GraphPlan } from './notation.ts';

/** The variant that optimizers forget most often: they remove what another node reads. */
export const mostForgotten = 'every value needed as well';

/** The same nodes next to others, which an optimizer removes, or has to respect, while it rewrites them. */
export const variants: Readonly<Record<string, (plan: GraphPlan) => GraphPlan>> = {
  'behind Identity': behindIdentity,
  [mostForgotten]: withAllValues,
  'every value read by a body as well': withBodies,
};

/** Whether all values of a graph are tensors: at most opsets Identity takes nothing else. */
export const hasTensorsAlone = ({ graph }: GraphPlan): boolean =>
  graph.nodes.every(({ opType }) => isOfTensors(findOperator(opType)!));

const identity = (input: string, output: string): WrittenNode => ({
  opType: 'Identity',
  attributes: {},
  inputs: [input],
  outputs: [output],
});

const valuesOf = ({ nodes }: WrittenGraph): readonly string[] =>
  nodes.flatMap(({ outputs }) => outputs.filter(Boolean));

/** The nodes read copies of the values that are given at run time. */
function behindIdentity({ graph, inputs }: GraphPlan): GraphPlan {
  const copies = new Map(
    graph.inputs.filter((_, i) => inputs[i]!.form === 'input').map((name) => [name, `${name}_copied`]),
  );
  const nodes = graph.nodes.map((node) => ({ ...node, inputs: node.inputs.map((name) => copies.get(name) ?? name) }));
  const all = [...Array.from(copies, ([name, copy]) => identity(name, copy)), ...nodes];
  return { graph: { ...graph, nodes: all }, inputs };
}

/** Each value is an output, and another node reads it. */
function withAllValues({ graph, inputs }: GraphPlan): GraphPlan {
  const values = valuesOf(graph);
  const readers = values.map((name) => identity(name, `${name}_again`));
  return {
    graph: {
      ...graph,
      nodes: [...graph.nodes, ...readers],
      outputs: [...values, ...readers.flatMap(({ outputs }) => outputs)],
    },
    inputs,
  };
}

/** Each value is read by both branches of a node whose condition comes at run time, and by no other node than before. */
function withBodies({ graph, inputs }: GraphPlan): GraphPlan {
  const values = valuesOf(graph);
  const branch = (name: string): Subgraph => {
    const nodes = values.map((value) => identity(value, `${value}_in_${name}`));
    const outputs = nodes.flatMap((node) => node.outputs.map((output) => ({ name: output })));
    return { name, nodes, inputs: [], outputs, initializers: [] };
  };
  const chosen: WrittenNode = {
    opType: 'If',
    attributes: {
      then_branch: { type: 'GRAPH', value: branch('then') },
      else_branch: { type: 'GRAPH', value: branch('else') },
    },
    inputs: ['is_then'],
    outputs: values.map((name) => `${name}_chosen`),
  };
  return {
    graph: {
      nodes: [...graph.nodes, chosen],
      inputs: [...graph.inputs, 'is_then'],
      outputs: [...graph.outputs, ...chosen.outputs],
    },
    inputs: [...inputs, { dims: [], dtype: 'bool', numbers: [1], form: 'input' }],
  };
}
