import type { Value } from '../numerics/value.ts';
import { BadInput } from '../spec/bad-input.ts';
import type { Attributes, AttributeValue, Call, Subgraph, WrittenNode } from '../spec/declaration.ts';
import type { Operator } from '../spec/operator.ts';
import { calleeOf } from '../spec/operator-name.ts';
import type { Unfold } from '../spec/unfold.ts';
import { type Imports, versionAt } from '../spec/version-at.ts';
import type { Body, Graph, GraphNode } from './graph.ts';

/** The operator of a name, if it is known. */
export type FindOperator = (name: string, domain?: string) => Operator | undefined;

/** Finds the same operators, of which one does something else with its graphs. */
export const altering =
  (name: string, unfold: Unfold, find: FindOperator): FindOperator =>
  (wanted, domain) => {
    const found = find(wanted, domain);
    return found?.name === name ? { ...found, unfold } : found;
  };

/** The graphs among attributes, by their names. */
export const bodiesIn = (attributes: Attributes = {}): readonly (readonly [string, Subgraph])[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.type === 'GRAPH' ? [[name, attribute.value] as const] : [],
  );

/** All values that a node reads, also within its graphs: these may be their own. */
export const readBy = ({ inputs, attributes }: Pick<WrittenNode, 'inputs' | 'attributes'>): readonly string[] => [
  ...inputs,
  ...bodiesIn(attributes).flatMap(([, { nodes, outputs }]) => [
    ...nodes.flatMap(readBy),
    ...outputs.map(({ name }) => name),
  ]),
];

/** All values that a node gives: those of its outputs that are wanted. */
export const givenBy = ({ outputs }: Pick<WrittenNode, 'outputs'>): readonly string[] =>
  outputs.filter((name) => name !== '');

/** All nodes of a graph, those of bodies included. */
export const nodesWithin = <N extends Pick<GraphNode, 'bodies'>>({
  nodes,
}: {
  readonly nodes: readonly N[];
}): readonly (N | GraphNode)[] =>
  nodes.flatMap((node) => [node, ...Object.values(node.bodies ?? {}).flatMap(nodesWithin)]);

/** A node as a model has it. */
export const written = ({ operator, attributes, inputs, outputs }: GraphNode): WrittenNode => ({
  ...calleeOf(operator.name),
  attributes,
  inputs,
  outputs,
});

/** A node with all names of values in it replaced, those within its graphs included; '' stays. */
export function renamed(node: WrittenNode, nameOf: (name: string) => string): WrittenNode {
  const all = (names: readonly string[]) => names.map((name) => name && nameOf(name));
  const each = <T extends { readonly name: string }>(values: readonly T[]): readonly T[] =>
    values.map((value) => ({ ...value, name: nameOf(value.name) }));
  const bodies = bodiesIn(node.attributes).map(([name, body]): [string, AttributeValue] => {
    const value: Subgraph = {
      ...body,
      initializers: each(body.initializers),
      inputs: each(body.inputs),
      nodes: body.nodes.map((own) => renamed(own, nameOf)),
      outputs: each(body.outputs),
    };
    return [name, { type: 'GRAPH', value }];
  });
  return {
    ...node,
    inputs: all(node.inputs),
    outputs: all(node.outputs),
    ...(bodies.length > 0 && { attributes: { ...node.attributes, ...Object.fromEntries(bodies) } }),
  };
}

/**
 * A node, and those of its graphs, with the versions that are in force in a model.
 * @throws BadInput for an operator that is not known, or does not exist in what the model imports
 */
export function resolveNode(
  { opType, domain, attributes, inputs, outputs }: WrittenNode,
  imports: Imports,
  find: FindOperator,
): GraphNode {
  const operator = find(opType, domain);
  if (!operator) throw new BadInput(`the oracle does not know ${opType}`);
  const bodies = bodiesIn(attributes).map(([name, body]) => [name, bodyOf(body, imports, find)] as const);
  return {
    operator,
    version: versionAt(operator, imports),
    attributes,
    inputs,
    outputs,
    ...(bodies.length > 0 && { bodies: Object.fromEntries(bodies) }),
  };
}

const bodyOf = ({ nodes, inputs, outputs, initializers }: Subgraph, imports: Imports, find: FindOperator): Body => ({
  nodes: nodes.map((node) => resolveNode(node, imports, find)),
  inputs: inputs.map(({ name }) => name),
  outputs: outputs.map(({ name }) => name),
  declared: outputs.map((output) => ('dtype' in output ? output : undefined)),
  initializers: new Map(initializers.map(({ name, tensor }) => [name, tensor])),
});

/** The graph of a call, with the values of its inputs by name. */
export interface CalledGraph {
  readonly graph: Graph;
  readonly values: ReadonlyMap<string, Value>;
}

/**
 * The graph that a call brings with it; its nodes are of the versions in force at an opset.
 * @throws BadInput for a call without one, and as {@link resolveNode}
 */
export function resolveCall({ graph, inputs }: Call<Value>, opset: number, find: FindOperator): CalledGraph {
  if (!graph) throw new BadInput('the call has no graph');
  const nodes = graph.nodes.map((node) => resolveNode(node, opset, find));
  return {
    graph: { nodes, initializers: new Map(), outputs: graph.outputs },
    values: new Map(graph.inputs.flatMap((name, i) => (inputs[i] ? [[name, inputs[i]]] : []))),
  };
}
