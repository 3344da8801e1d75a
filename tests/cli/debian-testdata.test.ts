import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DataSet, tensorsOnly } from '../../vectors/onnx/data-set.ts';
import { findVectors, loadVector } from '../../vectors/onnx/directory.ts';
import { cli, folder, reportIn, resultsIn } from './cli.ts';

// the package libonnx-testdata of Debian and its descendants: a copy of onnx/backend/test/data at some release
const dir = '/usr/share/libonnx-testdata/data';

describe.skipIf(!existsSync(dir))("Debian's libonnx-testdata", () => {
  const models = existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('/model.onnx'))
        .map(dirname)
        .sort()
    : [];

  /** A folder that holds some of them: all together take minutes. */
  function some(paths: readonly string[]): string {
    const cwd = folder();
    for (const path of paths) {
      mkdirSync(dirname(join(cwd, 'vectors', path)), { recursive: true });
      symlinkSync(join(dir, path), join(cwd, 'vectors', path));
    }
    return cwd;
  }
  const run = (cwd: string, backend: string, ...more: readonly string[]) =>
    cli(['run', '--vectors', 'vectors', '-b', backend, ...more], cwd);

  it.each(['reference', 'onnxruntime-node'])('every reduction is judged and passes on %s', async (backend) => {
    const reductions = models.filter((path) => /\/test_(reduce|operator_reduced)_/.test(path));
    const cwd = some(reductions);
    expect(await run(cwd, backend)).toMatchObject({ code: 0, stderr: '' });
    const results = resultsIn(cwd);
    // onnxruntime has no opsets before 7
    expect(
      results.filter(({ outcome, opset }) => outcome !== 'pass' && (backend === 'reference' || opset > 6)),
    ).toEqual([]);
    expect(reductions.length).toBeGreaterThan(80);
    expect(results.map(({ id }) => dirname(id)).sort()).toEqual(reductions);
  });

  it('nothing is passed over: each model of a sample is judged, or said not to be', async () => {
    const sample = models.filter((_, i) => i % 30 === 7);
    const cwd = some(sample);
    // onnxruntime refuses strings in capitals where the machine lacks a locale: its failures are not asked about here
    const { code, stderr } = await run(cwd, 'onnxruntime-node', '--limit', '2', '--report-only');
    const { notKnown, problems } = reportIn(cwd);
    expect(stderr).not.toMatch(/suite is at fault/);
    expect(code).toBe(problems.length > 0 ? 2 : 0);
    const reported = resultsIn(cwd).length + notKnown!.count;
    expect(reported).toBeLessThanOrEqual(sample.length);
    expect(reported + problems.length).toBeGreaterThanOrEqual(sample.length);
  });

  it('a convolution of half a million elements is judged in part within seconds', async () => {
    const path = 'pytorch-operator/test_operator_conv';
    const cwd = some([path]);
    const { model, dataSets } = loadVector(findVectors(join(dir, path))[0]!);
    const [answer] = tensorsOnly((dataSets[0] as DataSet).outputs, path);
    writeFileSync(join(cwd, 'answer.bin'), answer!.data as Float32Array);
    writeFileSync(
      join(cwd, 'stored.mjs'),
      `import { readFileSync } from 'node:fs';
       const data = new Float32Array(readFileSync('answer.bin').buffer);
       const run = () => [{ dtype: 'float32', dims: [${answer!.dims}], data }];
       export default { name: 'stored', version: '1', prepare: () => ({ run }) };`,
    );
    expect(model.nodes).toHaveLength(1);
    expect(await run(cwd, './stored.mjs', '--limit', '1')).toMatchObject({ code: 0, stderr: '' });
    const [result] = resultsIn(cwd);
    expect(result).toMatchObject({ outcome: 'pass', tier: 'native' });
    expect(result!.unjudged).toMatch(/^\d+ of 474240 elements: the limit of 1 s .* at node 1 of 1, Conv/);
  });
});
