import { expectGraphValues } from '../../oracles/graph/expect.ts';
import type { Body, Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { bodiesIn, inputNamesOf, renameValues, resolveNode, toWrittenNode } from '../../oracles/graph/resolve.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { mapTensors, typeOf, type Value } from '../../oracles/numerics/value.ts';
import { formatType } from '../../oracles/numerics/value-type.ts';
import { findOperator } from '../../oracles/operators.ts';
import type { AttributeValue, Subgraph, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { Program } from './program.ts';

type GraphRun = ReadonlyMap<string, Value>;

/**
 * Yields programs with fewer nodes or outputs: only one node, only the graph of a node, or with a node replaced by one of its inputs or
 * by values given at run time.
 */
export function* withFewerNodes(program: Program): Generator<Program> {
  const { graph, runs } = program;
  const { nodes, outputs } = graph;
  if (outputs.length > 1) {
    for (const name of outputs) yield pruned({ ...program, graph: { ...graph, outputs: [name] } });
  }
  yield* withBodiesAlone(program);
  if (nodes.length > 1) {
    const values = runs.map((run) => valuesOf(graph, run));
    for (const node of nodes) yield withOnly([node], program, values);
    for (const node of nodes) yield givenAtRunTime(node, program, values);
    for (const node of nodes) yield* bypassed(node, program, values[0]!);
    // the values that a node reads become outputs in its place
    for (const node of nodes) yield cutBefore(node, program);
  }
  if (outputs.length > 1) {
    for (const name of outputs) {
      yield pruned({ ...program, graph: { ...graph, outputs: outputs.filter((other) => other !== name) } });
    }
  }
  for (const node of nodes) {
    for (const simpler of node.bodies ? simplerNodes(toWrittenNode(node)) : []) {
      yield pruned(inPlaceOf(node, simpler, program));
    }
  }
}

/** Replaces a node by others; outputs that they do not produce are dropped. */
function inPlaceOf(node: GraphNode, by: readonly WrittenNode[], { graph, ...program }: Program): Program {
  const lost = node.outputs.filter((name) => !by.some(({ outputs }) => outputs.includes(name)));
  return {
    ...program,
    graph: {
      ...graph,
      nodes: graph.nodes.flatMap((other) =>
        other === node ? by.map((one) => resolveNode(one, program.opset, findOperator)) : other,
      ),
      outputs: graph.outputs.filter((name) => !lost.includes(name)),
    },
  };
}

/** Yields programs with the graph of a node in its place, on the values of the graph's first run in each run of the program. */
function* withBodiesAlone(program: Program): Generator<Program> {
  const { graph, runs } = program;
  if (graph.nodes.every(({ bodies }) => !bodies)) return;
  const firstRuns = runs.map((run) => {
    const first = new Map<Body, readonly Value[]>();
    expectGraphValues(graph, run, undefined, {
      onRun: (body, inputs) => first.set(body, first.get(body) ?? inputs),
    });
    return first;
  });
  for (const [place, { bodies = {} }] of graph.nodes.entries()) {
    for (const body of Object.values(bodies)) {
      if (firstRuns.some((first) => !first.has(body))) continue;
      const computed = new Set(body.nodes.flatMap(({ outputs }) => outputs));
      yield pruned({
        ...program,
        graph: {
          nodes: [...graph.nodes.slice(0, place), ...body.nodes],
          initializers: new Map([...graph.initializers, ...body.initializers]),
          outputs: body.outputs.filter((name) => computed.has(name)),
        },
        runs: runs.map((run, i) => {
          const inputs = firstRuns[i]!.get(body)!;
          return new Map([...run, ...body.inputs.map((name, k) => [name, inputs[k]!] as const)]);
        }),
      });
    }
  }
}

/** Yields replacements for a node with graphs: a graph of it that has no inputs, or the node with smaller graphs. */
function* simplerNodes(node: WrittenNode): Generator<readonly WrittenNode[]> {
  const bodies = bodiesIn(node.attributes);
  for (const [, { inputs, nodes, outputs, initializers }] of bodies) {
    if (inputs.length > 0 || initializers.length > 0 || outputs.length < node.outputs.length) continue;
    const names = new Map(outputs.map(({ name }, i) => [name, node.outputs[i]!]));
    yield nodes.map((own) => renameValues(own, (name) => names.get(name) ?? name));
  }
  if (bodies.length > 0) yield* withFewerOutputs(node);
  const withBody = (name: string, value: Subgraph): readonly WrittenNode[] => [
    { ...node, attributes: { ...node.attributes, [name]: { type: 'GRAPH', value } } },
  ];
  for (const [name, body] of bodies) {
    for (const [place, own] of body.nodes.entries()) {
      for (const by of simplerNodes(own))
        yield withBody(name, { ...body, nodes: body.nodes.toSpliced(place, 1, ...by) });
      for (const without of withoutNode(body, own)) yield withBody(name, without);
    }
  }
}

/** Yields a node and its graphs without one output; also without one input, which the graphs then read from outside. */
function* withFewerOutputs(node: WrittenNode): Generator<readonly WrittenNode[]> {
  const { attributes, inputs, outputs } = node;
  const without = (output: number, input?: number): readonly WrittenNode[] => {
    const bodies = bodiesIn(attributes).map(([name, body]): [string, AttributeValue] => {
      // graphs may have further outputs before those of the node
      const own = body.outputs.toSpliced(body.outputs.length - outputs.length + output, 1);
      const less = { ...body, outputs: own };
      return [name, { type: 'GRAPH', value: input === undefined ? less : withoutInput(less, input, inputs[input]!) }];
    });
    return [
      {
        ...node,
        inputs: input === undefined ? inputs : inputs.toSpliced(input, 1),
        outputs: outputs.toSpliced(output, 1),
        attributes: { ...attributes, ...Object.fromEntries(bodies) },
      },
    ];
  };
  for (const output of outputs.length > 1 ? outputs.keys() : []) {
    for (const [input, name] of inputs.entries()) if (name !== '') yield without(output, input);
    yield without(output);
  }
}

function withoutInput(body: Subgraph, input: number, outside: string): Subgraph {
  const { name } = body.inputs[input] ?? { name: '' };
  const instead = (own: string) => (own === name ? outside : own);
  return {
    ...body,
    inputs: body.inputs.toSpliced(input, 1),
    nodes: body.nodes.map((node) => renameValues(node, instead)),
  };
}

/** Yields a graph without a node; its readers read one of its inputs instead. The outputs of the graph are still computed by its nodes. */
function* withoutNode(body: Subgraph, node: WrittenNode): Generator<Subgraph> {
  const left = body.nodes.filter((other) => other !== node);
  const computed = new Set(left.flatMap(({ outputs }) => outputs));
  const given = body.outputs.filter(({ name }) => node.outputs.includes(name));
  if (given.length === 0 && !left.some((other) => inputNamesOf(other).some((name) => node.outputs.includes(name)))) {
    yield { ...body, nodes: left };
    return;
  }
  const [output, ...others] = node.outputs as [string];
  if (others.length > 0) return;
  for (const input of new Set(node.inputs)) {
    if (input === '' || (given.length > 0 && !computed.has(input))) continue;
    const instead = (name: string) => (name === output ? input : name);
    yield {
      ...body,
      nodes: left.map((other) => renameValues(other, instead)),
      outputs: body.outputs.map((own) => ({ ...own, name: instead(own.name) })),
    };
  }
}

/** The values of a graph in a run; a computed value is the best one. */
export function valuesOf(graph: Graph, run: GraphRun): GraphRun {
  const names = graph.nodes.flatMap(({ outputs }) => outputs.filter((name) => name !== ''));
  const expected = expectGraphValues({ ...graph, outputs: names }, run);
  const computed = names.map((name, i) => [name, mapTensors(expected[i]!, referenceTensor)] as const);
  return new Map<string, Value>([...graph.initializers, ...run, ...computed]);
}

/** A program of some nodes only; the other values that they read are given at run time. */
function withOnly(nodes: readonly GraphNode[], program: Program, values: readonly GraphRun[]): Program {
  const own = new Set(nodes.flatMap(({ outputs }) => outputs));
  const read = new Set(nodes.flatMap(inputNamesOf));
  return pruned({
    ...program,
    graph: { ...program.graph, nodes, outputs: [...own].filter((name) => name !== '' && !read.has(name)) },
    runs: values.map((all) => all),
  });
}

/** The program without a node, whose outputs are given at run time. */
function givenAtRunTime(node: GraphNode, program: Program, values: readonly GraphRun[]): Program {
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

/** Returns a node that reads values by other names, in its graphs as well. */
const reading = (node: GraphNode, nameOf: (name: string) => string, opset: number): GraphNode =>
  node.bodies
    ? resolveNode(renameValues(toWrittenNode(node), nameOf), opset, findOperator)
    : { ...node, inputs: node.inputs.map((name) => name && nameOf(name)) };

/** Yields programs without a node; its readers read one of its inputs instead. */
function* bypassed(node: GraphNode, program: Program, values: GraphRun): Generator<Program> {
  const { graph } = program;
  const [output] = node.outputs as [string];
  if (graph.outputs.includes(output)) return;
  for (const input of new Set(node.inputs)) {
    const [from, to] = [values.get(input), values.get(output)];
    if (!from || !to || formatType(typeOf(from)) !== formatType(typeOf(to))) continue;
    const nodes = graph.nodes
      .filter((other) => other !== node)
      .map((other) => reading(other, (name) => (name === output ? input : name), program.opset));
    yield pruned({ ...program, graph: { ...graph, nodes } });
  }
}

/** The program without a node; the computed values that it reads become outputs. */
function cutBefore(node: GraphNode, program: Program): Program {
  const { graph } = program;
  const computed = new Set(graph.nodes.flatMap(({ outputs }) => outputs));
  const read = inputNamesOf(node).filter((name) => computed.has(name));
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
    for (const name of inputNamesOf(node)) needed.add(name);
  }
  const computed = new Set(kept.flatMap(({ outputs }) => outputs));
  const isGiven = ([name]: readonly [string, Value]) => needed.has(name) && !computed.has(name);
  const initializers = new Map([...graph.initializers].filter(isGiven));
  return {
    ...program,
    graph: { nodes: kept, initializers, outputs: graph.outputs },
    runs: runs.map((run) => new Map([...run].filter((one) => isGiven(one) && !initializers.has(one[0])))),
    ...(from && from.length === graph.nodes.length && { from: from.filter((_, i) => kept.includes(graph.nodes[i]!)) }),
  };
}
