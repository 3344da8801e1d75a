import { expect, test } from 'vitest';
import { policyViews } from '../../reports/view/observed.ts';
import { describeBehaviour } from '../../reports/view/phrases.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

const entries = operator('Sum', [
  [1, 1, 10],
  [11, 11, 12],
  [13, 13, 28],
]);
const plan = planAll(entries, ['float32'], 2);

/** What is said of a policy if each version makes these choices, one in each of its cases. */
function reported(policy: string, choices: Readonly<Record<number, readonly [string, string]>>): string[] {
  const results = resultsOf(plan, ({ version, clause }, n) =>
    clause === 'keepdims-0' ? { observations: [{ policy, choice: choices[version]![n]! }] } : {},
  );
  return policyViews(aggregate(plan, results, entries)).flatMap(({ behaviours }) => behaviours.map(describeBehaviour));
}

const yes = ['accepted', 'accepted'] as const;
const no = ['rejected', 'rejected'] as const;

test('each version may choose for itself: then it is reported which chooses what', () => {
  expect(reported('axis-of-scalar', { 1: yes, 11: no, 13: no })).toEqual([
    'by version: accepted in 1; rejected in 11, 13',
  ]);
});

test('what varies within a version does not pass for a choice by version', () => {
  expect(reported('axis-of-scalar', { 1: yes, 11: ['accepted', 'rejected'], 13: no })).toEqual([
    'varies within a version: accepted / rejected',
  ]);
});

test('what may vary is said to vary by right, even if the versions happen to tell it', () => {
  expect(reported('zero-sign', { 1: ['0', '0'], 11: ['-0', '-0'], 13: ['0', '0'] })).toEqual([
    'varies, as it may: -0 / 0',
  ]);
});

test('one choice is no more than its name', () => {
  expect(reported('axis-of-scalar', { 1: no, 11: no, 13: no })).toEqual(['rejected']);
});
