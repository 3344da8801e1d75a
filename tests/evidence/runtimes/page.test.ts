import { expect, test } from 'vitest';
import { changedOperators, hashedCases } from '../../../evidence/runtimes/cases.ts';
import { figuresOf, knownBackend, parseKnown, writeKnown } from '../../../evidence/runtimes/known.ts';
import { pageOf, withRuntimes } from '../../../evidence/runtimes/sections.ts';
import { broken } from '../../../reports/schema/counts.ts';
import { thousands } from '../../../reports/view/plural.ts';
import { aggregate, frame, operator, planAll, realistic, resultsOf } from '../../reports/samples.ts';

const { plan, results } = realistic();
const report = aggregate(plan, results);
const few = planAll(operator('Sum', [[13, 13, 28]]), ['float32'], 2);
const passing = aggregate(few, resultsOf(few), operator('Sum', [[13, 13, 28]]));
const ran = { commit: 'abc123', cases: { Sum: '0123' } };
const launch = { backend: './toy.mjs', timeout: 20, startTimeout: 30 };
const known = [knownBackend('toy', { ...report, launch }, ran), knownBackend('perfect', passing, ran)];
const page = pageOf(known);
const section = (title: string) => page.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`))!;

test('what is kept reads back as it was, without its zeros', () => {
  for (const one of known) {
    const text = writeKnown(one);
    expect(text).not.toMatch(/"(?:fail|crash|timeout|unsupported)":0/);
    expect(parseKnown(text, 'toy.json')).toEqual(JSON.parse(JSON.stringify(one)));
  }
});

test('where packages lie on the machine of the run is not kept', () => {
  const commit =
    'File "/some/venv/lib/python3.11/site-packages/onnx/a.py"; file:///some/node_modules/b.js; /usr/share/c';
  const kept = 'File "site-packages/onnx/a.py"; node_modules/b.js; /usr/share/c';
  expect(writeKnown({ ...known[0]!, commit })).toContain(JSON.stringify(kept));
});

test('the figures of clauses add up to those of the matrix', () => {
  const [{ clauses, report: kept }] = known as [(typeof known)[0], ...typeof known];
  for (const { operator: name, version, counts } of kept.matrix) {
    const all = Object.values(clauses[`${name}-${version}`]!).map(figuresOf);
    const sum = (i: number) => all.reduce((total, figures) => total + figures[i]!, 0);
    expect([sum(0), sum(1), sum(2)]).toEqual([counts.pass, broken(counts), counts.unsupported]);
  }
  expect(kept.matrix.some(({ counts }) => broken(counts) > 0)).toBe(true);
});

test('each backend has a row in every table, with the counts of its report', () => {
  const { pass, unsupported } = report.totals;
  expect(section('Compliance')).toContain(`| ${thousands(pass)} (`);
  expect(section('Compliance')).toMatch(new RegExp(`toy.*\\| ${unsupported} `));
  for (const title of ['Compliance', 'By operator', 'How each was run']) {
    expect(section(title)).toContain('`toy`');
    expect(section(title)).toContain('`perfect`');
  }
  expect(section('How each was run')).toContain('`npx onnx-conformance run --backend ./toy.mjs --timeout 20');
});

test('a share is 100 % only where all judged cases pass', () => {
  const wide = planAll(operator('Sum', [[13, 13, 28]]), ['float32'], 2000);
  const one = resultsOf(wide, ({ clause }, n) =>
    n === 7 && clause === 'keepdims-0' ? { outcome: 'fail', problem: 'shape', message: 'wrong' } : {},
  );
  const text = pageOf([knownBackend('almost', aggregate(wide, one, operator('Sum', [[13, 13, 28]])), ran)]);
  expect(text).toContain('99.9 %');
  expect(text).not.toContain('| 100 %');
  expect(section('By operator')).toContain('100 %');
});

test('depends on nothing of the times but the day', () => {
  const at = (started: string) => ({ ...report, times: { ...frame.times, seconds: 99, started } });
  const [one, two, three] = ['2030-01-01T00:00:00.000Z', '2030-01-01T23:00:00.000Z', '2030-01-02T00:00:00.000Z'].map(
    (started) => pageOf([knownBackend('toy', at(started), ran)]),
  );
  expect(one).toBe(two);
  expect(three).toBe(one!.replaceAll('2030-01-01', '2030-01-02'));
});

test('the table in a text has its rows made anew, and no others', () => {
  const text =
    '<!-- made: runtimes -->\n| runtime |\n|---|\n| `toy` | old |\n| `gone` | old |\n<!-- end -->\n| `toy` | old |\n';
  const made = withRuntimes(text, known);
  expect(made).toMatch(/\| `toy` \| .* \| standard \| .* % \| \d+ \| 20\d\d-\d\d-\d\d \|\n\| `gone` \| old \|\n/);
  expect(made.split('\n').at(-2)).toBe('| `toy` | old |');
});

test('operators are run again whose cases are others than before', () => {
  const now = hashedCases('quick', ['Abs', 'Relu', 'Softmax']);
  expect(Object.keys(now)).toEqual(['Abs', 'Relu', 'Softmax']);
  expect(changedOperators(now, now)).toEqual([]);
  const { Softmax: _, ...others } = now;
  expect(changedOperators({ ...others, Relu: 'other', Gone: '1' }, now).toSorted()).toEqual(['Relu', 'Softmax']);
});
