import type { Graph, GraphNode } from '../../../oracles/graph/graph.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';

/** A node as a line: `s = Add x y`, and its attributes. */
export type Line = readonly [text: string, attributes?: Attributes];

const opset = 18;

/** A graph from lines; it answers with what the last one gives unless `outputs` names others. */
export function graphOf(
  lines: readonly Line[],
  initializers: Readonly<Record<string, Tensor>> = {},
  outputs?: readonly string[],
): Graph {
  const nodes = lines.map(([text, attributes = {}]): GraphNode => {
    const [left, right] = text.split('=') as [string, string];
    const [opType, ...inputs] = right.trim().split(' ') as [string, ...string[]];
    const operator = findOperator(opType)!;
    const names = inputs.map((name) => (name === '_' ? '' : name));
    return {
      operator,
      version: versionAt(operator, opset),
      attributes,
      inputs: names,
      outputs: left.trim().split(' '),
    };
  });
  return {
    nodes,
    initializers: new Map(Object.entries(initializers)),
    outputs: outputs ?? nodes.at(-1)!.outputs,
  };
}

/** The attribute of a cast. */
export const to = (dtype: Tensor['dtype']): Attributes => ({ to: { type: 'INT', value: formatOf(dtype).code } });
export const int = (name: string, value: number): Attributes => ({ [name]: { type: 'INT', value } });
