import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as d from '../../../oracles/numerics/dyadic.ts';

const base = 400;
const dyadic = fc
  .tuple(
    fc.oneof(...[20n, 53n, 80n].map((bits) => fc.bigInt({ min: -(2n ** bits), max: 2n ** bits }))),
    fc.integer({ min: -base, max: base }),
  )
  .map(([m, e]) => d.dyadic(m, e));
/** the value times 2^400, an integer */
const scaled = (a: d.Dyadic, by = base): bigint => {
  const { m, e } = d.partsOf(a);
  return e + by < 0 ? m >> BigInt(-e - by) : m << BigInt(e + by);
};
const same = (a: d.Dyadic, b: d.Dyadic) => expect(d.compare(a, b)).toBe(0);

describe('against integers', () => {
  it('adds, subtracts, multiplies, compares', () => {
    fc.assert(
      fc.property(dyadic, dyadic, (a, b) => {
        expect(scaled(d.add(a, b))).toBe(scaled(a) + scaled(b));
        expect(scaled(d.subtract(a, b))).toBe(scaled(a) - scaled(b));
        expect(scaled(d.multiply(a, b), 2 * base)).toBe(scaled(a) * scaled(b));
        expect(d.compare(a, b)).toBe(scaled(a) > scaled(b) ? 1 : scaled(a) < scaled(b) ? -1 : 0);
        expect(d.lessOrEqual(a, b)).toBe(scaled(a) <= scaled(b));
        same(d.maximum(a, b), scaled(a) > scaled(b) ? a : b);
        same(d.minimum(a, b), scaled(a) > scaled(b) ? b : a);
        same(d.abs(a), scaled(a) < 0n ? d.negate(a) : a);
      }),
    );
  });

  it('obeys the laws of a ring', () => {
    fc.assert(
      fc.property(dyadic, dyadic, dyadic, (a, b, c) => {
        same(d.add(a, b), d.add(b, a));
        same(d.add(d.add(a, b), c), d.add(a, d.add(b, c)));
        same(d.multiply(a, d.add(b, c)), d.add(d.multiply(a, b), d.multiply(a, c)));
        same(d.add(a, d.negate(a)), d.zero);
        same(d.multiply(a, d.one), a);
        same(d.scale(a, 7), d.multiply(a, d.powerOfTwo(7)));
      }),
    );
  });
});

it('compares what doubles do not tell apart', () => {
  const long = d.dyadic((1n << 1100n) + 1n, -900);
  expect(d.compare(long, 2 ** 300)).toBe(-1);
  expect(d.compare(d.dyadic((1n << 60n) + 1n, 0), 2 ** 60)).toBe(1);
  expect(d.compare(d.dyadic((1n << 60n) - 1n, -1200), d.dyadic(1n << 60n, -1200))).toBe(-1);
});

describe('bits', () => {
  it.each([
    [0n, 0],
    [1n, 1],
    [-1n, 1],
    [2n ** 53n - 1n, 53],
    [2n ** 53n, 54],
    [-(2n ** 1000n), 1001],
  ])('of %s: %i', (m, length) => expect(d.bitLength(m)).toBe(length));

  it('are found from both ends', () => {
    fc.assert(
      fc.property(dyadic, fc.integer({ min: 0, max: 120 }), (one, zeros) => {
        fc.pre(one !== 0);
        const { m, e } = d.partsOf(one);
        const a = d.dyadic(m << BigInt(zeros), e);
        const magnitude = m < 0n ? -m : m;
        expect(d.bitLength(m)).toBe(magnitude.toString(2).length);
        expect(d.leadingExponent(a)).toBe(magnitude.toString(2).length - 1 + zeros + e);
        expect(d.trailingExponent(a)).toBe(/0*$/.exec(magnitude.toString(2))![0].length + zeros + e);
        expect(d.significantBits(a)).toBe(d.leadingExponent(a) - d.trailingExponent(a) + 1);
      }),
    );
    expect(d.significantBits(d.zero)).toBe(0);
    expect(() => d.leadingExponent(d.zero)).toThrow(RangeError);
    expect(() => d.trailingExponent(d.zero)).toThrow(RangeError);
  });
});

describe('rounding to a quantum', () => {
  it.each([
    [3n, 'nearest', 2n],
    [1n, 'nearest', 0n],
    [-1n, 'nearest', 0n],
    [-3n, 'nearest', -2n],
    [5n, 'nearest', 2n],
    [7n, 'nearest', 4n],
    [3n, 'down', 1n],
    [3n, 'up', 2n],
    [-3n, 'down', -2n],
    [-3n, 'up', -1n],
    [4n, 'up', 2n],
  ] as const)('%i halves, %s: %i', (m, direction, rounded) => {
    expect(d.roundToQuantum(d.dyadic(m, -1), 0, direction)).toEqual(d.dyadic(rounded, 0));
  });

  it('moves by at most the quantum, in its direction, and never below the asked bits', () => {
    fc.assert(
      fc.property(dyadic, fc.integer({ min: 1, max: 70 }), (a, bits) => {
        const [down, near, up] = (['down', 'nearest', 'up'] as const).map((way) => d.roundToBits(a, bits, way));
        expect(d.lessOrEqual(down!, a) && d.lessOrEqual(a, up!)).toBe(true);
        expect([0, d.compare(down!, near!)]).toContain(d.compare(near!, down!) * d.compare(near!, up!));
        expect(d.significantBits(near!)).toBeLessThanOrEqual(bits);
        const error = d.scale(d.abs(d.subtract(near!, a)), 1);
        expect(d.lessOrEqual(error, d.subtract(up!, down!))).toBe(true);
      }),
    );
  });
});

describe('doubles', () => {
  it('convert without error, both ways', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(d.toNumber(d.fromNumber(x))).toBe(x + 0);
      }),
      { numRuns: 500 },
    );
    for (const x of [Number.MAX_VALUE, Number.MIN_VALUE, -(2 ** -1022), 2 ** 53 + 2, 0.1]) {
      expect(d.toNumber(d.fromNumber(x))).toBe(x);
    }
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%s has no dyadic value', (x) => {
    expect(() => d.fromNumber(x)).toThrow(RangeError);
  });

  it('beyond the range become infinite or zero', () => {
    expect(d.toNumber(d.dyadic(1n, 1024))).toBe(Number.POSITIVE_INFINITY);
    expect(d.toNumber(d.dyadic(-1n, 5000))).toBe(Number.NEGATIVE_INFINITY);
    expect(d.toNumber(d.dyadic(1n, -5000))).toBe(0);
  });
});
