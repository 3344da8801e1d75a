import { describe, expect, it, test } from 'vitest';
import { type FloatElement, faults, floatFault, isGraver, isGravest } from '../../../oracles/judge/fault.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';

const ulp = 2 ** -23;
const leastNormal = 2 ** -126;

/** The fault of an answer in float32 that should be `best`. */
function faultOf(best: number, got: number, own: Partial<FloatElement> = {}) {
  const element = { format: formatOf('float32'), best, radius: 0, isOnGrid: false, isAbsolute: false };
  return floatFault({ ...element, ...own }, got);
}

describe('special values', () => {
  test.each([
    [0, -0, undefined, 'zero-sign'],
    [0, 1, undefined, 'value'],
    [1, 0, undefined, 'value'],
    [Number.NaN, 1, undefined, 'special'],
    [Number.POSITIVE_INFINITY, 1, undefined, 'special'],
    [1, 2, [Number.NEGATIVE_INFINITY, 1], 'special'],
    [1, 2, [1, -3], 'value'],
    [3, Number.NaN, [1, 2], 'value'],
    [3, Number.POSITIVE_INFINITY, undefined, 'value'],
    [0, -0, [], 'value'],
  ])('%s, got %s of %j: %4$s', (best, got, terms, fault) => {
    expect(faultOf(best, got, terms ? { terms } : {})).toBe(fault);
  });
});

describe('the accuracy is what is wrong within four ulp and twice the bound', () => {
  test.each([
    [1, 1 + 4 * ulp, {}, 'accuracy'],
    [1, 1 + 5 * ulp, {}, 'value'],
    [-1, -1 - 4 * ulp, {}, 'accuracy'],
    [1.75, 1.75 + 4 * ulp, {}, 'accuracy'],
    [1, 1 + 12 * ulp, { radius: 4 * ulp }, 'accuracy'],
    [1, 1 + 13 * ulp, { radius: 4 * ulp }, 'value'],
    [2 ** -30, 2 ** -30 + 4 * ulp, { isAbsolute: true }, 'accuracy'],
    [2 ** -30, 2 ** -30 + 4 * ulp, {}, 'value'],
    [4, 4 + 16 * ulp, { isAbsolute: true }, 'accuracy'],
    [0, 4 * 2 ** -149, {}, 'accuracy'],
    [0, 2 ** -100, {}, 'value'],
  ])('%s, got %s with %j', (best, got, own, fault) => {
    expect(faultOf(best, got, own)).toBe(fault);
  });
});

describe('a whole step of the grid is a term too many, not an error', () => {
  const grid = { radius: 100, isOnGrid: true };

  test.each([
    [12, 14, { ...grid, terms: [4, 8] }, 'accuracy'],
    [12, 16, { ...grid, terms: [4, 8] }, 'value'],
    [4, 7, { ...grid, terms: [0, 4] }, 'accuracy'],
    [4, 8, { ...grid, terms: [0, 4] }, 'value'],
    [12, 16, { radius: 100, terms: [4, 8] }, 'accuracy'],
    [12, 16, grid, 'accuracy'],
    [0, 16, { ...grid, terms: [0, 0] }, 'accuracy'],
  ])('%s, got %s with %j', (best, got, own, fault) => {
    expect(faultOf(best, got, own)).toBe(fault);
  });
});

describe('subnormal numbers may have been taken for zero', () => {
  test.each([
    [2 ** -130, 2 ** -127, {}, 'subnormal'],
    [2 ** -130, 2 ** -120, {}, 'value'],
    [leastNormal, 1.5 * leastNormal, {}, 'value'],
    [2 ** -130, 2 ** -130 + leastNormal, {}, 'subnormal'],
    [2 ** -130, 2.9 * leastNormal, { terms: [2 ** -131, 2 ** -131, 2 ** -132] }, 'subnormal'],
    [2 ** -130, 3.1 * leastNormal, { terms: [2 ** -131, 2 ** -131, 2 ** -132] }, 'value'],
    [2 ** -130, 9 * leastNormal, { radius: 4 * leastNormal }, 'subnormal'],
    [4 * leastNormal, 4.9 * leastNormal, { terms: [2 ** -70] }, 'subnormal'],
    [4 * leastNormal, 4.9 * leastNormal, { terms: [2 ** -60] }, 'value'],
    [2 ** -130, Number.POSITIVE_INFINITY, { radius: Number.POSITIVE_INFINITY }, 'value'],
  ])('%s, got %s with %j', (best, got, own, fault) => {
    expect(faultOf(best, got, own)).toBe(fault);
  });
});

it('is graver the stricter what it breaks', () => {
  expect(isGravest('value')).toBe(true);
  expect(isGravest('accuracy')).toBe(false);
  expect(isGraver('value', 'accuracy')).toBe(true);
  expect(isGraver('accuracy', 'value')).toBe(false);
  expect(isGraver('accuracy', 'accuracy')).toBe(false);
  expect(Object.values(faults).every(({ level, text }) => level && text)).toBe(true);
});
