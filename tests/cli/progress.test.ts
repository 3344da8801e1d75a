import { expect, test } from 'vitest';
import { progressLine } from '../../src/cli/handlers/progress.ts';

const at = (done: number, seconds: number, broken = 0) =>
  progressLine({ done, cases: 51165, invalid: 926, broken, seconds }).replace(/^[█░]+ /, '');

test('cases and invalid models are counted apart, as in the report', () => {
  expect(at(51165, 90)).toBe('98% · 51165/51165 cases · 0 broken · 10 s left');
  expect(at(51166, 90)).toBe('98% · 1/926 invalid models · 0 broken · 10 s left');
  expect(at(52091, 91)).toBe('100% · 0 broken · asking further questions');
  const further = { done: 52091, cases: 51165, invalid: 926, broken: 9, operators: { done: 3, of: 57 }, seconds: 91 };
  expect(progressLine(further)).toContain('100% · 9 broken · further cases of 3/57 operators');
  const only = progressLine({ done: 0, cases: 0, invalid: 1, broken: 0, seconds: 0 });
  expect(only).toMatch(/^░+ 0% · 0\/1 invalid model · 0 broken$/);
});

test('the time that is left is reported once there is a pace, and roughly', () => {
  const left = (done: number, seconds: number) => at(done, seconds).split(' · ')[3];
  expect([left(10, 1), left(0, 60)]).toEqual([undefined, undefined]);
  expect([left(40000, 110), left(30000, 81), left(20000, 100), left(10, 5)]).toEqual([
    '40 s left',
    '1 min left',
    '3 min left',
    '7 h left',
  ]);
});

test('the line does not wrap, however narrow the terminal', () => {
  for (const columns of [20, 40, 60, 80, 200]) {
    for (const done of [0, 1, 26000, 51165, 52091]) {
      const line = progressLine({ done, cases: 51165, invalid: 926, broken: done, seconds: 3600 }, columns);
      expect(line.length).toBeLessThan(columns);
    }
  }
});
