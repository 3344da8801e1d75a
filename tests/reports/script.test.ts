import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { scriptFor } from '../../reports/script.ts';
import { node } from '../../src/index.ts';
import { folder } from '../folder.ts';

/** What the script for onnxruntime-node prints of Identity, and its exit code. */
function ran(input: Tensor, expected: Tensor): { readonly stdout: string; readonly status: number | null } {
  const cwd = folder();
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(cwd, 'node_modules'));
  const call = node('Identity', { opset: 13, inputs: [input] });
  const runs = [{ inputs: new Map([['input', input]]), outputs: new Map([['output', expected]]) }];
  const model = { base64: Buffer.from(call.model).toString('base64') };
  const script = scriptFor('onnxruntime-node', { version: '1', provider: undefined, model, runs, element: undefined });
  writeFileSync(join(cwd, 'bug.mjs'), script!.lines.join('\n'));
  return spawnSync(process.execPath, ['bug.mjs'], { cwd, encoding: 'utf8' });
}

test('a script shows the bits of float16 in any engine, and whether the fault is still there', () => {
  const input = tensor('float16', [2], Uint16Array.of(0x7e01, 1));
  const other = tensor('float16', [2], Uint16Array.of(0x7e01, 2));
  expect(ran(input, input).stdout).toMatch(/got {6}output float16 \[ 2 \] Uint16Array\(2\) \[ 32257, 1 \]\n$/);
  expect(ran(input, input).status).toBe(0);
  expect(ran(input, other)).toMatchObject({ status: 1, stdout: expect.stringMatching(/\ndiffers\n$/) });
});
