import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdict } from '../../reports/view/verdict.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { cli, folder, reportIn } from './cli.ts';
import { writeVector } from './vector-folder.ts';

/** A model of an operator that the oracle has not. */
const unknown = encodeModel({
  name: 'unknown',
  opset: 18,
  nodes: [{ opType: 'Frobnicate', attributes: {}, inputs: ['data'], outputs: ['reduced'] }],
  inputs: [{ name: 'data', dtype: 'float32', dims: [2, 2] }],
  outputs: [{ name: 'reduced', dtype: 'float32', dims: [2, 1] }],
  initializers: [],
});

/** Two vectors, of which the oracle judges one, and a backend that is wrong. */
function vectors(): string {
  const cwd = folder();
  writeVector(cwd, 'vectors/sum');
  writeVector(cwd, 'vectors/unknown', { 'model.onnx': unknown });
  const answer = `[{ dtype: 'float32', dims: [2, 1], data: Float32Array.of(3, 8) }]`;
  const wrong = `export default { name: 'wrong', version: '1', prepare: () => ({ run: () => ${answer} }) };`;
  writeFileSync(join(cwd, 'wrong.mjs'), wrong);
  return cwd;
}

test('a run of files is judged by the file that it has written, and has the same cases', async () => {
  const cwd = vectors();
  const run = ['run', '--vectors', 'vectors', '-b', './wrong.mjs', '--format', 'junit=junit.xml'];
  expect((await cli(run, cwd)).code).toBe(1);
  const before = reportIn(cwd);
  expect((await cli([...run, '--update-expectations'], cwd)).code).toBe(0);
  const { planned, totals, notKnown, complete, ...report } = reportIn(cwd);
  expect({ planned, totals, notKnown, complete }).toEqual({
    planned: before.planned,
    totals: before.totals,
    notKnown: before.notKnown,
    complete: true,
  });
  expect(report.findings.map(({ known, again }) => [known, again])).toEqual([[1, before.findings[0]!.again]]);
  expect(verdict(reportIn(cwd)).kind).toBe('known-failures');
  expect(readFileSync(join(cwd, 'junit.xml'), 'utf8')).toMatch(/<testsuites .*failures="0"/);
});

test('a file that cannot be written loses no result', async () => {
  const cwd = vectors();
  const run = ['run', '--vectors', 'vectors', '-b', './wrong.mjs', '--expectations', 'wrong.mjs/known.yaml'];
  const { code, stderr } = await cli([...run, '--update-expectations'], cwd);
  expect(code).toBe(2);
  expect(stderr).toContain('onnx-conformance: wrong.mjs/known.yaml cannot be written');
  expect(verdict(reportIn(cwd)).kind).toBe('not-conformant');
});
