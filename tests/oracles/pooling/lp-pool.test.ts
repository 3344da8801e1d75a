import { describe, expect, it } from 'vitest';
import type { ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const norm = findOperator('GlobalLpPool')!;

/** What is accepted of the norm of order p of numbers. */
const acceptanceOf = (p: number, ...numbers: number[]): ElementAcceptance =>
  norm
    .expect(versionAt(norm, newestOpset), {
      attributes: { p: { type: 'INT', value: p } },
      inputs: [tensorOf('float32', numbers, [1, 1, numbers.length])],
    })[0]!
    .accept(0);

describe('a norm whose order has no exact reciprocal', () => {
  it('stands within the accuracy of powers, and nothing else does', () => {
    const acceptance = acceptanceOf(3, 1.5, -2.25, 0.3);
    const value = Math.fround(Math.cbrt(1.5 ** 3 + 2.25 ** 3 + Math.fround(0.3) ** 3));
    const judged = [1, 1 + 2 ** -20, 1 + 2 ** -15, -1, 1e9, Number.POSITIVE_INFINITY].map(
      (factor) => acceptance.judge(Math.fround(value * factor)).accepted,
    );
    expect(judged).toEqual([true, true, false, false, false, false]);
  });

  it('is 0 of zeros, and never below', () => {
    const judged = (acceptance: ElementAcceptance) =>
      [0, -0, 2 ** -149, -(2 ** -149)].map((x) => acceptance.judge(x).accepted);
    expect(judged(acceptanceOf(3, 0, -0))).toEqual([true, false, false, false]);
    expect(acceptanceOf(5, 2 ** -149, 0).judge(-(2 ** -149)).accepted).toBe(false);
  });
});
