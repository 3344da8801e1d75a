import { expect, test } from 'vitest';
import { documents } from '../../../evidence/detection/documents.ts';
import { storedResult } from '../../../evidence/detection/result.ts';

const { measured, unmeasured, faults } = storedResult();

test('evidence/detection.md and the summaries are what is stored: if not, npm run evidence -- detection --render', () => {
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
