import { f16round } from '@petamoriken/float16';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import {
  isRepresentable,
  largestFinite,
  overflowThreshold,
  roundDouble,
  roundToFloat,
  unitRoundoff,
} from '../../../oracles/numerics/rounding.ts';
import { finite } from '../arbitrary.ts';
import { floatNames } from '../call.ts';

const view = new DataView(new ArrayBuffer(4));

/** bfloat16 from the bits of float32: add half of the lost part, ties to even. Only for doubles that are float32 values. */
function bfloat16(x: number): number {
  view.setFloat32(0, x);
  const bits = view.getUint32(0);
  view.setUint32(0, (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff_0000);
  return view.getFloat32(0);
}

const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const oneOf = (name: (typeof floatNames)[number]) => finite(formatOf(name));
/** doubles near the values of float16 and bfloat16, and anywhere */
const some = fc.oneof(double, oneOf('float16'), oneOf('bfloat16'), oneOf('float32'), oneOf('float64'));
const round = (x: number, name: (typeof floatNames)[number]) => roundToFloat(d.fromNumber(x), formatOf(name));

describe('to nearest', () => {
  it('agrees with independent implementations', () => {
    fc.assert(
      fc.property(some, (x) => {
        fc.pre(x !== 0);
        expect(round(x, 'float64')).toBe(x);
        expect(round(x, 'float32')).toBe(Math.fround(x));
        expect(round(x, 'float16')).toBe(f16round(x));
        const single = Math.fround(x);
        if (single !== 0 && Number.isFinite(single)) expect(round(single, 'bfloat16')).toBe(bfloat16(single));
      }),
      { numRuns: 2000 },
    );
  });

  it('a double is rounded as its dyadic', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...floatNames), (x, name) => {
        fc.pre(x !== 0);
        expect(roundDouble(x, formatOf(name))).toBe(round(x, name));
      }),
      { numRuns: 4000 },
    );
    for (const name of floatNames) {
      for (const x of [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(roundDouble(x, formatOf(name))).toBe(x);
        expect(isRepresentable(x, formatOf(name))).toBe(true);
      }
    }
  });

  it('rounds once: what float64 would round first', () => {
    // a little above the midpoint of two float32; through float64 it would be the midpoint, and go to even
    const a = d.dyadic((1n << 80n) + (1n << 56n) + 1n, -80);
    expect(roundToFloat(a, formatOf('float32'))).toBe(1 + 2 ** -23);
    expect(Math.fround(d.toNumber(a))).toBe(1);
  });
});

describe.each(floatNames)('%s', (name) => {
  const format = formatOf(name);
  const { precision, minExponent, maxExponent } = format;
  const at = (m: bigint, e: number, direction?: d.Direction) => roundToFloat(d.dyadic(m, e), format, direction);
  const ulp = 2 ** (1 - precision);
  const tiny = 2 ** minExponent;

  it('ties go to even', () => {
    const half = (k: bigint) => at((1n << BigInt(precision)) + k, -precision);
    expect([half(1n), half(3n), half(-1n)]).toEqual([1, 1 + 2 * ulp, 1 - ulp / 2]);
    expect([at(1n, minExponent - 1), at(3n, minExponent - 1), at(5n, minExponent - 1)]).toEqual([
      0,
      2 * tiny,
      2 * tiny,
    ]);
    expect(at(-1n, minExponent - 1)).toBe(-0);
    expect(at((1n << 60n) + 1n, minExponent - 61)).toBe(tiny);
  });

  it('subnormals and the largest number', () => {
    expect(at(1n, minExponent)).toBe(tiny);
    expect(isRepresentable(tiny, format)).toBe(true);
    expect(isRepresentable(largestFinite(format), format)).toBe(true);
    expect(at(1n, maxExponent + 1)).toBe(Number.POSITIVE_INFINITY);
    expect(d.toNumber(unitRoundoff(format))).toBe(2 ** -precision);
  });

  it('overflows from the threshold on', () => {
    const threshold = overflowThreshold(format);
    const below = d.subtract(threshold, d.powerOfTwo(-3000));
    expect(roundToFloat(threshold, format)).toBe(Number.POSITIVE_INFINITY);
    expect(roundToFloat(d.negate(threshold), format)).toBe(Number.NEGATIVE_INFINITY);
    expect(roundToFloat(below, format)).toBe(largestFinite(format));
    expect(roundToFloat(threshold, format, 'down')).toBe(largestFinite(format));
    expect(roundToFloat(d.negate(threshold), format, 'up')).toBe(-largestFinite(format));
    expect(roundToFloat(below, format, 'up')).toBe(Number.POSITIVE_INFINITY);
  });

  it('directed roundings bracket, and are adjacent', () => {
    const wide = fc.tuple(
      fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
      fc.integer({ min: minExponent - 95, max: maxExponent - 91 }),
    );
    fc.assert(
      fc.property(wide, ([m, e]) => {
        const a = d.dyadic(m, e);
        const [down, near, up] = [at(m, e, 'down'), at(m, e), at(m, e, 'up')];
        expect(d.lessOrEqual(d.fromNumber(down), a) && d.lessOrEqual(a, d.fromNumber(up))).toBe(true);
        expect([down, up]).toContain(near === 0 && down !== 0 && up !== 0 ? Number.NaN : near);
        const middle = d.scale(d.add(d.fromNumber(down), d.fromNumber(up)), -1);
        if (d.compare(a, middle) !== 0) expect(near).toBe(d.compare(a, middle) < 0 ? down : up);
        if (down !== up) {
          const between = d.toNumber(middle);
          expect(isRepresentable(between, format) && between > down && between < up).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
