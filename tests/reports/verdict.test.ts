import { expect, test } from 'vitest';
import { parseReport, writeReport } from '../../reports/schema/json.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { emptyCells, verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const plan = planAll(entries, ['float32'], 2);
const passing = resultsOf(plan);
const judge = (results = passing, cells = plan) => verdict(aggregate(cells, results, entries));

test('all pass', () => {
  expect(judge()).toMatchInlineSnapshot(`
    {
      "finding": "all 6 judged cases pass.",
      "kind": "conformant",
      "next": "",
    }
  `);
});

test('some are unsupported', () => {
  expect(judge(resultsOf(plan, (_, n) => (n === 0 ? { outcome: 'unsupported' } : {})))).toMatchInlineSnapshot(`
    {
      "finding": "all 3 judged cases pass; 3 more unsupported and not judged.",
      "kind": "conformant",
      "next": "",
    }
  `);
});

test('processes that were lost stand in the headline also where no case repeats it', () => {
  const report = { ...aggregate(plan, passing, entries), incidents: { count: 2, first: ['it exited with 7'] } };
  expect(verdict(report).finding).toBe('all 6 judged cases pass; its process was lost 2 times.');
});

test('a process that ended without a case that repeats it', () => {
  const unrepeated = { count: 1, first: [`${plan[0]!.operator}: it exited with 7`] };
  const report = {
    ...aggregate(plan, passing, entries),
    incidents: { count: 2, first: ['it exited with 7'], unrepeated },
  };
  const { kind, finding } = verdict(report);
  expect({ kind, finding }).toEqual({
    kind: 'unstable',
    finding:
      'no failure in 6 judged cases; but its process was lost 1 time, and no case alone repeats it, first: Sum: it exited with 7.',
  });
});

test('all are unsupported', () => {
  expect(judge(resultsOf(plan, () => ({ outcome: 'unsupported' })))).toMatchInlineSnapshot(`
    {
      "finding": "the backend reports all 6 cases as unsupported.",
      "kind": "nothing-judged",
      "next": "Check that the backend can load models at all, or select what it supports.",
    }
  `);
});

test('nothing was put to the backend', () => {
  const message = 'not asked: the backend declares opsets 7 and later';
  const { finding, next } = judge(resultsOf(plan, () => ({ outcome: 'unsupported', message })));
  expect(finding).toBe('none of 6 cases was put to the backend: the backend declares opsets 7 and later.');
  expect(next).toContain('--opset 13');
});

test('nothing was selected', () => {
  expect(judge([], [])).toMatchInlineSnapshot(`
    {
      "finding": "the selection holds no case.",
      "kind": "nothing-judged",
      "next": "Widen the ids, opsets or dtypes.",
    }
  `);
});

test('interrupted before the first failure', () => {
  expect(judge(passing.slice(0, 1))).toMatchInlineSnapshot(`
    {
      "finding": "no failure in 1 judged case, but only 1 of 6 cases ran.",
      "kind": "incomplete",
      "next": "Go on with --resume, or run again to the end, for a verdict.",
    }
  `);
});

test('a failure before the interruption stands', () => {
  const failing = resultsOf(plan, () => ({ outcome: 'fail' }));
  expect(judge(failing.slice(0, 1))).toMatchInlineSnapshot(`
    {
      "finding": "1 of 1 judged case is wrong (100 %); 1 finding, which breaks ONNX's text, and only 1 of 6 cases ran.",
      "kind": "not-conformant",
      "next": "Start with finding 1; its replay command runs just that case.",
    }
  `);
});

test('a failure where the specification leaves a choice is distinguished', () => {
  const inconsistent = resultsOf(plan, ({ clause }) => (clause === 'integer-overflow' ? { outcome: 'fail' } : {}));
  expect(judge(inconsistent)).toMatchInlineSnapshot(`
    {
      "finding": "2 of 6 judged cases are wrong (33 %); 1 finding, which goes beyond what ONNX leaves open.",
      "kind": "not-conformant",
      "next": "Start with finding 1; its replay command runs just that case.",
    }
  `);
});

const unusable = ['a/model.onnx is not a model', 'b/test_data_set_0: the file disagrees with the oracle: 1 | 2'];
const withProblems = (results = passing, cells = plan) => ({
  ...aggregate(cells, results, entries),
  problems: unusable,
});

test('files that could not be used are not a pass, even if all others are judged', () => {
  const report = withProblems();
  expect(verdict(report)).toMatchInlineSnapshot(`
    {
      "finding": "2 files could not be used; no failure in 6 judged cases.",
      "kind": "unusable-files",
      "next": "Fix or remove them.",
    }
  `);
  expect(renderFull(report)).toContain(
    'Files that could not be judged\n  – a/model.onnx is not a model\n  – b/test_data_set_0: the file disagrees',
  );
  expect(renderFull(report)).toContain('\nUNUSABLE FILES: 2 files');
  expect(renderMarkdown(report)).toContain('## Files that could not be judged\n\n- a/model.onnx is not a model\n- b/');
  expect(parseReport(writeReport(report)).problems).toEqual(unusable);
  const old = JSON.stringify({ ...report, problems: undefined });
  expect(parseReport(old).problems).toEqual([]);
});

test('files that could not be used are reported where there is nothing else, and not before a failure', () => {
  expect(verdict(withProblems([], [])).kind).toBe('unusable-files');
  expect(verdict(withProblems(passing.slice(0, 1))).finding).toMatch(/and only 1 of 6 cases ran\.$/);
  expect(verdict(withProblems(resultsOf(plan, () => ({ outcome: 'fail' })))).kind).toBe('not-conformant');
});

test('a cell without a case is a fault of the suite, even if all else passes', () => {
  const holes = plan.map((cell, i) => (i === 1 ? { ...cell, cases: 0 } : cell));
  const report = aggregate(holes, resultsOf(holes), entries);
  expect(emptyCells(report).map((cell) => cell.clause)).toEqual(['noop-with-empty-axes']);
  expect(verdict(report)).toMatchInlineSnapshot(`
    {
      "finding": "the suite has no case for Sum/13/float32/noop-with-empty-axes.",
      "kind": "suite-error",
      "next": "This is a fault of the suite, not of the backend: please report it.",
    }
  `);
});

test('no cell is empty in a full plan', () => {
  expect(emptyCells(aggregate(plan, [], entries))).toEqual([]);
});

test('where all that was run is one case, nobody is sent to a single case', () => {
  const one = planAll(entries, ['float32'], 1).slice(0, 1);
  expect(
    verdict(
      aggregate(
        one,
        resultsOf(one, () => ({ outcome: 'fail' })),
        entries,
      ),
    ).next,
  ).toBe('');
});

test('contradicting choices are distinguished from what goes beyond a choice', () => {
  const reported = (more: Partial<CaseResult>) =>
    judge(resultsOf(plan, ({ clause }) => (clause === 'integer-overflow' ? { outcome: 'fail', ...more } : {}))).finding;
  const inconsistent = '; 1 finding, which is inconsistent where ONNX leaves a choice.';
  expect(reported({ problem: 'inconsistency', message: 'two choices' })).toContain(inconsistent);
  expect(reported({ problem: 'value' })).toContain('; 1 finding, which goes beyond what ONNX leaves open.');
});
