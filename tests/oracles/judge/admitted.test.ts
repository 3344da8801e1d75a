import { describe, expect, it, test } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { inferChoices } from '../../../oracles/judge/infer-choices.ts';
import { type ChoiceOf, observe } from '../../../oracles/judge/policy.ts';
import {
  choicesNamed,
  commonChoices,
  intersectChoices,
  narrowestObservations,
  observeOneOf,
} from '../../../oracles/judge/possible-choices.ts';
import { reduce, tensorOf } from '../call.ts';

type Rounding = ChoiceOf<'integer-rounding'>;
const rounding = (...choices: Rounding[]) => observeOneOf('integer-rounding', choices);

/** The answer of an operator to rows of integers. */
function answered(name: string, dtype: 'int32' | 'int64', rows: readonly (readonly bigint[])[], answer: bigint[]) {
  const data = tensorOf(dtype, rows.flat(), [rows.length, rows[0]!.length]);
  return compare([reduce(name, data, { axes: [1], keepdims: 0 })], [tensorOf(dtype, answer)]);
}

test('a choice of several is worded in the order of the table', () => {
  const among = ['truncate', 'floor'];
  expect(rounding('floor', 'truncate')).toEqual({ policy: 'integer-rounding', choice: 'truncate or floor', among });
  expect(rounding('floor')).toEqual(observe('integer-rounding', 'floor'));
});

test('choices that a word stands for are worded by it, if all of them are there', () => {
  expect(rounding('nearest-up', 'truncate', 'nearest-even', 'nearest-away').choice).toBe('truncate or nearest');
  expect(rounding('nearest-up', 'nearest-away').choice).toBe('nearest-away or nearest-up');
  expect(choicesNamed('integer-rounding', 'nearest')).toEqual(['nearest-even', 'nearest-away', 'nearest-up']);
  expect(choicesNamed('integer-rounding', 'floor')).toEqual(['floor']);
  expect(choicesNamed('log-sum-exp-shift', 'not')).toEqual([]); // one choice has one name
  expect(choicesNamed('zero-sign', '')).toEqual([]);
  expect(observeOneOf('no-policy', ['a-choice']).choice).toBe('a-choice');
});

test('or as they come, of a policy that is not in the table', () => {
  expect(observeOneOf('no-policy', ['b', 'a'])).toEqual({
    policy: 'no-policy',
    choice: 'b or a',
    among: ['b', 'a'],
  });
});

test('of no observations none is the narrowest', () => {
  expect(narrowestObservations([])).toEqual([]);
});

describe('observations that were made together', () => {
  it.each([
    ['narrow each other', [rounding('truncate', 'floor'), rounding('floor', 'nearest-even')], [rounding('floor')]],
    ['agree', [rounding('truncate', 'floor'), rounding('truncate', 'floor')], [rounding('truncate', 'floor')]],
    [
      'contradict each other',
      [rounding('nearest-even'), rounding('truncate', 'floor'), rounding('truncate')],
      [rounding('truncate'), rounding('nearest-even')],
    ],
    [
      'contradict each other though no two of them do',
      [rounding('truncate', 'nearest-even'), rounding('floor', 'nearest-even'), rounding('truncate', 'floor')],
      [rounding('truncate', 'nearest-even'), rounding('truncate', 'floor'), rounding('floor', 'nearest-even')],
    ],
  ])('%s', (_, seen, expected) => {
    expect(new Set(intersectChoices(seen))).toEqual(new Set(expected));
    expect(commonChoices(seen).length === 0).toBe(expected.length > 1);
    if (expected.length > 1) expect(new Set(narrowestObservations(seen))).toEqual(new Set(expected));
  });

  it('stand side by side where a choice may vary', () => {
    const both = [observe('zero-sign', '-0'), observe('zero-sign', '0')];
    expect(intersectChoices([...both, ...both])).toEqual(both);
  });
});

describe('an answer admits', () => {
  const choosing = (...choices: (Rounding | undefined)[]) =>
    choices.map((choice) => ({ choices: choice === undefined ? [] : [observe('integer-rounding', choice)] }));

  it.each([
    [
      'some of its candidates',
      choosing('truncate', 'floor', 'nearest-even'),
      choosing('truncate', 'floor'),
      [rounding('truncate', 'floor')],
    ],
    ['all', choosing('truncate', 'floor'), choosing('truncate', 'floor'), []],
    ['all that others say', choosing('truncate', 'floor', undefined), choosing('truncate', 'floor'), []],
    ['anything', choosing('truncate', 'floor', 'nearest-even', undefined), choosing('truncate', undefined), []],
  ])('%s', (_, candidates, matching, expected) => {
    expect(inferChoices(candidates, matching)).toEqual(expected);
  });
});

describe('rows of one answer', () => {
  const ones = Array<readonly bigint[]>(3).fill([1n, 1n, 1n]);
  const beyond = 2n ** 53n + 1n;
  const means = [
    [1n, 2n, 2n],
    [beyond, beyond, beyond],
  ];

  it('may not be rounded each in its own way', () => {
    expect(answered('ReduceL2', 'int32', ones, [1n, 2n, 1n])).toMatchObject({
      problem: 'inconsistency',
      message: 'integer-rounding depends on the position: truncate or floor at [0], nearest at [1]',
    });
  });

  it.each([
    [[1n, 1n, 1n], rounding('truncate', 'floor')],
    [[2n, 2n, 2n], rounding('nearest-even', 'nearest-away', 'nearest-up')],
  ])('tell what is left: %s', (answer, left) => {
    expect(answered('ReduceL2', 'int32', ones, answer)).toMatchObject({ accepted: true, observations: [left] });
  });

  it.each([
    [
      'float64 that rounds to nearest',
      [2n, 2n ** 53n + 2n],
      ['integer-rounding: nearest', 'integer-arithmetic: float64'],
    ],
    [
      'float64 that truncates',
      [1n, 2n ** 53n + 2n],
      ['integer-rounding: truncate or floor', 'integer-arithmetic: float64'],
    ],
    ['integers', [2n, beyond], ['integer-rounding: nearest']],
  ])('may come from %s', (_, answer, reported) => {
    const { accepted, observations } = answered('ReduceMean', 'int64', means, answer);
    expect(accepted).toBe(true);
    expect(observations.map(({ policy, choice }) => `${policy}: ${choice}`).sort()).toEqual(reported.sort());
  });
});
