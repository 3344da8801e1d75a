import { findOperator } from '../../../oracles/operators.ts';
import type { WrittenGraph, WrittenNode } from '../../../oracles/spec/declaration.ts';
import { isOfTensors } from '../../../oracles/spec/expect-values.ts';
import type { GraphPlan } from './notation.ts';

/** The same nodes next to others, which an optimizer removes, or has to respect, while it rewrites them. */
export const variants: Readonly<Record<string, (plan: GraphPlan) => WrittenGraph>> = {
  'behind Identity': behindIdentity,
  'every value needed as well': withAllValues,
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

/** The nodes read copies of the values that are given at run time. */
function behindIdentity({ graph, inputs }: GraphPlan): WrittenGraph {
  const copies = new Map(
    graph.inputs.filter((_, i) => inputs[i]!.form === 'input').map((name) => [name, `${name}_copied`]),
  );
  const nodes = graph.nodes.map((node) => ({ ...node, inputs: node.inputs.map((name) => copies.get(name) ?? name) }));
  return { ...graph, nodes: [...Array.from(copies, ([name, copy]) => identity(name, copy)), ...nodes] };
}

/** Each value is an output, and another node reads it. */
function withAllValues({ graph }: GraphPlan): WrittenGraph {
  const values = graph.nodes.flatMap(({ outputs }) => outputs.filter(Boolean));
  const readers = values.map((name) => identity(name, `${name}_again`));
  return {
    ...graph,
    nodes: [...graph.nodes, ...readers],
    outputs: [...values, ...readers.flatMap(({ outputs }) => outputs)],
  };
}
