import { expect, it } from 'vitest';
import { singlesOf, withAdditions } from '../../../evidence/covering/singles.ts';
import rows from '../../../generators/covering/rows.json' with { type: 'json' };
import { findOperator } from '../../../oracles/operators.ts';
import { sampled } from '../../sample.ts';

const operators = ['Softmax', 'Clip', 'Det', 'Trilu', 'ArgMax', 'Hardmax', 'IsInf', 'CumSum'];

it.each(sampled(operators, 2))('frequent classes of %s that a call could bring are in some case', (name) => {
  expect(singlesOf(findOperator(name)!, rows).additions).toEqual([]);
});

it('finds the classes of calls that are taken away, and calls that have them', () => {
  const written = Object.fromEntries(Object.entries(rows).filter(([cell]) => !cell.startsWith('Trilu/')));
  const { missing, additions } = singlesOf(findOperator('Trilu')!, written);
  expect(missing.length).toBeGreaterThan(0);
  const completed = withAdditions(written, additions);
  expect(singlesOf(findOperator('Trilu')!, completed).additions).toEqual([]);
});

it('adds a call in order, and once', () => {
  const before = { 'A/1/float32/combinations': { quick: [3], standard: [1, 7] } };
  const cell = 'A/1/float32/combinations';
  const after = withAdditions(before, [
    { cell, index: 7, suite: 'quick' },
    { cell, index: 5, suite: 'standard' },
    { cell, index: 5, suite: 'standard' },
    { cell: 'A/1/int8/combinations', index: 0, suite: 'quick' },
  ]);
  expect(after).toEqual({ [cell]: { quick: [3, 7], standard: [1, 5] }, 'A/1/int8/combinations': { quick: [0] } });
});
