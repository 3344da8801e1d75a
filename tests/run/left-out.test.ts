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

const reportOn = (...ids: string[]) =>
  storedRun(join(folder(), 'out'), {
    launching: inProcess(copies),
    selection: { ...selection, seed: 1, suite: 'standard', ids },
  });

test('a case of the suite whose rounding cannot be decided is left out, and the run goes on', async () => {
  // in number 16 the bias is the scale: of two elements one is 0, as a sum of roots
  const { report } = await reportOn('InstanceNormalization/6/float16/combinations/{6,16,27,42}');
  expect(report.planned).toBe(3);
  expect(report.totals.fail).toBe(3);
});

test('it is taken from its own cell, also where an id names several types', async () => {
  const { report } = await reportOn('Attention/23/{bfloat16-bfloat16-bfloat16,float16-float16-bool}/combinations');
  expect(report.cells.map(({ dtype }) => dtype)).toEqual(['float16', 'bfloat16']);
  for (const { cases, counts } of report.cells) expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(cases);
});
