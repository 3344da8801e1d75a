import type { Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { bodiesIn, inputNamesOf, resolveNode } from '../../oracles/graph/resolve.ts';
import { findCalled, newestOpset } from '../../oracles/operators.ts';
import { evaluationOf } from '../../oracles/spec/expect-values.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { type Callee, domainOf, operatorName } from '../../oracles/spec/operator-name.ts';
import type { DecodedNode } from './graph-proto.ts';
import type { DecodedModel } from './model.ts';

/** The reason why the oracle does not judge a model: the unknown part, in words. */
export interface UnknownModel {
  readonly unknown: string;
}

/** The part of a model that the oracle judges: the outputs that need only known nodes. */
export interface JudgedPart {
  /** the nodes that these outputs need; all nodes if it judges all outputs */
  readonly graph: Graph;
  /** the outputs that it does not judge, by name, with the reason in words; empty if it judges all */
  readonly unjudged: ReadonlyMap<string, string>;
  /** the first unknown node, in words: a runtime may reject the model because of it; absent if there is none */
  readonly firstUnknown?: string;
}

/**
 * Reads the graph of a model whose operators are all known.
 * @throws BadInput if it imports an opset that does not exist
 */
export function readGraph(model: DecodedModel): Graph | UnknownModel {
  const part = readJudgedPart(model);
  if ('unknown' in part) return part;
  const [why] = part.unjudged.values();
  return why === undefined ? part.graph : { unknown: why };
}

/**
 * Reads the part of a model that the oracle judges, if there is one.
 * @throws BadInput if it imports an opset that does not exist
 */
export function readJudgedPart(model: DecodedModel): JudgedPart | UnknownModel {
  const { nodes, initializers, outputs, opset, opsets } = model;
  const unknown = nodes.map((node) => unknownIn(node, nodes.length, opsets));
  /** for each value that the oracle cannot compute, the index of the first unknown node before it */
  const open = new Map<string, number>();
  const behind: (number | undefined)[] = [];
  for (const [place, node] of nodes.entries()) {
    const reason =
      unknown[place] === undefined
        ? inputNamesOf(node)
            .map((name) => open.get(name))
            .find(isThere)
        : place;
    behind.push(reason);
    if (reason !== undefined) for (const name of node.outputs) open.set(name, reason);
  }
  const names = outputs.map(({ name }) => name);
  const judged = names.filter((name) => !open.has(name));
  const because = (place: number) => {
    const what = unknown[place]!;
    if (nodes.length === 1) return what;
    const left = behind.filter(isThere).length - 1;
    return `${what} (node ${place + 1} of ${nodes.length}${left > 0 ? `, with ${left} more that ${left === 1 ? 'is' : 'are'} not judged` : ''})`;
  };
  if (judged.length === 0) return { unknown: because(open.get(names[0]!)!) };
  const first = behind.find(isThere);
  const kept = first === undefined ? nodes : needed(model, judged);
  return {
    ...(first !== undefined && { firstUnknown: because(first) }),
    graph: {
      nodes: kept.map((node) => resolveNode(node, opsets, (name, domain) => findCalled(name, domain, opset))),
      initializers: new Map(initializers.map(({ name, tensor }) => [name, tensor])),
      outputs: judged,
    },
    unjudged: new Map(names.filter((name) => open.has(name)).map((name) => [name, because(open.get(name)!)])),
  };
}

/** Reads each node of a model, or the reason why it is unknown, in words. */
export const readNodes = ({ nodes, opset, opsets }: DecodedModel): readonly (GraphNode | UnknownModel)[] =>
  nodes.map((node) => {
    const unknown = unknownIn(node, 1, opsets);
    return unknown === undefined
      ? resolveNode(node, opsets, (name, domain) => findCalled(name, domain, opset))
      : { unknown };
  });

const isThere = <T>(x: T | undefined): x is T => x !== undefined;

/** Returns the nodes that some values need, in order. */
function needed({ nodes }: DecodedModel, values: readonly string[]): DecodedModel['nodes'] {
  const wanted = new Set(values);
  const found = nodes.toReversed().filter((node) => {
    const isWanted = node.outputs.some((name) => wanted.has(name));
    if (isWanted) for (const name of inputNamesOf(node)) wanted.add(name);
    return isWanted;
  });
  return found.reverse();
}

/** Returns the first unknown operator; see {@link unknownIn}. */
export function unknownAmong(nodes: readonly Callee[]): string | undefined {
  return nodes.map((node) => unknownIn(node, nodes.length, { '': newestOpset })).find(isThere);
}

/**
 * Returns the unknown part of a node: its operator, an attribute, or, among several nodes, its evaluation. A later operator of
 * ONNX may have been an experimental one earlier, whose text no longer exists.
 */
function unknownIn(
  node: Callee & Partial<Pick<DecodedNode, 'attributes' | 'unread'>>,
  count: number,
  opsets: DecodedModel['opsets'],
): string | undefined {
  const operator = findCalled(node.opType, node.domain, opsets[''] ?? 0);
  const name = operatorName(node);
  if (!operator || (count > 1 && !evaluationOf(operator) && !operator.unfold)) return name;
  for (const [attribute, { nodes }] of bodiesIn(node.attributes)) {
    const inside = nodes.map((one) => unknownIn(one, 2, opsets)).find(isThere);
    if (inside !== undefined) return `${inside} in ${attribute} of ${name}`;
  }
  const domain = domainOf(name);
  const [{ since }] = operator.versions as [OperatorVersion];
  if (since > (opsets[domain] ?? (domain === '' ? 0 : since))) {
    return `${name} before ${domain === '' ? 'opset' : `version of ${domain}`} ${since}`;
  }
  return node.unread?.[0] === undefined ? undefined : `${name} with the attribute ${node.unread[0]}`;
}
