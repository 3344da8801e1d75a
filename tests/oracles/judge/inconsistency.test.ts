import { describe, expect, it } from 'vitest';
import { acceptAnything, acceptedExact, type ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { Contradictions, describeContradiction } from '../../../oracles/judge/contradictions.ts';
import { observe } from '../../../oracles/judge/policy.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';
import { reduce, tensorOf } from '../call.ts';

const maxInt = 2 ** 31 - 1;
const minInt = -(2 ** 31);

/** Rows that overflow, and one that does not. */
const rows = tensorOf('int32', [maxInt, 1, maxInt, 2, 3, 4, maxInt, 3], [4, 2]);
const sums = reduce('ReduceSum', rows, { axes: [1], keepdims: 0 });
const judge = (answer: readonly number[]) => compare([sums], [tensorOf('int32', answer)]);

describe('an answer that has to choose once', () => {
  it.each([
    ['wraps', [minInt, minInt + 1, 7, minInt + 2]],
    ['saturates', [maxInt, maxInt, 7, maxInt]],
  ])('%s throughout', (_, answer) => {
    expect(judge(answer)).toMatchObject({ accepted: true, tier: 'exact' });
  });

  it.each([
    [[minInt, maxInt, 7, maxInt], 'wrap at [0], saturate at [1]'],
    [[maxInt, maxInt, 7, minInt + 2], 'wrap at [3], saturate at [0]'],
  ])('contradicts itself in %s', (answer, reported) => {
    const comparison = judge(answer);
    expect(comparison).toMatchObject({ accepted: false, problem: 'inconsistency' });
    expect(comparison.message).toBe(`integer-overflow depends on the position: ${reported}`);
    const of = (name: string) => comparison.observations.filter(({ policy }) => policy === name);
    expect(of('integer-overflow')).toHaveLength(2);
    expect(of('integer-intermediate')).toEqual([{ policy: 'integer-intermediate', choice: 'widen' }]);
  });

  it('is wrong before it contradicts itself', () => {
    expect(judge([minInt, maxInt, 8, maxInt]).problem).toBe('value');
  });
});

it('the sign of zero may vary', () => {
  const zeros = reduce('ReduceSum', tensorOf('float32', [-0, -0, -0, -0], [2, 2]), { axes: [1], keepdims: 0 });
  expect(compare([zeros], [tensorOf('float32', [0, -0])]).accepted).toBe(true);
});

it('what is undefined need not be anything, but always the same', () => {
  const means = reduce('ReduceMean', tensorOf('float32', [], [2, 0]), { axes: [1], keepdims: 0 });
  expect(compare([means], [tensorOf('float32', [Number.NaN, Number.NaN])]).accepted).toBe(true);
  expect(compare([means], [tensorOf('float32', [0, Number.NaN])]).message).toBe(
    'empty-mean depends on the position: 0 at [0], NaN at [1]',
  );
});

/** An output whose elements see a NaN propagated or ignored, as the answer says. */
const extrema = (length: number): ExpectedOutput => {
  const accept: ElementAcceptance = {
    ...acceptAnything('empty-mean', 0),
    judge: (got) => ({
      ...acceptedExact,
      observations: [observe('nan-in-extremum', Number.isNaN(got) ? 'propagates' : 'ignored')],
    }),
  };
  return { dtype: 'float32', dims: [length], accept: () => accept };
};

it('names both places, and the outputs where there are several', () => {
  const answer = tensorOf('float32', [Number.NaN, Number.NaN, 1, 2]);
  expect(compare([extrema(4)], [answer]).message).toBe(
    'nan-in-extremum depends on the position: propagates at [0], ignored at [2]',
  );
  const other = tensorOf('float32', [1, 1]);
  expect(compare([extrema(4), extrema(2)], [tensorOf('float32', Array(4).fill(Number.NaN)), other]).message).toBe(
    'nan-in-extremum depends on the position: propagates at [0] of output 0, ignored at [0] of output 1',
  );
});

it('keeps the first place of each choice, and tells cases from positions', () => {
  const contradictions = new Contradictions();
  for (const [choice, place] of [
    ['saturate', 'b'],
    ['wrap', 'a'],
    ['saturate', 'c'],
  ] as const) {
    contradictions.add({ ...acceptedExact, observations: [observe('integer-overflow', choice)] }, () => place);
  }
  const { first } = contradictions;
  const choices = [
    { choice: 'wrap', place: 'a' },
    { choice: 'saturate', place: 'b' },
  ];
  expect(first).toEqual({ policy: 'integer-overflow', choices });
  expect(describeContradiction(first!, 'case')).toBe('integer-overflow depends on the case: wrap in a, saturate in b');
});
