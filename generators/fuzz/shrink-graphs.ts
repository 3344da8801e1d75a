import { callOfNode } from '../../oracles/graph/expect.ts';
import type { Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Program } from './program.ts';

type GraphRun = ReadonlyMap<string, Tensor>;

/** One node alone, fewer outputs, nodes that are left out, by what they read or by values given in their place. */
export function* withFewerNodes(program: Program): Generator<Program> {
  const { graph, runs } = program;
  const { nodes, outputs } = graph;
  if (outputs.length > 1) {
    for (const name of outputs) yield pruned({ ...program, graph: { ...graph, outputs: [name] } });
  }
  if (nodes.length > 1) {
    const values = runs.map((run) => valuesOf(graph, run));
    for (const node of nodes) yield withOnly([node], program, values);
    for (const node of nodes) yield given(node, program, values);
    for (const node of nodes) yield* bypassed(node, program, values[0]!);
    // what a node reads becomes an output in its place
    for (const node of nodes) yield without(node, program);
  }
  if (outputs.length > 1) {
    for (const name of outputs) {
      yield pruned({ ...program, graph: { ...graph, outputs: outputs.filter((other) => other !== name) } });
    }
  }
}

/** The values of a graph in a run, each the best. */
function valuesOf({ nodes, initializers }: Graph, run: GraphRun): GraphRun {
  const values = new Map([...initializers, ...run]);
  for (const node of nodes) {
    const expected = node.operator.expect(node.version, callOfNode(node, values));
    for (const [i, name] of node.outputs.entries()) if (name !== '') values.set(name, referenceTensor(expected[i]!));
  }
  return values;
}

/** Some nodes, what else they read being given at run time. */
function withOnly(nodes: readonly GraphNode[], program: Program, values: readonly GraphRun[]): Program {
  const own = new Set(nodes.flatMap(({ outputs }) => outputs));
  const read = new Set(nodes.flatMap(({ inputs }) => inputs.filter((name) => name !== '')));
  return pruned({
    ...program,
    graph: { ...program.graph, nodes, outputs: [...own].filter((name) => name !== '' && !read.has(name)) },
    runs: values.map((all) => all),
  });
}

/** Without a node whose outputs are given at run time. */
function given(node: GraphNode, program: Program, values: readonly GraphRun[]): Program {
  const { graph, runs } = program;
  const names = node.outputs.filter((name) => name !== '');
  return pruned({
    ...program,
    graph: {
      ...graph,
      nodes: graph.nodes.filter((other) => other !== node),
      outputs: graph.outputs.filter((name) => !names.includes(name)),
    },
    runs: runs.map((run, i) => new Map([...run, ...names.map((name) => [name, values[i]!.get(name)!] as const)])),
  });
}

/** Without a node, those that read it reading one of its inputs instead. */
function* bypassed(node: GraphNode, program: Program, values: GraphRun): Generator<Program> {
  const { graph } = program;
  const [output] = node.outputs as [string];
  if (graph.outputs.includes(output)) return;
  for (const input of new Set(node.inputs)) {
    if (values.get(input)?.dtype !== values.get(output)?.dtype) continue;
    const nodes = graph.nodes
      .filter((other) => other !== node)
      .map((other) => ({ ...other, inputs: other.inputs.map((name) => (name === output ? input : name)) }));
    yield pruned({ ...program, graph: { ...graph, nodes } });
  }
}

/** Without a node that only gives outputs, what it reads becoming outputs. */
function without(node: GraphNode, program: Program): Program {
  const { graph } = program;
  const computed = new Set(graph.nodes.flatMap(({ outputs }) => outputs));
  const read = node.inputs.filter((name) => computed.has(name));
  return pruned({
    ...program,
    graph: {
      ...graph,
      nodes: graph.nodes.filter((other) => other !== node),
      outputs: [...new Set([...graph.outputs.filter((name) => !node.outputs.includes(name)), ...read])],
    },
  });
}

/** A program without the nodes and values that no output depends on. */
export function pruned(program: Program): Program {
  const { graph, runs, from } = program;
  const needed = new Set(graph.outputs);
  const kept: GraphNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((name) => needed.has(name))) continue;
    kept.unshift(node);
    for (const name of node.inputs) needed.add(name);
  }
  const computed = new Set(kept.flatMap(({ outputs }) => outputs));
  const isGiven = ([name]: readonly [string, Tensor]) => needed.has(name) && !computed.has(name);
  const initializers = new Map([...graph.initializers].filter(isGiven));
  return {
    ...program,
    graph: { nodes: kept, initializers, outputs: graph.outputs },
    runs: runs.map((run) => new Map([...run].filter((one) => isGiven(one) && !initializers.has(one[0])))),
    ...(from && from.length === graph.nodes.length && { from: from.filter((_, i) => kept.includes(graph.nodes[i]!)) }),
  };
}
