import { type Comparison, compare } from '../judge/comparator.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { ExpectedValue } from '../spec/operator.ts';
import { expectNodeAmong, type Watch, withWatch } from './expect.ts';
import type { Graph, GraphNode } from './graph.ts';

/** A node that is wrong by itself, with what it should give for its inputs, and what it gives. */
export interface NodeFault {
  readonly node: GraphNode;
  readonly expected: readonly ExpectedValue[];
  readonly answer: readonly Value[];
  readonly comparison: Comparison;
}

/**
 * Returns the first node of a graph that is wrong by itself: a computation gave all values, and the oracle rejects the outputs
 * of this node for its inputs. Returns `undefined` if there is none.
 * @throws BadInput if a value is missing
 */
export function firstAtFault(
  { nodes }: Graph,
  values: ReadonlyMap<string, Value>,
  watch: Watch = () => {},
): NodeFault | undefined {
  for (const [place, node] of nodes.entries()) {
    const expected = expectNodeAmong(node, values).map((value) =>
      mapTensors(value, (output) => withWatch(output, () => watch(place))),
    );
    const named = node.outputs.flatMap((name, i) =>
      name === '' ? [] : [{ want: expected[i]!, got: values.get(name)! }],
    );
    const own = { expected: named.map(({ want }) => want), answer: named.map(({ got }) => got) };
    const comparison = compare(own.expected, own.answer);
    if (!comparison.accepted) return { node, ...own, comparison };
  }
  return undefined;
}
