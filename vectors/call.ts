import type { Tensor } from '../oracles/numerics/tensor.ts';
import type { Call, Operator } from '../oracles/operator.ts';
import { findOperator, operators } from '../oracles/operators.ts';
import { callOfBody } from './function-body.ts';
import type { DecodedModel, NodeSpec, OperatorName } from './model.ts';

/** A model as a call of an operator that the oracle knows. */
export interface ModelCall {
  readonly operator: Operator;
  /** its attributes and the names of the values that it reads */
  readonly node: NodeSpec;
  readonly unknown?: undefined;
}

/** Why a model is no call that the oracle knows. */
export interface UnknownModel {
  /** the operator, or the graph in words */
  readonly unknown: string;
}

/**
 * The call that a model amounts to: of its only node, or of the operator whose function body its nodes are, as in the
 * `_expanded` vectors of ONNX.
 */
export function readCall(model: DecodedModel): ModelCall | UnknownModel {
  const [node, ...others] = model.nodes;
  if (!node || others.length > 0) return readExpandedCall(model) ?? { unknown: graphInWords(model.nodes) };
  const operator = findOperator(node.opType, node.domain ?? '');
  return operator ? { operator, node } : { unknown: nameOf(node) };
}

/** What a graph that cannot be read amounts to; `undefined` if it is one node of an operator that the oracle knows. */
export function unknownAmong(nodes: readonly OperatorName[]): string | undefined {
  const [node, ...others] = nodes;
  if (!node || others.length > 0) return graphInWords(nodes);
  return findOperator(node.opType, node.domain ?? '') ? undefined : nameOf(node);
}

const nameOf = ({ opType, domain }: OperatorName): string => (domain ? `${domain}.${opType}` : opType);

/** What a call asks the oracle, with the tensors `given` to the graph by name; initializers stand where none is. */
export function callWith({ node }: ModelCall, model: DecodedModel, given: ReadonlyMap<string, Tensor>): Call {
  const initial = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  return {
    attributes: node.attributes,
    inputs: node.inputs.map((name) => (name === '' ? undefined : (given.get(name) ?? initial.get(name)))),
    outputs: model.outputs.length,
  };
}

function readExpandedCall(model: DecodedModel): ModelCall | undefined {
  for (const operator of operators) {
    const version = operator.versions.findLast(({ since }) => since <= model.opset);
    const call = version && callOfBody(model, version);
    if (call) return { operator, node: { opType: operator.name, domain: operator.domain, ...call } };
  }
  return undefined;
}

/** No body is nearly as long; the names of more nodes would only fill the page. */
const namedNodes = 8;

function graphInWords(nodes: readonly OperatorName[]): string {
  const named = nodes.length > 0 && nodes.length <= namedNodes ? ` (${nodes.map((n) => n.opType).join(', ')})` : '';
  return `graphs of ${nodes.length} nodes that are no function body${named}`;
}
