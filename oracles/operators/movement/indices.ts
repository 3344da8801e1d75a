import type { Indices } from '../../arrays/gathered.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';

/** The first version whose texts mention negative indices. */
export const firstOfNegative = 11;

/**
 * Returns the second input of a gather or scatter.
 * @throws NotJudged for negative indices before the text mentions them
 */
export function indices<S>(node: Node<S>): Indices {
  const list = node.integers(1);
  if (node.version.since < firstOfNegative && list.some((index) => index < 0)) throw new NotJudged('negative indices');
  return { dims: node.input(1).dims, list };
}
