import { isDeepStrictEqual } from 'node:util';
import type { DType } from '../oracles/numerics/dtype.ts';
import type { BodyNode, OperatorVersion } from '../oracles/operator.ts';
import type { DecodedModel, DecodedNode, NodeSpec } from './model.ts';

/**
 * The call that a graph spells out with the function body of a version. The graph has to be the body and nothing but the
 * body: the same nodes in the same order, joined in the same way, with the attributes that the body fixes or forwards and
 * no others, and its outputs. `undefined` for any other graph, and for a version without body.
 */
export function callOfBody(
  model: DecodedModel,
  version: OperatorVersion,
): Pick<NodeSpec, 'attributes' | 'inputs' | 'outputs'> | undefined {
  const { body } = version;
  if (!body || model.nodes.length !== body.nodes.length) return undefined;
  const parts = body.nodes.map((part, i) => [part, model.nodes[i]!] as const);
  const names = new Map<string, string>();
  if (!parts.every(([part, node]) => isStep(part, node) && joinsAlike(part, node, names))) return undefined;

  const inputs = version.inputs.map(({ name }) => names.get(name) ?? '');
  const outputs = version.outputs.map(({ name }) => names.get(name)!);
  if (!hasTheseEnds(model, inputs, outputs, body.dtypes ?? version.dtypes)) return undefined;
  const attributes = Object.assign({}, ...parts.map(([part, node]) => forwarded(part, node)));
  return { attributes, inputs, outputs };
}

/** Whether the graph is given these inputs, the first of them of one of the dtypes, and answers with these outputs. */
function hasTheseEnds(
  model: DecodedModel,
  inputs: readonly string[],
  outputs: readonly string[],
  dtypes: readonly DType[],
): boolean {
  const given = new Map([
    ...model.initializers.map(({ name, tensor }) => [name, tensor.dtype] as const),
    ...model.inputs.map(({ name, dtype }) => [name, dtype] as const),
  ]);
  const computed = model.nodes.flatMap((node) => node.outputs);
  const answered = model.outputs.map(({ name }) => name);
  const eachHasOneOrigin = new Set([...given.keys(), ...computed, '']).size === given.size + computed.length + 1;
  return (
    eachHasOneOrigin &&
    inputs.every((name) => name === '' || given.has(name)) &&
    dtypes.includes(given.get(inputs[0]!)!) &&
    isDeepStrictEqual(outputs, answered)
  );
}

/** Whether a node is of the type of a step of the body, with its attributes. */
function isStep({ opType, inputs, attributes = {}, forwards = [] }: BodyNode, node: DecodedNode): boolean {
  const own = Object.fromEntries(Object.entries(node.attributes).filter(([name]) => !forwards.includes(name)));
  return (
    node.opType === opType &&
    (node.domain ?? '') === '' &&
    node.unread.length === 0 &&
    isDeepStrictEqual(own, attributes) &&
    node.inputs.length <= inputs.length &&
    node.outputs.length === 1
  );
}

/** Notes in `names` which value of the graph stands for which of the body; false if another one stands there already. */
function joinsAlike({ inputs, output }: BodyNode, node: DecodedNode, names: Map<string, string>): boolean {
  const pairs = [
    ...inputs.map((name, i) => [name, node.inputs[i] ?? ''] as const),
    [output, node.outputs[0]!] as const,
  ];
  return pairs.every(([name, value]) => {
    const known = names.get(name) ?? value;
    names.set(name, known);
    return known === value;
  });
}

/** The attributes of a node whose values are those of the function. */
function forwarded({ forwards = [] }: BodyNode, { attributes }: DecodedNode): NodeSpec['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => forwards.includes(name)));
}
