import { compare } from '../judge/comparator.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import { expectNodeAmong, type Watch, withWatch } from './expect.ts';
import type { Graph, GraphNode } from './graph.ts';

/**
 * Returns the first node of a graph that is wrong by itself: a computation gave all values, and the oracle rejects the outputs
 * of this node for its inputs. Returns `undefined` if there is none.
 * @throws BadInput if a value is missing
 */
export function firstAtFault(
  { nodes }: Graph,
  values: ReadonlyMap<string, Value>,
  watch: Watch = () => {},
): { readonly node: GraphNode; readonly message: string } | undefined {
  for (const [place, node] of nodes.entries()) {
    const expected = expectNodeAmong(node, values).map((value) =>
      mapTensors(value, (output) => withWatch(output, () => watch(place))),
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
