import type { AttributeValue, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';

/**
 * Returns the nodes that ONNX writes in place of a call of a function. They are the nodes of its body, with an explicit empty
 * domain and explicit defaults. Inner values are named after the operator and the graph.
 * @param forwards the attributes that ONNX's own body passed on at that time
 */
export function bodyNodes(
  call: WrittenNode,
  { body, inputs, outputs, attributes }: OperatorVersion,
  forwards: readonly string[],
  graph: string,
): WrittenNode[] {
  const ends = new Set([...inputs, ...outputs].map(({ name }) => name));
  const nameOf = (value: string) => (ends.has(value) ? value : `${call.opType}_${graph}_function_${value}`);
  const givenOrDefault = (attribute: string): AttributeValue => {
    const declared = attributes.find(({ name }) => name === attribute)!;
    return call.attributes[attribute] ?? ({ type: declared.type, value: declared.default } as AttributeValue);
  };
  return body!.nodes.map((node) => ({
    opType: node.opType,
    domain: '',
    attributes: {
      ...node.attributes,
      ...Object.fromEntries(
        (node.forwards ?? []).filter((name) => forwards.includes(name)).map((name) => [name, givenOrDefault(name)]),
      ),
    },
    inputs: node.inputs.map(nameOf),
    outputs: [nameOf(node.output)],
  }));
}
