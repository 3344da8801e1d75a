import { expect, test } from 'vitest';
import { measuredCases, numberIn, page } from '../../../evidence/detection/measured.ts';
import { mutants } from '../../../evidence/kernels/mutants.ts';
import { operators } from '../../../oracles/operators.ts';
import { cli } from '../../cli/cli.ts';

/** The one place in the tests where all cases of the suite are counted. */
const list = cli(['list']);

/** Measuring takes an hour; that something else was measured shows at once. */
test('the page is about this suite', async (context) => {
  const cases = numberIn((await list).stdout, /^([\d,]+) cases in /m);
  const faults = numberIn(page, /\*\*all\*\* \| ([\d,]+) \|/);
  if (measuredCases() !== cases || faults !== mutants.length) {
    const [was, now] = [`${faults} faults on ${measuredCases()} cases`, `${mutants.length} on ${cases}`];
    context.skip(`DETECTION.md is about ${was}, and there are ${now}: npm run evidence -- detection`);
  }
});

test('list of the whole suite is a table of its versions, 80 columns wide', async () => {
  const lines = (await list).stdout.split('\n');
  expect(lines.length).toBeLessThan(operators.length * 6);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
