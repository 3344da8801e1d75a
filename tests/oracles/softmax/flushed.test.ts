import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

/** What is reported for the places of an answer of Softmax, as they are judged together; false where one fails. */
function reported(xs: readonly number[], answer: readonly number[]) {
  const operator = findOperator('Softmax')!;
  const inputs = [tensorOf('float32', xs, [1, xs.length])];
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  const got = tensorOf('float32', answer, [1, xs.length]);
  const accept = expected[0]!.given?.([got]) ?? expected[0]!.accept;
  const each = answer.map((y, index) => {
    const verdict = accept(index).judge(y);
    return verdict.accepted && verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`);
  });
  expect(compare(expected, [got]).accepted).toBe(!each.includes(false));
  return each;
}

/** The shares of numbers, in double precision. */
function sharesOf(xs: readonly number[]) {
  const most = Math.max(...xs);
  const powers = xs.map((x) => Math.exp(x - most));
  const total = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => Math.fround(power / total));
}
const flushed = ['subnormal-numbers: flushed'];

it('a share below the normal range may be zero, also where another shows that nothing overflows', () => {
  expect(reported([90, 89, 0, -1], [...sharesOf([90, 89, 0, -1]).slice(0, 2), 0, 0])).toEqual([
    [],
    [],
    flushed,
    flushed,
  ]);
  expect(reported([0, -88], [1, 0])).toEqual([[], flushed]);
});

it('a share within the normal range is none, nor half of one below it', () => {
  expect(reported([90, 89, 5, 4], [...sharesOf([90, 89, 5, 4]).slice(0, 2), 0, 0])).toEqual([[], [], false, false]);
  const [first, second, third] = sharesOf([90, 89, 0]) as [number, number, number];
  expect(reported([90, 89, 0], [first, second, third / 2])).toEqual([[], [], false]);
});

it('zeros are admitted below the normal range alone, however far the numbers lie apart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 70, max: 102 }), fc.integer({ min: -5, max: 90 }), (apart, most) => {
      const xs = [most, most - apart];
      const [all, rest] = sharesOf(xs) as [number, number];
      expect(reported(xs, [all, 0])[1] !== false).toBe(rest < 2 ** -126);
    }),
    { numRuns: 30 },
  );
});
