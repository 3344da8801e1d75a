import type { AttributeValue, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';

/**
 * The nodes that ONNX writes in place of a call of a function: those of its body, with their empty domain spelled out and
 * with inner values named after the operator and the graph. What the call leaves to a default is spelled out too.
 * @param handedOn the attributes that ONNX's own body passed on at that time
 */
export function bodyNodes(
  call: WrittenNode,
  { body, inputs, outputs, attributes }: OperatorVersion,
  handedOn: readonly string[],
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
        (node.forwards ?? []).filter((name) => handedOn.includes(name)).map((name) => [name, givenOrDefault(name)]),
      ),
    },
    inputs: node.inputs.map(nameOf),
    outputs: [nameOf(node.output)],
  }));
}
