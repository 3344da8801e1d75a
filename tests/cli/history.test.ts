import { expect, test } from 'vitest';
import { sampled } from '../sample.ts';
import { cli, folder, harnessFake, reportIn } from './cli.ts';

const ids = ['ReduceSumSquare/18/float32/noop-with-empty-axes', 'ReduceSumSquare/18/float32/definition'];
const runs = (reading: string) => {
  const cwd = folder();
  const args = ['run', ...ids, '-b', harnessFake('former.mjs'), '--full'];
  return cli(args, cwd, { FAKE_READING: reading }).then((ended) => ({ ended, report: reportIn(cwd) }));
};

const readings: readonly (readonly [reading: string, problem: string, reported: string])[] = [
  ['identity', 'value', 'this is what ONNX 1.13 to 1.18 said: the output equals the input, without the elementwise'],
  [
    'all',
    'shape',
    'this is what the function bodies of ONNX 1.13 to 1.18 said: all dimensions are reduced, because they',
  ],
];

test.concurrent.each(sampled(readings, 1))(
  'a runtime that follows a former text fails, and the report says so: %s',
  async (reading, problem, reported) => {
    const { ended, report } = await runs(reading);
    expect(ended.code).toBe(1);
    expect(report.findings[0]).toMatchObject({ problem, clauses: ['noop-with-empty-axes'] });
    expect(report.findings[0]!.explanation?.text).toContain(reported);
    expect(ended.stdout.replace(/\s+/g, ' ')).toContain(reported);
  },
);

test.concurrent('explain shows the history of a clause', async () => {
  const { stdout } = await cli(['explain', 'ReduceL1', 'noop-with-empty-axes']);
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain('attribute noop_with_empty_axes (since ONNX 1.19)');
  expect(text).toContain('ONNX 1.13 to 1.18 said: the output equals the input');
  expect(text).toContain('the function bodies of ONNX 1.13 to 1.18 said: all dimensions are reduced');
  const sum = await cli(['explain', 'ReduceSum', 'noop-with-empty-axes']);
  expect(sum.stdout).not.toMatch(/ONNX 1.[0-9]+( to [0-9.]+)? said/);
});

test.concurrent('explain --history shows the release that introduced a sentence', async () => {
  const { stdout } = await cli(['explain', 'ReduceMax', '--opset', '13', '--history']);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stdout).toMatch(/^ReduceMax-13 came with ONNX 1.8, and is in force at opsets 13 to 17.$/m);
  expect(stdout).toMatch(/^empty-set\n {4}since 1.15 {3}Reducing an empty set gives/m);
  expect(stdout).toMatch(/^ {4}1.8 to 1.14 {2}the text did not mention it$/m);
  const one = await cli(['explain', 'ReduceL1', 'noop-with-empty-axes', '--history']);
  expect(one.stdout).toMatch(
    /since 1.19 [\s\S]*1.13 to 1.18 +the function bodies said[\s\S]*1.13 to 1.18 +the output equals/,
  );
  const { code, stderr } = await cli(['explain', 'integer-overflow', '--history']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--history shows the history of one operator')]);
});
