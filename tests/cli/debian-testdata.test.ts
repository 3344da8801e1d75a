import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, folder, reportIn, resultsIn } from './cli.ts';

// the package libonnx-testdata of Debian and its descendants: a copy of onnx/backend/test/data at some release
const dir = '/usr/share/libonnx-testdata/data';

describe.skipIf(!existsSync(dir))("Debian's libonnx-testdata", () => {
  const models = existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('/model.onnx'))
        .map(dirname)
    : [];
  const reductions = models.filter((path) => /\/test_(reduce|operator_reduced)_/.test(path)).sort();

  it.each(['reference', 'onnxruntime-node'])(
    'is read whole: every reduction is judged and passes on %s',
    async (backend) => {
      const cwd = folder();
      const ended = await cli(['run', '--vectors', dir, '-b', backend], cwd);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      const results = resultsIn(cwd);
      expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
      const judged = results.filter(({ operator }) => operator.startsWith('Reduce')).map(({ id }) => dirname(id));
      expect(reductions.length).toBeGreaterThan(80);
      expect(judged.sort()).toEqual(reductions);
      // whatever else is there is told as not known: nothing is passed over
      expect(results.length + reportIn(cwd).notKnown!.count).toBe(models.length);
    },
  );

  it('has data of other operators too, which are not judged', async () => {
    const cwd = folder();
    const ended = await cli(['run', '--vectors', join(dir, 'node/test_add'), '-b', 'reference'], cwd);
    expect(ended.code).toBe(3);
    expect(reportIn(cwd).notKnown).toEqual({ count: 1, operators: { Add: 1 } });
  });
});
