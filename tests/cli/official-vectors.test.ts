import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../../evidence/python.ts';
import { readManifest } from '../../vectors/official/manifest.ts';
import { tensorsOnly } from '../../vectors/onnx/data-set.ts';
import { findVectors, loadVector } from '../../vectors/onnx/directory.ts';
import { sampled } from '../sample.ts';
import { cli, folder, reportIn, resultsIn } from './cli.ts';

// ONNX's own vectors of the reductions are not part of this repository; a developer may have them next to it.
const official = fileURLToPath(new URL('../../../shared/onnx-vectors', import.meta.url));
const python = pythonWith('onnx');
const script = fileURLToPath(new URL('./consumers/read_with_onnx.py', import.meta.url));

const backends = sampled(['reference', 'onnxruntime-node'], 1);

const cwd = folder();
const dir = join(cwd, 'out/all');
beforeAll(async () => {
  const { code, stdout } = await cli(['vectors', 'export', 'out/all'], cwd);
  const check = 'To check them: npx onnx-conformance vectors verify out/all';
  expect({ code, stdout }).toEqual({ code: 0, stdout: `448 vectors, 1,527 files, written to out/all\n${check}\n` });
});

describe('all official vectors', () => {
  it('are as the manifest says, also after an export that repairs', async () => {
    const right = {
      code: 0,
      stdout: 'out/all: 448 of 448 vectors, 1,527 files with the right bytes\n',
      stderr: '',
    };
    expect(await cli(['vectors', 'verify', 'out/all'], cwd)).toMatchObject(right);
    writeFileSync(join(dir, 'v1.18.0/node/test_reduce_l1_empty_set_expanded/model.onnx'), '');
    expect((await cli(['vectors', 'export', 'out/all', '--release', 'all'], cwd)).code).toBe(0);
    expect(await cli(['vectors', 'verify', 'out/all'], cwd)).toMatchObject(right);
  });

  it.skipIf(!existsSync(official))("are ONNX's own files", () => {
    expect(execFileSync('diff', ['-r', '--exclude=README.md', dir, official], { encoding: 'utf8' })).toBe('');
  });

  it.skipIf(!python)("are read by ONNX's Python package (Debian's python3-onnx, or pip's onnx)", () => {
    const found = JSON.parse(execFileSync(python!, [script, dir], { encoding: 'utf8' }));
    expect(found).toMatchObject({ models: 448, tensors: 1527 - 448 });
    // models of opsets that the package does not know cannot be checked by it
    const known = findVectors(dir).filter((ref) => loadVector(ref).model.opset <= found.newest);
    expect(found.checked).toBe(known.length);
  });

  it('are run by onnxruntime, in a plain loop', async () => {
    const far: string[] = [];
    for (const ref of sampled(findVectors(dir), 25)) {
      const { model, dataSets } = loadVector(ref);
      const [set] = dataSets;
      if (!set || set.problem) throw set?.problem;
      const session = await InferenceSession.create(readFileSync(join(ref.path, 'model.onnx')), {
        logSeverityLevel: 3,
      });
      const [inputs, outputs] = [tensorsOnly(set.inputs, ref.id), tensorsOnly(set.outputs, ref.id)];
      const feeds = inputs.map((t, i) => [
        set.inputNames[i],
        new Tensor(t.dtype as 'float32', t.data as Float32Array, t.dims),
      ]);
      const answer = await session.run(Object.fromEntries(feeds));
      const got = answer[model.outputs[0]!.name]!;
      const want = outputs[0]!;
      expect([got.type, got.dims]).toEqual([want.dtype, want.dims]);
      const near = (a: number, b: number) => a === b || Math.abs(a - b) <= 1e-7 + 1e-3 * Math.abs(b);
      if (!Array.from(want.data as Float32Array).every((b, i) => near(Number(got.data[i]), Number(b))))
        far.push(ref.id);
      await session.release();
    }
    expect(far).toEqual([]);
  });

  it.each(backends)('are judged operator by operator, and %s passes', async (backend) => {
    const own = folder();
    const ended = await cli(['run', '--vectors', dir, '-b', backend], own);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const results = resultsIn(own);
    const { entries, minimum } = readManifest();
    // onnxruntime promises nothing of older opsets
    const notPassed = results.filter(({ outcome }) => outcome !== 'pass');
    expect(notPassed.filter(({ outcome, opset }) => outcome !== 'unsupported' || opset >= 7)).toEqual([]);
    const counts: Record<string, number> = {};
    for (const { id, operator, version, opset } of results) {
      const test = id.split('/').at(-2)!;
      const expanded = operator === 'graph' && entries.find((entry) => entry.test === test && entry.opset === opset);
      const key = expanded ? expanded.operator : `${operator}-${version}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    expect(counts).toEqual(Object.fromEntries(minimum.get('all')!));
    expect(results.filter(({ operator }) => operator === 'graph')).toHaveLength(85);
    expect(reportIn(own).notKnown).toBeUndefined();
  });
});
