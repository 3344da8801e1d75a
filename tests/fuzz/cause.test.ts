import { expect, test } from 'vitest';
import type { Graph } from '../../oracles/graph/graph.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { causeOf, hasCause } from '../../src/fuzz/cause.ts';
import { graphOf } from '../oracles/graph/graphs.ts';

/** What is seen where a runtime says why it fails. */
const seen = (graph: Graph, operator: string, message: string) =>
  causeOf({ graph }, { id: 'x', outcome: 'error', operator, message, dtype: 'float32' } as CaseResult)!;

test('a node that fails by itself says what it says in a graph', () => {
  const alone = seen(graphOf([['y = Abs x']]), 'Abs', 'kernel/Abs: bad');
  const graph = seen(graphOf([['y = Abs x'], ['z = Neg y']]), 'graph', 'kernel/Abs: bad');
  expect(graph.what).toBe(alone.what);
  expect(hasCause(alone, graph)).toBe(true);
  expect(hasCause(seen(graphOf([['z = Neg y']]), 'Neg', 'kernel/Neg: worse'), graph)).toBe(false);
});

test('names of values that differ from program to program make no other cause', () => {
  const [one, other] = ['y2', 'z3'].map((name) =>
    seen(graphOf([[`${name} = Abs x`]], {}, [name]), 'Abs', `no shape but ${name} has one`),
  );
  expect(one!.what).toBe(other!.what);
});
