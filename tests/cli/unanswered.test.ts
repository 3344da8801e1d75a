import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, reportIn, resultsIn } from './cli.ts';

/** Adapters that answer nothing, and what each case comes to. */
const adapters: readonly (readonly [way: string, prepare: string, message: RegExp])[] = [
  ['throws', "throw new Error('no device')", /every case ended in the same error: no device\./],
  [
    'gives no dtype',
    'return { run: (_, outputs) => outputs.map(() => ({ dims: [], data: new Float32Array(1) })) }',
    /every case ended in the same error: /,
  ],
];

function adapter(prepare: string): string {
  const cwd = folder();
  const source = `export default { name: 'mute', version: '1', async prepare() { ${prepare}; } };`;
  writeFileSync(join(cwd, 'mute.mjs'), source);
  return cwd;
}

test.each(adapters)('an adapter that %s has answered nothing, and breaks no clause', async (_, prepare, message) => {
  const cwd = adapter(prepare);
  const { code, stdout } = await cli(['run', 'ReduceMax/20/bool', '-b', './mute.mjs'], cwd);
  expect(code).toBe(4);
  const words = stdout.replace(/\s+/g, ' ');
  expect(words).toMatch(/NOTHING ANSWERED /);
  expect(words).toMatch(message);
  expect(words).toContain('backend check');
  expect(words).not.toMatch(/breaks? /);
  const report = reportIn(cwd);
  expect(report.failedClauses).toEqual([]);
  expect(resultsIn(cwd)).toHaveLength(report.planned);
});

test('one case that crashes is a failure, and its message has no native stack', async () => {
  const cwd = adapter('process.abort()');
  const { code, stdout } = await cli(['run', 'ReduceSum/13/float32/keepdims-zero/3', '-b', './mute.mjs'], cwd);
  expect(code).toBe(1);
  expect(stdout).toContain('crash: the process was killed by SIGABRT\n');
  expect(stdout).not.toMatch(/stack trace|0x/);
});
