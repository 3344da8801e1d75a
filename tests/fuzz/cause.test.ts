import { expect, test } from 'vitest';
import type { Graph } from '../../oracles/graph/graph.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { causeOf, hasCause, withoutChance } from '../../src/fuzz/cause.ts';
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

test('an explanation that the drawn program did not have is chance; one of fewer nodes may be new', () => {
  const graph = graphOf([['y = Abs x']]);
  const wrong = (...ids: readonly string[]) =>
    causeOf({ graph }, {
      id: 'x',
      outcome: 'fail',
      problem: 'value',
      operator: 'Abs',
      dtype: 'float32',
      explanations: ids.map((id) => ({ id, text: id })),
    } as unknown as CaseResult)!;
  const ofTwo = { ...wrong(), within: ['Abs', 'Neg'] };
  expect(withoutChance(wrong('through-float16'), wrong())).toEqual(wrong());
  expect(withoutChance(wrong('a', 'b'), wrong('b', 'c'))).toEqual(wrong('b'));
  expect(withoutChance(wrong('a'), ofTwo)).toEqual(wrong('a'));
});

test('rounding that is wrong where results are exact, and elsewhere, is one cause', () => {
  const graph = graphOf([['y = Sqrt x']]);
  const [exact, near] = ['value', 'accuracy'].map((fault) =>
    causeOf({ graph }, {
      id: 'x',
      outcome: 'fail',
      problem: 'value',
      operator: 'Sqrt',
      dtype: 'float32',
      failure: { output: 0, index: [], got: '1.5', exact: '1.4', allowed: '1.4', fault },
    } as unknown as CaseResult),
  );
  expect(near).toEqual(exact);
});
