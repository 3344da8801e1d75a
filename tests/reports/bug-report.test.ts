import { expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { renderBugReport } from './render.ts';
import { aggregate, operator } from './samples.ts';

/** A report on one wrong case of the suite. */
function reportOn(id: string, backend: string, more: Partial<CaseResult> = {}): Report {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
  const [{ cell, opset, summary }] = cells.flatMap((one) => cases(one)) as never as [
    { cell: (typeof cells)[number]; opset: number; summary: string },
  ];
  const place = { operator: cell.operator.name, version: 13, dtype: cell.dtype, clause: 'keepdims-0' };
  const failure = { output: 0, index: [0], got: '1', exact: '2', allowed: 'exactly 2' };
  const result = {
    ...place,
    id,
    level: 'specified',
    opset,
    dataClass: 'grid',
    outcome: 'fail',
    failure,
    summary,
    size: 4,
  };
  const entries = operator(place.operator, [[13, 13, 28]]);
  const report = aggregate([{ ...place, cases: 1 }], [{ ...result, ...more } as CaseResult], entries);
  const launch = { backend, timeout: 10, startTimeout: 30 };
  return { ...report, launch, options: { ...report.options, seed: 1 } };
}

const bugReport = (report: Report): string => renderBugReport(report, report.findings[0]!);
const id = 'ReduceSum/13/float32/keepdims-zero/3';

test('a bug report has the clause, the values, the environment and how to see it again', () => {
  const text = bugReport(reportOn(id, 'stdio:./mine'));
  expect(text).toMatch(
    /^# ReduceSum, keepdims 0: wrong values\n\ntoy-runtime 2\.3\.1 breaks ONNX's text:\n\n> With keepdims = 0 /,
  );
  expect(text).toContain("\n> The suite's wording of Operators.md, attribute keepdims (`keepdims-0`, specified)\n");
  expect(text).toContain('\n- got: `1 at [0]`\n- expected: `2`\n');
  expect(text).toContain(`npx onnx-conformance export ${id} --out case\n`);
  expect(text).toContain('- provider: cpu\n');
  const [, model] = /<summary>The model, in base64<\/summary>\n\n```\n(.*)\n```/.exec(text)!;
  expect(decodeModel(Buffer.from(model!, 'base64')).nodes).toMatchObject([{ opType: 'ReduceSum' }]);
});

test.each([
  ['onnxruntime-node', 'js', /new Tensor\('float32', Float32Array\.from\(\[/],
  ['onnxruntime-web', 'js', /new Tensor\('float32', Float32Array\.from\(\[/],
  ['@jax-js/onnx', 'js', /jax\.numpy\.array\(Float32Array\.from\(\[/],
  ['tractjs', 'js', /new Tensor\(Float32Array\.from\(\[/],
  ['@techstark/opencv-js', 'js', /feed\('data', .*, 5, Float32Array\.from\(\[/],
  ['onnxjs', 'js', /new onnx\.Tensor\(Float32Array\.from\(\[/],
  ['python@/some/python3:onnx.reference', 'python', /np\.array\(\[.*\], np\.float32\)\.reshape\(\[/],
  ['python:onnxruntime', 'python', /np\.array\(\[.*\], np\.float32\)\.reshape\(\[/],
])('for %s it has a script that needs no suite', (backend, language, tensor) => {
  const text = bugReport(reportOn(id, backend));
  const fence = '`'.repeat(3);
  const script = text.split(`${fence}${language}\n`)[1]?.split(`\n${fence}`)[0];
  expect(script).toMatch(tensor);
  expect(script!.split('\n').length).toBeLessThanOrEqual(20);
  expect(script).toMatch(/got 1 at \[0\]; expected 2$/);
  expect(text).not.toContain('<summary>');
});

test('it stays below what GitHub takes, however much there is to say', () => {
  const report = reportOn(id, 'onnxruntime-node', { inputs: '1, '.repeat(50_000) });
  expect(bugReport(report).length).toBeLessThan(65_536);
});

test('a case that this suite draws otherwise has no model, and no script', () => {
  const text = bugReport(reportOn(id, 'onnxruntime-node', { summary: 'of another release' }));
  expect(text).not.toMatch(/```js|<summary>/);
  expect(text).toContain('npx onnx-conformance run');
});

test('of a network, the command names the attached files, and nothing else is changed', () => {
  const among = [{ id: 'neighbours', text: 'wrong only among its neighbours' }];
  const report = reportOn(id, './data/m/backend.mjs', { explanations: among });
  const nodes = { inputs: './data', elements: 64, limit: 5 };
  const text = bugReport({ ...report, options: { ...report.options, vectors: './data/m', nodes } });
  expect(text).toContain('With the suite and the attached m and data:');
  expect(text).toContain(
    `npx onnx-conformance check m --backend ./data/m/backend.mjs --timeout 10 --memory-limit none --seed 1 --inputs data --node ${id}\n`,
  );
});
