import { expect, test } from 'vitest';
import type { InvalidCounts } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const plan = planAll(entries, ['float32'], 1);
const none = { rejected: 0, accepted: 0, crash: 0, timeout: 0, undecided: 0, unsupported: 0 };

/** The verdict on a run with invalid models that count. */
function gated(legal: 'pass' | 'fail' | 'absent', counts: Partial<InvalidCounts>) {
  const cells = legal === 'absent' ? [] : plan;
  const report = aggregate(
    cells,
    resultsOf(cells, () => (legal === 'fail' ? { outcome: 'fail' } : {})),
    entries,
  );
  const totals = { ...none, ...counts };
  const planned = Object.values(totals).reduce((sum, count) => sum + count, 0);
  const options = { ...report.options, gateInvalid: true };
  return verdict({ ...report, options, invalid: { planned, totals, rules: [], cells: [] } });
}

test('a model that is taken, or takes the process with it, makes the run not conformant', () => {
  for (const outcome of ['accepted', 'crash', 'timeout'] as const) {
    expect(gated('pass', { rejected: 3, [outcome]: 1 }).kind).toBe('not-conformant');
    expect(gated('absent', { [outcome]: 1 }).kind).toBe('not-conformant');
  }
});

test('failures of both kinds are reported', () => {
  const { finding, next } = gated('fail', { rejected: 1, accepted: 2 });
  expect(finding).toMatch(
    /^3 of 3 judged cases are wrong .*; and invalid models count: 1 of 3 rejected, 2 accepted\.$/,
  );
  expect(next).toMatch(/^Start with finding 1/);
});

test('what is undecided counts neither way, and is not a pass by itself', () => {
  expect(gated('pass', { undecided: 2 })).toMatchObject({
    kind: 'conformant',
    finding: 'all 3 judged cases pass; invalid models: 0 of 2 rejected, 2 undecided.',
  });
  expect(gated('absent', { rejected: 1, undecided: 1 }).kind).toBe('conformant');
  expect(gated('absent', { undecided: 2 }).kind).toBe('nothing-judged');
});
