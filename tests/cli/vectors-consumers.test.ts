import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { findVectors, loadVector } from '../../vectors/directory.ts';
import { cli, folder } from './cli.ts';

const python = '/usr/bin/python3';
const script = fileURLToPath(new URL('./consumers/read_with_onnx.py', import.meta.url));

function hasOnnx(): boolean {
  try {
    execFileSync(python, ['-c', 'import onnx'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('an export is read unchanged by', () => {
  const cwd = folder();
  beforeAll(async () => {
    expect(await cli(['vectors', 'export', 'all'], cwd)).toMatchObject({ code: 0, stderr: '' });
  });

  it.skipIf(!hasOnnx())("ONNX's Python package (Debian's python3-onnx)", () => {
    const found = JSON.parse(execFileSync(python, [script, join(cwd, 'all')], { encoding: 'utf8' }));
    expect(found).toMatchObject({ models: 448, tensors: 1527 - 448 });
    // models of opsets that the package does not know cannot be checked by it
    const known = findVectors(join(cwd, 'all')).filter((ref) => loadVector(ref).model.opset <= found.newest);
    expect(found.checked).toBe(known.length);
  });

  it('onnxruntime, in a plain loop', async () => {
    const far: string[] = [];
    for (const ref of findVectors(join(cwd, 'all'))) {
      const { model, dataSets } = loadVector(ref);
      const [set] = dataSets;
      if (!set || set.problem) throw set?.problem;
      const session = await InferenceSession.create(readFileSync(join(ref.path, 'model.onnx')));
      const feeds = set.inputs.map((t, i) => [
        set.inputNames[i],
        new Tensor(t.dtype as 'float32', t.data as Float32Array, t.dims),
      ]);
      const answer = await session.run(Object.fromEntries(feeds));
      const got = answer[model.outputs[0]!.name]!;
      const want = set.outputs[0]!;
      expect([got.type, got.dims]).toEqual([want.dtype, want.dims]);
      const near = (a: number, b: number) => a === b || Math.abs(a - b) <= 1e-7 + 1e-3 * Math.abs(b);
      if (!Array.from(want.data as Float32Array).every((b, i) => near(Number(got.data[i]), Number(b))))
        far.push(ref.id);
      await session.release();
    }
    expect(far).toEqual([]);
  });
});
