import { expect, test } from 'vitest';
import { allCells } from '../../generators/cases.ts';
import { requiredData } from '../../generators/plans.ts';
import { unique } from '../../reports/tally/grouping.ts';

test('floats and integers owe different kinds of data', () => {
  const clauses = ['accuracy', 'integer-exact', 'integer-overflow'];
  const [float, integer] = [requiredData('ReduceSum', 'float16', clauses), requiredData('ReduceSum', 'int64', clauses)];
  expect(float.filter((name) => integer.includes(name))).toEqual(['grid', 'one-hot', 'ones', 'grid-near-limit']);
  for (const name of ['nan', 'both-infinities', 'subnormal', 'cancelling']) expect(float).toContain(name);
  for (const name of ['overflow', 'extreme']) expect(integer).toContain(name);
  expect(requiredData('ReduceSum', 'bool', [])).toEqual(['grid', 'one-hot', 'ones']);
});

test('data that serves one clause is owed where the clause is', () => {
  expect(requiredData('ReduceSum', 'int32', [])).not.toContain('uneven');
  expect(requiredData('ReduceSum', 'int32', ['integer-rounding'])).toContain('uneven');
  expect(unique(allCells().map(({ clause }) => clause.id))).toContain('integer-rounding');
});
