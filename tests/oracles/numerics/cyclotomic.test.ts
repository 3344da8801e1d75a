import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rationalSumOfCosines } from '../../../oracles/numerics/cyclotomic.ts';
import { toNumber } from '../../../oracles/numerics/dyadic.ts';

const sum = (coefficients: readonly number[]) => {
  const n = coefficients.length;
  const found = rationalSumOfCosines(
    coefficients.map((coefficient, place) => ({ place, coefficient })),
    n,
  );
  return found === undefined ? undefined : toNumber(found);
};

describe('a sum of cosines', () => {
  it('is known where it is rational', () => {
    expect(sum([0, 0, 0])).toBe(0);
    expect(sum([0, 1, 0, 0])).toBe(0);
    expect(sum([0, 1, 0, 0, 0, 0])).toBe(0.5);
    // cos 72° + cos 144°
    expect(sum([0, 1, 1, 0, 0])).toBe(-0.5);
    expect(sum([0, 1, -1, 0, 0])).toBeUndefined();
    expect(sum([3, 0, 0, 0, 0, 0, 0, 1])).toBeUndefined();
    expect(sum(Array.from({ length: 105 }, () => 0.75))).toBe(0);
  });

  it('is what doubles give', () => {
    const lists = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lists, (list) => {
        const n = list.length;
        const value = list.reduce((total, c, m) => total + c * Math.cos((2 * Math.PI * m) / n), 0);
        const found = sum(list);
        if (found !== undefined) expect(found).toBeCloseTo(value, 9);
        // a multiple of a half to so many digits is rational
        else expect(Math.abs(2 * value - Math.round(2 * value))).toBeGreaterThan(1e-9);
      }),
    );
  });
});
