import { compare } from '../judge/comparator.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import { expectValues } from '../spec/expect-values.ts';
import { callOfNode, type Watch, watched } from './expect.ts';
import type { Graph, GraphNode } from './graph.ts';

/**
 * The first node of a graph that is wrong by itself: given all values that something computed, the one whose outputs do not
 * stand for the inputs that it had; `undefined` if each does.
 * @throws BadInput if a value is missing
 */
export function firstAtFault(
  { nodes }: Graph,
  values: ReadonlyMap<string, Value>,
  watch: Watch = () => {},
): { readonly node: GraphNode; readonly message: string } | undefined {
  for (const [place, node] of nodes.entries()) {
    const expected = expectValues(node.operator, node.version, callOfNode(node, values)).map((value) =>
      mapTensors(value, (output) => watched(output, () => watch(place))),
    );
    const named = node.outputs.flatMap((name, i) =>
      name === '' ? [] : [{ want: expected[i]!, got: values.get(name)! }],
    );
    const { accepted, message } = compare(
      named.map(({ want }) => want),
      named.map(({ got }) => got),
    );
    if (!accepted) return { node, message: message! };
  }
  return undefined;
}
