import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { figuresOf, intervalOf, storedFigures, storeFigures, tableOf } from '../../../evidence/drawn/summary.ts';
import { folder, removeFolders } from '../../folder.ts';

afterAll(removeFolders);

const one = { fault: '', operator: 'Abs', family: 'elementwise', conditions: 1, met: 1 };
const measured = [
  { ...one, quick: 'a', standard: 'a' },
  { ...one, standard: 'b', conditions: 2 },
  { ...one, conditions: 2, met: 0, family: 'movement' },
];

test('faults are counted by conditions and families, and seeds together', () => {
  const figures = figuresOf(measured, 7, 3);
  expect(figures.conditions).toEqual({
    '1 condition': { faults: 1, met: 1, standard: 1, quick: 1 },
    '2 conditions': { faults: 2, met: 1, standard: 1, quick: 0 },
  });
  expect(figures.families.elementwise).toEqual({ faults: 2, met: 2, standard: 2, quick: 1 });
  const lines = tableOf([figures, { ...figures, seed: 8 }], false).split('\n');
  expect(lines.find((line) => line.includes('all'))).toMatch(
    /^\| \*\*all\*\* \| 6 \| 66\.7 % .*\| 66\.7 % .*\| 33\.3 % /,
  );
});

test('what is measured again takes the place of what was stored, in the order of seeds', () => {
  const file = join(folder(), 'figures.json');
  for (const seed of [9, 7, 9]) storeFigures(figuresOf(measured, seed, 3), file);
  storeFigures(figuresOf(measured, 9, 4), file);
  expect(storedFigures(file)).toEqual([figuresOf(measured, 7, 3), figuresOf(measured, 9, 4)]);
});

test('the interval is that of Wilson: of none and of all, z² / (n + z²) wide', () => {
  expect(intervalOf(0, 10)).toBe('0.0 to 27.8');
  expect(intervalOf(10, 10)).toBe('72.2 to 100.0');
});
