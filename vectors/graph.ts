import type { Graph } from '../oracles/graph/graph.ts';
import { findOperator, newestOpset, versionAt } from '../oracles/operators.ts';
import type { DecodedModel, OperatorName } from './model.ts';

/** Why the oracle does not judge a model: what it does not know, in words. */
export interface UnknownModel {
  readonly unknown: string;
}

/** The graph of a model whose operators the oracle knows all. @throws BadInput if it imports an opset that does not exist */
export function readGraph({ nodes, initializers, outputs, opset }: DecodedModel): Graph | UnknownModel {
  const unknown = unknownAmong(nodes, opset);
  if (unknown !== undefined) return { unknown };
  const unread = nodes.find((node) => node.unread.length > 0);
  if (unread) return { unknown: `${nameOf(unread)} with the attribute ${unread.unread[0]}` };
  return {
    nodes: nodes.map(({ opType, domain, attributes, inputs, outputs: own }) => {
      const operator = findOperator(opType, domain)!;
      return { operator, version: versionAt(operator, opset), attributes, inputs, outputs: own };
    }),
    initializers: new Map(initializers.map(({ name, tensor }) => [name, tensor])),
    outputs: outputs.map(({ name }) => name),
  };
}

/**
 * The first operator that the oracle does not know, or of which, among several, it has no evaluation. What ONNX calls an
 * operator only later may have been an experimental one: of those there is no text any more.
 */
export function unknownAmong(nodes: readonly OperatorName[], opset = newestOpset): string | undefined {
  for (const node of nodes) {
    const operator = findOperator(node.opType, node.domain);
    if (!operator || (nodes.length > 1 && !operator.evaluate)) return nameOf(node);
    if (operator.versions[0]!.since > opset) return `${nameOf(node)} before opset ${operator.versions[0]!.since}`;
  }
  return undefined;
}

const nameOf = ({ opType, domain }: OperatorName): string => (domain ? `${domain}.${opType}` : opType);
