import type { Value } from '../numerics/value.ts';
import { BadInput } from '../spec/bad-input.ts';
import {
  type Attributes,
  type AttributeValue,
  type Call,
  hasType,
  type Subgraph,
  type WrittenNode,
} from '../spec/declaration.ts';
import type { Operator } from '../spec/operator.ts';
import { calleeOf } from '../spec/operator-name.ts';
import type { Unfold } from '../spec/unfold.ts';
import { type Imports, versionAt } from '../spec/version-at.ts';
import type { Body, Graph, GraphNode } from './graph.ts';

/** Returns the operator of a name, if it is known. */
export type FindOperator = (name: string, domain?: string) => Operator | undefined;

/** Returns a finder of the same operators, except that one of them runs its graphs in another way. */
export const withUnfold =
  (name: string, unfold: Unfold, find: FindOperator): FindOperator =>
  (wanted, domain) => {
    const found = find(wanted, domain);
    return found?.name === name ? { ...found, unfold } : found;
  };

/** Returns the graphs among attributes, with their names. */
export const bodiesIn = (attributes: Attributes = {}): readonly (readonly [string, Subgraph])[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.type === 'GRAPH' ? [[name, attribute.value] as const] : [],
  );

/** Returns the names that a node reads, also within its graphs, including values that these graphs compute themselves. */
export const inputNamesOf = ({ inputs, attributes }: Pick<WrittenNode, 'inputs' | 'attributes'>): readonly string[] => [
  ...inputs,
  ...bodiesIn(attributes).flatMap(([, { nodes, outputs }]) => [
    ...nodes.flatMap(inputNamesOf),
    ...outputs.map(({ name }) => name),
  ]),
];

/** Returns the names of the outputs of a node, without omitted ones. */
export const outputNamesOf = ({ outputs }: Pick<WrittenNode, 'outputs'>): readonly string[] =>
  outputs.filter((name) => name !== '');

/** Returns all nodes of a graph, including those of bodies. */
export const nodesWithin = <N extends Pick<GraphNode, 'bodies'>>({
  nodes,
}: {
  readonly nodes: readonly N[];
}): readonly (N | GraphNode)[] =>
  nodes.flatMap((node) => [node, ...Object.values(node.bodies ?? {}).flatMap(nodesWithin)]);

/** Converts a node of a graph to a node of a model. */
export const toWrittenNode = ({ operator, attributes, inputs, outputs }: GraphNode): WrittenNode => ({
  ...calleeOf(operator.name),
  attributes,
  inputs,
  outputs,
});

/** Returns a node with all names of values replaced, including those within its graphs; '' is unchanged. */
export function renameValues(node: WrittenNode, nameOf: (name: string) => string): WrittenNode {
  const all = (names: readonly string[]) => names.map((name) => name && nameOf(name));
  const each = <T extends { readonly name: string }>(values: readonly T[]): readonly T[] =>
    values.map((value) => ({ ...value, name: nameOf(value.name) }));
  const bodies = bodiesIn(node.attributes).map(([name, body]): [string, AttributeValue] => {
    const value: Subgraph = {
      ...body,
      initializers: each(body.initializers),
      inputs: each(body.inputs),
      nodes: body.nodes.map((own) => renameValues(own, nameOf)),
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
 * Resolves a node, and those of its graphs, to the versions that are in force in a model.
 * @throws BadInput for an unknown operator, or one that does not exist in the imported version
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
  declared: outputs.map((output) => (hasType(output) ? output : undefined)),
  initializers: new Map(initializers.map(({ name, tensor }) => [name, tensor])),
});

/** The graph of a call, with the values of its inputs by name. */
export interface CalledGraph {
  readonly graph: Graph;
  readonly values: ReadonlyMap<string, Value>;
}

/**
 * Returns the graph that a call contains, with the versions of its nodes that are in force at an opset.
 * @throws BadInput for a call without a graph, and as {@link resolveNode}
 */
export function resolveCall({ graph, inputs }: Call<Value>, opset: number, find: FindOperator): CalledGraph {
  if (!graph) throw new BadInput('the call has no graph');
  const nodes = graph.nodes.map((node) => resolveNode(node, opset, find));
  return {
    graph: { nodes, initializers: new Map(), outputs: graph.outputs },
    values: new Map(graph.inputs.flatMap((name, i) => (inputs[i] ? [[name, inputs[i]]] : []))),
  };
}
