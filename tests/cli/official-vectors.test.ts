import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cli, folder, reportIn, resultsIn } from './cli.ts';

// ONNX's own vectors of the reductions are not part of this repository; a developer may have them beside it.
const dir = fileURLToPath(new URL('../../../shared/onnx-vectors', import.meta.url));

const releases = ['v1.2.3', 'v1.3.0', 'v1.7.0', 'v1.11.0', 'v1.12.0', 'v1.16.2', 'v1.17.0', 'v1.18.0', 'v1.23-dev'];

/** How many vectors of an operator each release has in a form of its own, expanded functions included. */
const counts: Readonly<Record<string, readonly number[]>> = {
  ReduceL1: [6, 6, 0, 8, 8, 0, 0, 9, 18],
  ReduceL2: [6, 6, 0, 8, 8, 0, 0, 9, 18],
  ReduceLogSum: [3, 3, 0, 4, 5, 0, 0, 5, 10],
  ReduceLogSumExp: [6, 6, 0, 8, 8, 0, 3, 12, 18],
  ReduceMax: [6, 6, 0, 8, 8, 0, 0, 0, 10],
  ReduceMean: [6, 6, 0, 8, 8, 0, 0, 0, 8],
  ReduceMin: [6, 6, 0, 8, 8, 0, 0, 0, 10],
  ReduceProd: [6, 6, 0, 8, 8, 0, 0, 0, 9],
  ReduceSum: [6, 6, 8, 9, 1, 1, 0, 0, 12],
  ReduceSumSquare: [6, 6, 0, 8, 8, 0, 0, 9, 18],
};

const expanded: Readonly<Record<string, number>> = {
  ReduceL1: 18,
  ReduceL2: 18,
  ReduceLogSum: 10,
  ReduceLogSumExp: 21,
  ReduceSumSquare: 18,
};

describe.skipIf(!existsSync(dir))("ONNX's own vectors", () => {
  it('are 448, of which 85 are expanded functions', () => {
    const sum = (xs: readonly number[]) => xs.reduce((a, b) => a + b, 0);
    expect(sum(Object.values(counts).flat())).toBe(448);
    expect(sum(Object.values(expanded))).toBe(85);
  });

  it.each(['reference', 'onnxruntime-node'])('are judged operator by operator, and %s passes', async (backend) => {
    const cwd = folder();
    const ended = await cli(['run', '--vectors', dir, '-b', backend], cwd);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const results = resultsIn(cwd);
    expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    for (const name of Object.keys(counts)) {
      const ids = results.filter(({ operator }) => operator === name).map(({ id }) => id);
      const byRelease = releases.map((release) => ids.filter((id) => id.startsWith(`${release}/`)).length);
      expect({ name, byRelease }).toEqual({ name, byRelease: counts[name] });
      expect(ids.filter((id) => id.includes('_expanded/')).length).toBe(expanded[name] ?? 0);
    }
    expect(results).toHaveLength(448);
    expect(reportIn(cwd).notKnown).toBeUndefined();
  });
});
