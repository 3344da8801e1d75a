import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { cli } from '../cli/cli.ts';
import { mutants } from '../mutants/mutants.ts';

const page = readFileSync(new URL('../../DETECTION.md', import.meta.url), 'utf8');
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1]!.replaceAll(',', ''));

/** The one place in the tests where all cases of the suite are counted. */
const list = cli(['list']);

/** Measuring takes minutes; that something else was measured shows at once. */
test('the page is about this suite: if not, run npm run detection', async () => {
  const { stdout } = await list;
  expect(numberIn(page, /seed 1, ([\d,]+) cases/)).toBe(numberIn(stdout, /^([\d,]+) cases in /m));
  expect(numberIn(page, /\*\*all\*\* \| ([\d,]+) \|/)).toBe(mutants.length);
});

test('list of the whole suite is a table of its versions, 80 columns wide', async () => {
  const lines = (await list).stdout.split('\n');
  expect(lines.length).toBeLessThan(operators.length * 6);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
