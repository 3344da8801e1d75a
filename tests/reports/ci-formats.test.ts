import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { renderBadge, renderShield } from '../../reports/print/badge.ts';
import { renderCsv } from '../../reports/print/csv.ts';
import { renderAnnotations } from '../../reports/print/github.ts';
import { renderJUnit } from '../../reports/print/junit.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { renderMarkdown, renderSummary } from './render.ts';
import { aggregate, operator, planAll, realistic, resultsOf } from './samples.ts';

const { plan, results } = realistic();
const full = aggregate(plan, results);
const entries = operator('Sum', [[13, 13, 28]]);
const few = planAll(entries, ['float32'], 2);
const reportOn = (judge?: (n: number, clause: string) => Partial<CaseResult>, all = few) =>
  aggregate(
    all,
    resultsOf(all, (cell, n) => judge?.(n, cell.clause) ?? {}),
    entries,
  );
const passing = reportOn();
const unsupported = reportOn(() => ({ outcome: 'unsupported', message: 'no' }));
const inPart = reportOn((_, clause) => (clause === 'keepdims-0' ? {} : { outcome: 'unsupported' }));
const expected: Report['expectations'] = {
  file: 'known.yaml',
  known: { cases: 3, choices: 0, invalid: 0 },
  unexpected: { cases: 0, choices: 0, invalid: 0 },
  entries: [],
  figures: 'none',
  shortfalls: [],
};
const known = { ...reportOn((n) => (n > 0 ? {} : { outcome: 'error', known: 'issue 7' })), expectations: expected };
const said = 'a "quoted" <tag> & ]]>, 100 %: \u0001\ud800\nsecond line';
const thrown = reportOn((n) => (n > 0 ? {} : { outcome: 'error', message: said }));

test('a consumer reads the JUnit file as it is meant: suites, tests, their counts and what failed', async () => {
  const all = await parse(renderJUnit(full));
  const suites = all && 'testsuite' in all ? all.testsuite! : [];
  const tests = suites.flatMap(({ testcase = [] }) => testcase);
  const broken = full.cells.filter(({ counts }) => counts.fail + counts.error + counts.crash + counts.timeout > 0);
  expect(broken.length).toBeGreaterThan(5);
  expect(tests).toHaveLength(full.cells.length + 1);
  expect(new Set(tests.map(({ classname, name }) => `${classname} ${name}`)).size).toBe(tests.length);
  expect(tests.filter(({ failure }) => failure).map(({ classname, name }) => `${classname} ${name}`)).toEqual([
    'conformance verdict',
    ...broken.map(({ operator, version, dtype, clause }) => `${operator}-${version}.${dtype} ${clause}`),
  ]);
  expect(all).toMatchObject({ tests: tests.length, failures: broken.length + 1 });
  for (const { failure } of tests.slice(1))
    if (failure) expect(failure[0]!.inner).toContain('npx onnx-conformance run ');
});

test('what a backend says cannot break the file', async () => {
  const xml = renderJUnit(thrown);
  const all = await parse(xml);
  const inner = JSON.stringify(all);
  expect(inner).toContain('a \\"quoted\\" <tag> & ]]>, 100 %: \ufffd');
  expect(xml).not.toContain('\u0001');
});

test('a test is skipped where nothing was judged, and the verdict then fails', () => {
  const xml = renderJUnit(unsupported);
  expect(xml.match(/<skipped message="not supported"\/>/g)).toHaveLength(few.length);
  expect(xml).toContain('<failure message="NOTHING JUDGED');
  expect(renderJUnit(passing)).not.toMatch(/<failure|<skipped/);
});

test('known failures are skipped with their reason, and annotate nothing', () => {
  const xml = renderJUnit(known);
  expect(xml).not.toContain('<failure');
  expect(xml.match(/<skipped message="known: issue 7"\/>/g)).toHaveLength(few.length);
  expect(renderAnnotations(known)).toMatch(/^::notice [^\n]+\n$/);
});

test('the CSV has a row for each cell, and its counts add up', () => {
  const [head, ...rows] = renderCsv(full).trimEnd().split('\r\n');
  expect(head).toBe('operator,version,dtype,clause,level,cases,pass,fail,unsupported,error,crash,timeout');
  const numbers = rows.map((row) => row.split(',').slice(5).map(Number));
  expect(rows).toHaveLength(full.cells.length);
  for (const [cases, ...counts] of numbers) expect(counts.reduce((sum, n) => sum + n)).toBe(cases);
});

const shard = { number: 1, of: 50 };
const withOptions = (options: Partial<Report['options']>): Report => ({
  ...passing,
  options: { ...passing.options, ...options },
});
const shield = (report: Report) => JSON.parse(renderShield(report));

test.each([
  ['all of the suite', passing, 'opset 13 · 100 %', 'brightgreen'],
  ['a part of the suite', withOptions({ ids: ['Sum'] }), 'opset 13 · 100 %', 'blue'],
  ['the quick suite', withOptions({ suite: 'quick' }), 'opset 13 · 100 % (quick)', 'green'],
  ['the full suite', withOptions({ suite: 'full' }), 'opset 13 · 100 %', 'brightgreen'],
  ['a shard', withOptions({ shard }), 'opset 13 · 100 % (shard 1/50)', 'blue'],
  ['a quick shard', withOptions({ shard, suite: 'quick' }), 'opset 13 · 100 % (quick, shard 1/50)', 'blue'],
  ['a runtime that has some of it', inPart, 'opset 13 · 100 % for what it supports', 'yellowgreen'],
  ['one failure in many', { ...thrown, totals: { ...thrown.totals, pass: 99_999 } }, 'opset 13 · 99.9 %', 'red'],
  ['known failures', known, 'opset 13 · 50 %', 'yellow'],
  ['nothing that was judged', unsupported, 'nothing judged', 'lightgrey'],
  ['files that cannot be used', { ...passing, problems: ['a.onnx: cut off'] }, 'unusable files', 'lightgrey'],
  ['an interrupted run', { ...passing, complete: false }, 'incomplete', 'lightgrey'],
] as const)('the badge of %s', (_, report, message, color) => {
  expect(shield(report)).toEqual({ schemaVersion: 1, label: 'ONNX', message, color });
  expect(renderBadge(report)).toContain(`<title>ONNX: ${message}</title>`);
});

test('annotations: one line each, escaped, no more than GitHub shows', () => {
  const lines = renderAnnotations(thrown).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(1 + thrown.findings.length);
  expect(lines[1]).toMatch(/^::error title=Finding 1%3A [^:]+::/);
  expect(lines[1]).toContain('100 %25: ');
  const [one] = thrown.findings;
  const many = { ...thrown, findings: Array.from({ length: 30 }, () => one!) };
  expect(renderAnnotations(many).match(/^::error /gm)).toHaveLength(10);
  expect(renderAnnotations(many)).toContain('22 more findings');
  expect(renderAnnotations(passing)).toMatch(/^::notice [^\n]+\n$/);
});

test('the summary stays far below the 1 MiB of a step, whatever was found', () => {
  const long = reportOn((n) => (n > 0 ? {} : { outcome: 'error', message: 'x'.repeat(1e5) }));
  const many = { ...long, findings: Array.from({ length: 400 }, () => long.findings[0]!) };
  const text = renderSummary(many);
  expect(text.length).toBeLessThan(2 ** 18);
  expect(text).toContain('350 more findings');
  expect(renderSummary(thrown)).toContain('\n\n`a "quoted" <tag> & ');
});

test.each([
  ['report.md', renderMarkdown],
  ['summary.md', renderSummary],
])('each link of %s leads to a place on its page', (_, render) => {
  const text = render(full);
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => slug(title!));
  const anchors = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, id]) => id);
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, to]) => to);
  expect(links.filter((to) => !headings.includes(to!) && !anchors.includes(to!))).toEqual([]);
});
