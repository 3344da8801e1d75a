import { expect, it } from 'vitest';
import { Aggregator } from '../../reports/aggregate/aggregate.ts';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import { parseReport, writeReport } from '../../reports/schema/json.ts';
import type { CaseResult, InvalidOutcome, Report } from '../../reports/schema.ts';
import { emptyCells, headlineOf, verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, catalogue, frame, planAll, renderFull, resultsOf } from './samples.ts';

const rules = [
  { id: 'invalid-dtype', text: 'T is one of | the dtypes.' },
  { id: 'invalid-axes', text: 'An axis lies within the rank.' },
];
const isInvalid = true as const;
const plan: PlannedCell[] = ['ReduceSum', 'ReduceMean'].flatMap((operator) =>
  [11, 13].flatMap((version) =>
    rules.map(({ id }) => ({ operator, version, dtype: 'float32', clause: id, cases: 2, isInvalid })),
  ),
);
const valid = planAll(catalogue, ['float32'], 1);

/** The result of each planned model, `rejected` unless `outcome` says otherwise. */
function verdicts(outcome: (cell: PlannedCell, n: number) => InvalidOutcome | undefined): CaseResult[] {
  return plan.flatMap((cell) =>
    [0, 1].map((n) => {
      const { operator, version, dtype, clause } = cell;
      const id = `${operator}/${version}/${dtype}/${clause}/${n}`;
      const about = { id, operator, version, dtype, clause, level: 'specified', opset: version } as const;
      const summary = `data float32[2,3]; but ${n}`;
      return { ...about, dataClass: 'grid', outcome: outcome(cell, n) ?? 'rejected', isInvalid, summary, size: 6 };
    }),
  );
}

function reportOn(results: readonly CaseResult[], planned: readonly PlannedCell[] = plan): Report {
  const aggregator = new Aggregator({
    catalogue: catalogue.map((entry) => ({ ...entry, rules })),
    plan: [...valid, ...planned],
    replay: ({ id, isInvalid }) => (isInvalid ? `npx onnx-conformance run ${id}` : id),
  });
  for (const result of [...resultsOf(valid), ...results]) aggregator.add(result);
  return aggregator.report(frame);
}

const lax = verdicts(({ operator, clause, version }, n) => {
  if (clause === 'invalid-axes' && operator === 'ReduceMean') return n === 0 ? 'accepted' : 'crash';
  return clause === 'invalid-dtype' && version === 13 && n === 0 ? 'unsupported' : undefined;
});

it('gathers what was not rejected by rule and outcome, with the smallest model', () => {
  const { invalid } = reportOn(lax);
  expect(invalid).toMatchObject({
    planned: 16,
    totals: { rejected: 10, accepted: 2, crash: 2, timeout: 0, undecided: 0, unsupported: 2 },
    rules: [{ clause: 'invalid-dtype', notRejected: [] }, { clause: 'invalid-axes' }],
  });
  expect(
    invalid!.rules[1]!.notRejected.map(({ outcome, cases, where, replay }) => ({ outcome, cases, where, replay })),
  ).toEqual(
    (['crash', 'accepted'] as const).map((outcome, i) => ({
      outcome,
      cases: 2,
      where: [11, 13].map((version) => ({ operator: 'ReduceMean', version, dtypes: ['float32'], cases: 1 })),
      replay: `npx onnx-conformance run ReduceMean/11/float32/invalid-axes/${1 - i}`,
    })),
  );
});

it('does not depend on the order of arrival', () => {
  expect(reportOn(lax.toReversed())).toEqual(reportOn(lax));
});

it('stands in no other figure, and in no verdict', () => {
  const { invalid: _, ...rest } = reportOn(lax);
  expect(rest).toEqual(aggregate(valid, resultsOf(valid)));
  expect(verdict(reportOn(lax))).toEqual(verdict(rest));
});

it('a result that was not planned, and a rule that nobody knows, is a fault of the suite', () => {
  const [some] = lax as [CaseResult];
  expect(() => reportOn([{ ...some, clause: 'another' }])).toThrow('no cell was planned');
  expect(() => reportOn([], [{ ...plan[0]!, clause: 'another' }])).toThrow('the catalogue has no such rule');
  expect(reportOn([], []).invalid).toBeUndefined();
});

it('a rule without a model is a hole in the suite', () => {
  const report = reportOn([], [{ ...plan[0]!, cases: 0 }]);
  expect(emptyCells(report)).toMatchObject([{ operator: 'ReduceSum', version: 11, clause: 'invalid-dtype' }]);
  expect(verdict(report)).toMatchObject({
    kind: 'suite-error',
    finding: 'the suite has no case for ReduceSum/11/float32/invalid-dtype.',
  });
});

it('a run that was interrupted among invalid models is incomplete', () => {
  const report = reportOn(lax.slice(0, 5));
  const { kind, finding } = verdict(report);
  expect(headlineOf(report, kind)).toBe('INCOMPLETE');
  expect(finding).toMatch(/^no failure in \d+ judged cases, but only 5 of 16 invalid models ran\.$/);
  expect(renderFull(report)).toContain('INTERRUPTED after 5 of 16 invalid models');
  expect(renderFull(report)).not.toContain('not all cases ran');
});

it('is read as it was written', () => {
  const report = reportOn(lax);
  expect(parseReport(writeReport(report))).toEqual(report);
});

it('has a section on the terminal, and one in Markdown', () => {
  const section = (text: string, end: string) => text.slice(text.indexOf('Invalid models'), text.indexOf(end));
  expect(section(renderFull(reportOn(lax)), '\n\nData').trimEnd()).toMatchInlineSnapshot(`
    "Invalid models  each breaks one rule and has to be rejected; they are in no
                    other figure
      10 of 14 rejected, 2 accepted, 2 crashed; 2 not judged: no control shows what
      a refusal means.
      ✗ invalid-axes · crashed in 2 of 8 models
        An axis lies within the rank.
        seen in   ReduceMean-11, -13
        smallest  ReduceMean/11/float32/invalid-axes/1
        input     data float32[2,3]; but 1
        npx onnx-conformance run ReduceMean/11/float32/invalid-axes/1

      ✗ invalid-axes · accepted in 2 of 8 models
        An axis lies within the rank.
        seen in   ReduceMean-11, -13
        smallest  ReduceMean/11/float32/invalid-axes/0
        input     data float32[2,3]; but 0
        npx onnx-conformance run ReduceMean/11/float32/invalid-axes/0
      … all rules: see report.md"
  `);
  expect(section(renderMarkdown(reportOn(lax)).replace(/^\[.*$/m, ''), '## Data').trimEnd()).toMatchInlineSnapshot(`
    "Invalid models

    Each breaks one rule and has to be rejected; they are in no other figure.

    10 of 14 rejected, 2 accepted, 2 crashed; 2 not judged: no control shows what a refusal means.

    #### \`invalid-axes\`

    crashed in 2 of 8 models

    > An axis lies within the rank.

    - seen in: ReduceMean-11, -13
    - smallest: \`ReduceMean/11/float32/invalid-axes/1\`
    - input: \`data float32[2,3]; but 1\`

    \`\`\`sh
    npx onnx-conformance run ReduceMean/11/float32/invalid-axes/1
    \`\`\`

    #### \`invalid-axes\`

    accepted in 2 of 8 models

    > An axis lies within the rank.

    - seen in: ReduceMean-11, -13
    - smallest: \`ReduceMean/11/float32/invalid-axes/0\`
    - input: \`data float32[2,3]; but 0\`

    \`\`\`sh
    npx onnx-conformance run ReduceMean/11/float32/invalid-axes/0
    \`\`\`

    <details>
    <summary>all rules</summary>

    | rule | text | rejected | accepted | crash | timeout | undecided | unsupported |
    | - | - | - | - | - | - | - | - |
    | \`invalid-dtype\` | T is one of \\| the dtypes. | 6 | | | | | 2 |
    | \`invalid-axes\` | An axis lies within the rank. | 4 | 2 | 2 | | | |

    </details>"
  `);
  expect(renderFull(aggregate(valid, resultsOf(valid)))).not.toContain('Invalid');
});
