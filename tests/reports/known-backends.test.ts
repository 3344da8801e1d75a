import { expect, test } from 'vitest';
import { knownBackend } from '../../reports/view/known-backends.ts';
import { renderKnownBackends } from './render.ts';
import { aggregate, frame, operator, planAll, realistic, resultsOf } from './samples.ts';

const { plan, results } = realistic();
const report = aggregate(plan, results);
const few = planAll(operator('Sum', [[13, 13, 28]]), ['float32'], 2);
const passing = aggregate(few, resultsOf(few), operator('Sum', [[13, 13, 28]]));
const ran = { suite: { version: '1.2.3', cases: 70 }, commit: 'abc123' };
const launch = { backend: './toy.mjs', timeout: 20, startTimeout: 30 };
const known = [knownBackend('toy', { ...report, launch }, ran), knownBackend('perfect', passing, ran)];
const page = renderKnownBackends(known, ran.suite);
const section = (title: string) => page.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`))!;

test('each backend has a row in every table, with the counts of its report', () => {
  const { pass, unsupported } = report.totals;
  expect(section('Compliance')).toContain(`| ${pass} (`);
  expect(section('Compliance')).toMatch(new RegExp(`toy.*\\| ${unsupported} `));
  for (const title of ['Compliance', 'By operator', 'Accuracy', 'How each was run']) {
    expect(section(title)).toContain('`toy`');
    expect(section(title)).toContain('`perfect`');
  }
  expect(section('Errors and bounds')).toMatch(/\| Reduce\w+ float32 \| (exact|faithful|wide|native)/);
});

test('tells worst errors where the answers of some runtime stand, and how near to bounds others come', () => {
  const figures = (errors: Record<string, string>, bounds: Record<string, string>) => ({
    ...known[0]!,
    errors,
    bounds,
  });
  const runtimes = [
    figures({ 'Exp float32': '0.5 / 0.5', 'Ceil float32': '0.5 / –' }, { 'MatMul float32': 'wide 0.2' }),
    { ...figures({ 'Exp float32': '1.2 / 3', 'Neg float32': '7 / 2.0e3 ✗' }, {}), label: 'other' },
  ];
  const { errors: _, bounds: __, ...earlier } = { ...known[1]!, label: 'earlier' };
  const text = renderKnownBackends([...runtimes, earlier], ran.suite);
  const own = (title: string) => text.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`))!;
  expect(own('Functions')).toContain('| | `toy` | `other` |\n');
  expect(own('Functions')).toContain('| Exp float32 | 0.5 / 0.5 | 1.2 / 3 |');
  expect(own('Functions')).not.toMatch(/Ceil|Neg/);
  expect(own('Errors and bounds')).toContain('| MatMul float32 | wide 0.2 | |');
});

test('a share is 100 % only where all judged cases pass', () => {
  const one = resultsOf(planAll(operator('Sum', [[13, 13, 28]]), ['float32'], 2000), ({ clause }, n) =>
    n === 7 && clause === 'keepdims-0' ? { outcome: 'fail', problem: 'shape', message: 'wrong' } : {},
  );
  const almost = aggregate(
    planAll(operator('Sum', [[13, 13, 28]]), ['float32'], 2000),
    one,
    operator('Sum', [[13, 13, 28]]),
  );
  const text = renderKnownBackends([knownBackend('almost', almost, ran)], ran.suite);
  expect(text).toContain('99.9 %');
  expect(text).not.toContain('| 100 %');
  expect(section('By operator')).toContain('100 %');
});

test('has a table for each open point and what each backend does there, and names those that were not asked', () => {
  const open = page.slice(page.indexOf('## What the text leaves open'), page.indexOf('## By operator'));
  expect(open).toContain('| where | toy | perfect |');
  expect(open).toMatch(/`integer-overflow`.*\| (saturate|wrap) +\| +\|/s);
  expect(open).not.toContain('Not asked');
  const { policies, ...earlier } = known[1]!;
  expect(policies).toEqual([]);
  const later = renderKnownBackends([known[0]!, earlier], ran.suite);
  expect(later).toContain('| where | toy |');
  expect(later).toContain('Not asked since this table was made: `perfect`.');
});

test('every finding is one line with its smallest case, and who passes has none', () => {
  const lines = section('toy')
    .split('\n')
    .filter((line) => /^\| +\d/.test(line));
  expect(lines).toHaveLength(report.findings.length);
  for (const [i, { smallest }] of report.findings.entries()) expect(lines[i]).toContain(`\`${smallest.id}\``);
  expect(section('perfect')).toMatch(
    / run on \d{4}-.* with onnx-conformance 1\.2\.3 \(commit abc123, 70 cases\)\.\n\nNothing\./,
  );
});

test('says what the specification decides', () => {
  const levels = report.findings.map(({ level, other }) =>
    level === 'specified' && !other ? 'yes' : level === 'implied' ? level : 'no',
  );
  const said = section('toy')
    .split('\n')
    .flatMap((line) => /^\| +\d.*\| (yes|no) +\|$/.exec(line)?.[1] ?? []);
  expect(said).toEqual(levels);
  expect(new Set(levels).size).toBe(2);
});

test('says that a part of the suite is not the suite', () => {
  const part = { ...passing, options: { ...passing.options, dtypes: ['float32'] as const }, complete: false };
  expect(renderKnownBackends([knownBackend('part', part, ran)], ran.suite)).toMatch(
    /incomplete; only float32 ran; interrupted after/,
  );
  expect(page).not.toContain('only float32 ran');
});

test('says how each was run, as its report has it', () => {
  expect(section('How each was run')).toContain('`npx onnx-conformance run --backend ./toy.mjs --timeout 20');
});

test('one case can be run again as it was', () => {
  expect(section('toy')).toContain('One case again: `npx onnx-conformance run ID --backend ./toy.mjs --timeout 20');
});

test('marks what is about another suite, by its version or its cases', () => {
  expect(page).not.toMatch(/stale/i);
  for (const other of [{ version: '1.2.4' }, { cases: 71 }]) {
    const later = renderKnownBackends([known[0]!, { ...known[1]!, suite: { ...ran.suite, ...other } }], ran.suite);
    expect(later).toContain('| `perfect` (stale)');
    expect(later).toContain('`npm run evidence -- known-backends perfect` runs it again');
    expect(later).toContain('Stale: another release of the suite, or one with other cases, judged it; ');
    expect(later.match(/stale/gi)).toHaveLength(3);
  }
});

test('depends on nothing of the times but the day', () => {
  const at = (started: string) => ({ ...report, times: { ...frame.times, seconds: 99, started } });
  const [one, two, three] = ['2030-01-01T00:00:00.000Z', '2030-01-01T23:00:00.000Z', '2030-01-02T00:00:00.000Z'].map(
    (started) => renderKnownBackends([knownBackend('toy', at(started), ran)], ran.suite),
  );
  expect(one).toBe(two);
  expect(three).toBe(one!.replaceAll('2030-01-01', '2030-01-02'));
});
