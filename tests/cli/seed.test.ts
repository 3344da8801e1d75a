import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, harnessFake, outIn, reportIn, resultsIn } from './cli.ts';

/** Every answer is wrong, so that the report quotes the data. */
async function run(seed: string): Promise<string> {
  const cwd = folder();
  const args = [
    'run',
    'ReduceSum/13/float32/{axes-order,keepdims-*,session-reuse}',
    '-b',
    harnessFake('misbehaving.mjs'),
    '--seed',
    seed,
  ];
  await cli(args, cwd, { FAKE_WAY: 'nan', FAKE_CASE: '*' });
  return cwd;
}

const withoutTimes = (cwd: string) =>
  readFileSync(join(outIn(cwd), 'report.json'), 'utf8').replace(/ {2}"times": \{[^}]*\}/, '');

test('equal seeds give equal reports, other seeds other data in the same cells', async () => {
  const [first, second, other] = await Promise.all([run('1'), run('1'), run('-2')]);
  expect(withoutTimes(second)).toBe(withoutTimes(first));
  expect(resultsIn(second)).toEqual(resultsIn(first));
  const cells = (cwd: string) => reportIn(cwd).cells.map((cell) => [cell.clause, cell.cases]);
  expect(cells(other)).toEqual(cells(first));
  const exact = (cwd: string) => resultsIn(cwd).map(({ failure }) => failure?.exact);
  expect(exact(other)).not.toEqual(exact(first));
});
