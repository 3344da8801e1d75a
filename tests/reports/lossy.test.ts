import { expect, test } from 'vitest';
import { renderTerminal } from '../../reports/print/report.ts';
import { lossyChoices } from '../../reports/view/lossy.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

const entries = [...operator('SoftA', [[13, 13, 28]]), ...operator('SoftB', [[13, 13, 28]])];
const plan = planAll(entries, ['float32'], 2);
const reportOn = (...seen: readonly (readonly [name: string, policy: string, choice: string])[]) =>
  aggregate(
    plan,
    resultsOf(plan, ({ operator }) => ({
      observations: seen.filter(([name]) => name === operator).map(([, policy, choice]) => ({ policy, choice })),
    })),
    entries,
  );

test('a choice that loses numbers is named, with the option that forbids it', () => {
  const report = reportOn(['SoftA', 'softmax-shift', 'not-shifted'], ['SoftB', 'softmax-shift', 'shifted']);
  const line =
    'allowed, but it loses numbers: softmax-shift=not-shifted (SoftA); --policy softmax-shift=shifted forbids it';
  expect(lossyChoices(report)).toBe(line);
  expect(renderTerminal(report, {}).replace(/\s+/g, ' ')).toContain(line);
});

test('of several, the first is forbidden', () => {
  const seen = ['SoftA', 'SoftB'].map((name) => [name, 'softmax-shift', 'not-shifted'] as const);
  expect(lossyChoices(reportOn(...seen, ['SoftB', 'variance-formula', 'of-squares']))).toBe(
    'allowed, but they lose numbers: softmax-shift=not-shifted (SoftA, SoftB) and variance-formula=of-squares (SoftB); ' +
      '--policy softmax-shift=shifted forbids the first',
  );
});

test('nothing is said of other choices', () => {
  expect(lossyChoices(reportOn(['SoftA', 'softmax-shift', 'shifted'], ['SoftB', 'zero-sign', '-0']))).toBe('');
});

test('a choice that is required is not named: other ones fail', () => {
  const report = reportOn(['SoftA', 'softmax-shift', 'not-shifted']);
  const policies = [{ policy: 'softmax-shift', choice: 'shifted' }];
  expect(lossyChoices({ ...report, options: { ...report.options, policies } })).toBe('');
});

test('a choice that only wrong answers seem to show is not named', () => {
  const report = aggregate(
    plan,
    resultsOf(plan, () => ({
      outcome: 'fail',
      problem: 'value',
      observations: [{ policy: 'softmax-shift', choice: 'not-shifted' }],
    })),
    entries,
  );
  expect(lossyChoices(report)).toBe('');
});
