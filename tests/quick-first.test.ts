import { expect, test } from 'vitest';
import { quickFirst } from '../evidence/quick-first.ts';
import { select } from '../generators/suite/cases.ts';

const idsOf = (suite: 'quick' | 'standard') => {
  const { cells, cases } = select({ seed: 1, ids: ['Softplus'], opsets: [], dtypes: [], suite });
  return cells.flatMap((cell) => cases(cell).map(({ id }) => id));
};

test('all cases of standard once, those of quick before the others', () => {
  const all = [...quickFirst('Softplus', 1)].map(({ example, isQuick }) => ({ id: example.id, isQuick }));
  const quick = idsOf('quick');
  expect(quick.length).toBeGreaterThan(5);
  expect(all.slice(0, quick.length)).toEqual(quick.map((id) => ({ id, isQuick: true })));
  expect(all.filter(({ isQuick }) => isQuick)).toHaveLength(quick.length);
  expect(all.map(({ id }) => id).sort()).toEqual(idsOf('standard').sort());
});
