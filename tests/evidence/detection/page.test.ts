import { expect, test } from 'vitest';
import { documents } from '../../../evidence/detection/documents.ts';
import { storedResult } from '../../../evidence/detection/result.ts';
import { operators } from '../../../oracles/operators.ts';
import { cli } from '../../cli/cli.ts';

const { measured, unmeasured, faults } = storedResult();

test('DETECTION.md and the summaries are what is stored: if not, npm run evidence -- detection --render', () => {
  expect(documents().filter(({ text, made }) => text !== made)).toEqual([]);
});

/** Measuring takes hours; that something is to be measured shows at once. */
test.skipIf(unmeasured.length > 0)(
  `every operator is measured: npm run evidence -- detection, ${unmeasured.length} are left`,
  () => {},
);

test('a fault is on the page with the operators on which it was measured', () => {
  for (const { fault, caught } of faults) {
    for (const operator of Object.keys(caught))
      expect(measured.get(operator)!.faults, operator).toHaveProperty([fault.name]);
  }
});

test('list of the whole suite is a table of its versions, 80 columns wide', async () => {
  const lines = (await cli(['list'])).stdout.split('\n');
  expect(lines.length).toBeLessThan(operators.length * 6);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
