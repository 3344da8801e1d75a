import type { WrittenNode } from '../../../oracles/spec/declaration.ts';
import type { GraphPlan } from './notation.ts';

/** Graphs without bodies next to each other in one model: what an optimizer makes of each shows, for the cost of one case. */
export function joined(plans: readonly GraphPlan[]): GraphPlan {
  const parts = plans.map(({ graph, inputs }, i) => {
    const own = (names: readonly string[]) => names.map((name) => name && `${name}_${i}`);
    const nodes = graph.nodes.map(
      (node): WrittenNode => ({ ...node, inputs: own(node.inputs), outputs: own(node.outputs) }),
    );
    return { nodes, names: own(graph.inputs), outputs: own(graph.outputs), inputs };
  });
  return {
    graph: {
      nodes: parts.flatMap(({ nodes }) => nodes),
      inputs: parts.flatMap(({ names }) => names),
      outputs: parts.flatMap(({ outputs }) => outputs),
    },
    inputs: parts.flatMap(({ inputs }) => inputs),
  };
}
