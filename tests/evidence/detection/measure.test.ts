import { expect, test } from 'vitest';
import { kernelsOf, measure, seeds } from '../../../evidence/detection/measure.ts';
import { enough, plenty } from '../../../evidence/detection/measurement.ts';
import { quickFirst } from '../../../evidence/quick-first.ts';

test('an operator is measured: a line for each kernel that concerns it, and cases that catch its faults alone', () => {
  const { faults, right } = kernelsOf('Size');
  const { cases, ...found } = measure('Size');
  expect(Object.keys(found.faults)).toEqual(faults.map(({ name }) => name));
  for (const [caught, quick, ...ids] of Object.values(found.faults)) {
    expect(caught).toBeGreaterThanOrEqual(enough);
    expect(caught).toBeLessThanOrEqual(plenty);
    expect(quick).toBeLessThanOrEqual(caught);
    expect(ids.length).toBeGreaterThan(0);
  }
  expect(Object.keys(found.right)).toEqual(right.map(({ name }) => name));
  const quick = [...quickFirst('Size', 1)].filter(({ isQuick }) => isQuick).length;
  for (const passed of Object.values(found.right)) expect(passed).toEqual([cases + (seeds - 1) * quick, 'exact']);
});
