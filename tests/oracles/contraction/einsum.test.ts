import { expect, test } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const einsum = findOperator('Einsum')!;

/** Which answers are accepted of Einsum of three operands, the first two vectors and the last one number. */
function accepted(x: readonly number[], y: readonly number[], z: number, answers: readonly number[]) {
  const expected = einsum.expect(versionAt(einsum, 12), {
    attributes: { equation: { type: 'STRING', value: 'i,i,->' } },
    inputs: [tensorOf('float32', x), tensorOf('float32', y), tensorOf('float32', [z], [])],
  });
  return answers.filter((answer) => compare(expected, [tensorOf('float32', [answer], [])]).accepted);
}

test('a sum may be multiplied, or its terms', () => {
  // 2·∞ - 1·∞ has no value, and (2 - 1)·∞ has
  expect(accepted([2, -1], [1, 1], Infinity, [Number.NaN, Infinity, -Infinity, 0])).toEqual([Number.NaN, Infinity]);
  // -2 + 2 is +0, and (1 - 1)·(-2) is -0
  expect(accepted([1, -1], [1, 1], -2, [0, -0, 1])).toEqual([0, -0]);
  expect(accepted([1, 2], [1, 1], -2, [-6, -2, 6])).toEqual([-6]);
});
