import { expect, it } from 'vitest';
import { firstAtFault } from '../../../oracles/graph/fault.ts';
import { tensorOf } from '../call.ts';
import { graphOf } from './graphs.ts';

const graph = graphOf([['n = Neg x'], ['s = Add n x'], ['r = ReduceSum s']]);
const right = { x: [1, 2], n: [-1, -2], s: [0, 0], r: [0] };
const at = (changed: Partial<typeof right>) => {
  const values = Object.entries({ ...right, ...changed }).map(([name, xs]) => [name, tensorOf('float32', xs)] as const);
  return firstAtFault(graph, new Map(values));
};

it('the first node at fault is that whose outputs do not follow from the inputs that it had', () => {
  expect(at({})).toBeUndefined();
  expect(at({ n: [-1, 2], s: [0, 4], r: [4] })!.node).toBe(graph.nodes[0]);
  expect(at({ s: [0, 1], r: [1] })!.node).toBe(graph.nodes[1]);
  const last = at({ r: [3] })!;
  expect(last.node).toBe(graph.nodes[2]);
  expect(last.comparison.message).toMatch(/^the only element wrong; at \[0\] got 3, exact 0, /);
});
