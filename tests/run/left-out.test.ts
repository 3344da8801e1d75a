import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionAdapter } from '../../src/backends/adapter.ts';
import { folder } from '../folder.ts';
import { inProcess, selection, storedRun } from './in-process.ts';

const copies: SessionAdapter = {
  name: 'copies',
  version: '1',
  prepare: () => ({ run: (inputs) => [...inputs.values()].slice(0, 1) }),
};

test('a case of the suite whose rounding cannot be decided is left out, and the run goes on', async () => {
  // the bias is the scale: of two elements one is 0, as a sum of roots
  const ids = ['InstanceNormalization/6/float16/combinations'];
  const { report } = await storedRun(join(folder(), 'out'), {
    launching: inProcess(copies),
    selection: { ...selection, seed: 1, suite: 'standard', ids },
  });
  expect(report.planned).toBe(16);
  expect(report.totals.fail).toBeGreaterThan(10);
});
