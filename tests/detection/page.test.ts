import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { select } from '../../generators/cases.ts';
import { mutants } from '../mutants/mutants.ts';

const page = readFileSync(new URL('../../DETECTION.md', import.meta.url), 'utf8');
const numberIn = (pattern: RegExp) => Number(pattern.exec(page)![1]!.replaceAll(',', ''));

/** Measuring takes minutes; that something else was measured shows at once. */
test('the page is about this suite: if not, run npm run detection', () => {
  const { cells, cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [] });
  expect(numberIn(/seed 1, ([\d,]+) cases/)).toBe(cells.reduce((sum, cell) => sum + cases(cell).length, 0));
  expect(numberIn(/\*\*all\*\* \| ([\d,]+) \|/)).toBe(mutants.length);
});
