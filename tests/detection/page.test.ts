import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { cli } from '../cli/cli.ts';
import { mutants } from '../mutants/mutants.ts';
import { measuredCases, numberIn, page } from './measured.ts';

/** The one place in the tests where all cases of the suite are counted. */
const list = cli(['list']);

/** Measuring takes minutes; that something else was measured shows at once. */
test('the page is about this suite: if not, run npm run detection', async () => {
  const { stdout } = await list;
  expect(measuredCases()).toBe(numberIn(stdout, /^([\d,]+) cases in /m));
  expect(numberIn(page, /\*\*all\*\* \| ([\d,]+) \|/)).toBe(mutants.length);
});

test('list of the whole suite is a table of its versions, 80 columns wide', async () => {
  const lines = (await list).stdout.split('\n');
  expect(lines.length).toBeLessThan(operators.length * 6);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
