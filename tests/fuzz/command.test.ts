import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, complaint, folder } from '../cli/cli.ts';

test('a right backend: nothing new, and a file to go on from', async () => {
  const cwd = folder();
  const args = ['fuzz', 'Abs', 'Not', '--opset', '13', '-b', 'reference', '--runs', '40'];
  const { code, stdout } = await cli(args, cwd);
  expect(code).toBe(0);
  expect(stdout).toMatch(/nothing new in 40 programs \(reference: 40 pass\)/);
  expect(stdout).toMatch(/2 operators, the rarest/);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  const file = join(cwd, 'out/fuzz/fuzz.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).result).toMatchObject({ batches: [0], programs: 40, findings: [] });
  const other = await cli([...args, '--resume', '--seed', '2'], cwd);
  expect([other.code, complaint(other)]).toEqual([
    2,
    expect.stringContaining('fuzz.json is of a run with other options'),
  ]);
});

test.each([
  [[], '--backend is missing'],
  [['-b', 'reference', '--for', '10'], "--for takes a time such as 30s, 10m or 8h, up to a week, not '10'"],
  [['-b', 'reference', '--runs', '0'], '--runs takes an integer from 1'],
  [['-b', 'reference', '-b', 'reference'], '--backend reference is given twice'],
  [['Foo', '-b', 'reference'], 'Foo'],
])('%j is told in one line', async (args, words) => {
  const ended = await cli(['fuzz', ...args]);
  expect([ended.code, complaint(ended)]).toEqual([2, expect.stringContaining(words)]);
});

test('what is known stands in the expectations', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'known.yaml'), 'fuzz:\n  - finding: abs-*\n    reasn: slow\n');
  const ended = await cli(['fuzz', '-b', 'reference', '--expectations', 'known.yaml'], cwd);
  expect([ended.code, complaint(ended)]).toEqual([
    2,
    "known.yaml line 3: there is no key 'reasn'; do you mean reason?",
  ]);
});
