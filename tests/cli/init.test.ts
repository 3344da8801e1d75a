import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { templates } from '../../src/cli/templates.ts';
import { cli, complaint, folder } from './cli.ts';

test.concurrent.each(['python', 'exec', 'cpp'] as const)('init %s writes a template and its config', async (kind) => {
  const cwd = folder();
  const { code, stdout } = await cli(['init', kind], cwd);
  const { template, backend } = templates[kind];
  expect(code).toBe(0);
  expect(readdirSync(cwd).sort()).toEqual([template, 'onnx-conformance.config.json'].sort());
  expect(JSON.parse(readFileSync(join(cwd, 'onnx-conformance.config.json'), 'utf8'))).toEqual({ backend });
  expect(stdout).toContain(
    `npx onnx-conformance run --backend ${backend.includes(' ') ? `'${backend}'` : backend} --suite quick`,
  );
});

test.each(['js'] as const)('what init %s writes runs at once, and judges nothing', async (kind) => {
  const cwd = folder();
  await cli(['init', kind], cwd);
  const ended = await cli(['run', 'ReduceSum/13/float32/keepdims-zero/0', '-b', templates[kind].backend], cwd);
  expect(ended.code).toBe(3);
  expect(ended.stdout).toContain('nothing is run yet');
});

test('nothing is overwritten, and nothing is written next to what is there', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'onnx-conformance.config.json'), '{}');
  const ended = await cli(['init'], cwd);
  expect([ended.code, complaint(ended)]).toEqual([
    2,
    'onnx-conformance.config.json is there already and is not overwritten; name another folder by --out',
  ]);
  expect(readdirSync(cwd)).toEqual(['onnx-conformance.config.json']);
  expect((await cli(['init', '--out', 'mine'], cwd)).stdout).toContain('cd mine');
});
