import { expect, test } from 'vitest';
import { describeOptions } from '../../reports/view/phrases.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { replayCommand } from '../../src/run/replay.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('ProductA', [[13, 13, 28]]);
const plan = planAll(entries, ['float32'], 4);
const launch = { backend: 'mine', timeout: 10, startTimeout: 30 } as const;

test('what was allowed is reported, with how many cases needed it', () => {
  const report = aggregate(
    plan,
    resultsOf(plan, (_, n) => (n === 0 ? { tier: 'tf32', errorOverBound: 0.5 } : { tier: 'exact' })),
    entries,
  );
  const of = (requireTier: 'tf32' | 'bfloat16' | 'native') => ({
    ...report,
    options: { ...report.options, requireTier },
  });
  const { kind, finding } = verdict(of('tf32'));
  expect(kind).toBe('conformant');
  expect(finding).toMatch(/; tf32 was allowed: \d+ cases are within its bound only, not within float32's\.$/);
  expect(verdict(of('native')).finding).not.toContain('allowed');
  expect(renderFull(of('tf32')).replace(/\s+/g, ' ')).toMatch(/\d+ exact, \d+ tf32/);
  expect(describeOptions(of('tf32').options)).toContain('tf32 allowed');
  expect(replayCommand(launch, of('tf32').options, [report.findings[0]?.smallest ?? resultsOf(plan)[0]!])).toMatch(
    / --allow tf32$/,
  );
});

test('nothing needed what was allowed', () => {
  const report = aggregate(
    plan,
    resultsOf(plan, () => ({ tier: 'native', errorOverBound: 1 })),
    entries,
  );
  const { finding } = verdict({ ...report, options: { ...report.options, requireTier: 'bfloat16' } });
  expect(finding).toMatch(/; bfloat16 was allowed: no case needed it\.$/);
});
