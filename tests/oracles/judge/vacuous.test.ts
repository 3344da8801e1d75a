import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { empty } from '../../../oracles/arithmetic/value-set.ts';
import { acceptAnything } from '../../../oracles/judge/acceptance.ts';
import { copiedElement } from '../../../oracles/judge/copied-element.ts';
import { admitsNearlyAnything } from '../../../oracles/judge/vacuous.ts';
import { withinBounds } from '../../../oracles/judge/within-bounds.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { row } from '../call.ts';

/** Whether an element says next to nothing that is 0 and may be anything between two numbers. */
function isOpen(dtype: DType, lo: number, hi: number, more = {}): boolean {
  const zero = formatOf(dtype).kind === 'float' ? 0 : 0n;
  const finite = { lo: d.fromNumber(lo), hi: d.fromNumber(hi) };
  const bound = { ...empty, finite, isRounded: true, plusZero: true, ...more };
  return admitsNearlyAnything(
    withinBounds(copiedElement(zero), () => bound, dtype),
    dtype,
  );
}

describe('an acceptance says next to nothing', () => {
  it.each(['float16', 'bfloat16', 'float32', 'float64', 'float8e4m3fn'] as const)(
    'of %s from half of a side on',
    (name) => {
      const most = largestFinite(formatOf(name));
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      fc.assert(
        fc.property(share, share, (a, b) => {
          const [lo, hi] = [-a * most, b * most];
          // nothing is promised next to the half
          if (Math.max(a, b) > 0.6) expect(isOpen(name, lo, hi)).toBe(true);
          if (Math.max(a, b) < 0.4) expect(isOpen(name, lo, hi)).toBe(false);
        }),
      );
    },
  );

  it.each([
    ['bool', 0, 1, true],
    ['bool', 0, 0, false],
    ['int8', -128, 127, true],
    ['int8', -60, 60, false],
    ['uint8', 0, 200, true],
    ['int32', -(2 ** 31), 2 ** 30, true],
    ['int4', -8, 3, true],
    ['int4', -8, -6, false],
  ] as const)('of %s from %i to %i: %s', (dtype, lo, hi, open) => expect(isOpen(dtype, lo, hi)).toBe(open));

  test('where the value is undefined', () =>
    expect(admitsNearlyAnything(acceptAnything('empty-mean', 7), 'float32')).toBe(true));

  test('but not for what special values stand', () => {
    expect(isOpen('float32', 0, 1, { nan: true, plusInfinity: true, minusInfinity: true })).toBe(false);
  });

  test('and not where a sum cancels', () => {
    const sum = row('ReduceSum', 'float32', [1e6, 1 / 3, -1e6, -1 / 3]);
    expect(admitsNearlyAnything(sum, 'float32')).toBe(false);
  });
});
