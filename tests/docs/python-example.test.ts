import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pythonWith } from '../../evidence/python.ts';
import { cli, folder, reportIn } from '../cli/cli.ts';

const page = readFileSync(new URL('../../docs/backend-protocol.md', import.meta.url), 'utf8');
const [, example = ''] = /```python\n(.*?)```/s.exec(page) ?? [];
const python = pythonWith('numpy');

test('the example in Python has at most 40 lines', () => {
  const lines = example.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThanOrEqual(40);
});

// skipped where no Python with numpy is to be found
test.skipIf(!python)('the example in Python serves a toy runtime and keeps the protocol', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'my_backend.py'), example);
  copyFileSync(new URL('my_runtime.py', import.meta.url), join(cwd, 'my_runtime.py'));
  const backend = `stdio:${python} my_backend.py`;
  const checked = await cli(['backend', 'check', backend], cwd);
  expect(checked.stdout.match(/✗.*\n.*/g)).toBe(null);
  expect(checked.stdout).toMatch(/✓ tensors: come back bit by bit in float16,/);
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  const ids = [
    '{ReduceSum,ReduceMax}/13/{float32,int64}/{keepdims-*,axes-negative}',
    'ReduceMean/18/float32/keepdims-zero/0',
  ];
  const ended = await cli(['run', ...ids, '--backend', backend], cwd);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const { totals, backend: info, unsupported } = reportIn(cwd);
  expect(info).toEqual({ name: 'my-runtime', version: '0.1', provider: 'numpy' });
  expect(totals).toMatchObject({ fail: 0, error: 0, crash: 0 });
  expect(totals.pass).toBeGreaterThan(30);
  expect(unsupported.map(({ message }) => message)).toEqual(["NotImplementedError('ReduceMean')"]);
});
