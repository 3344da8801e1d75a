import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import type { Interval } from '../../../oracles/numerics/real.ts';
import * as real from '../../../oracles/numerics/real.ts';

const { POSITIVE_INFINITY: inf, NEGATIVE_INFINITY: minus, NaN: nan } = Number;
const dyadic = fc
  .tuple(fc.bigInt({ min: -(2n ** 120n), max: 2n ** 120n }), fc.integer({ min: -300, max: 300 }))
  .map(([m, e]) => d.dyadic(m, e));
const nonZero = dyadic.filter((x) => x !== 0);
const at = (n: number) => real.point(d.fromNumber(n));

describe('quotients', () => {
  it('enclose: lo·b ≤ a ≤ hi·b, and exactly those that are dyadic are points', () => {
    fc.assert(
      fc.property(dyadic, nonZero, (a, b) => {
        const { lo, hi } = real.divide(real.point(a), real.point(b)) as Interval;
        const [x, y] = [d.multiply(lo, b), d.multiply(hi, b)];
        const [low, high] = d.sign(b) > 0 ? [x, y] : [y, x];
        expect(d.lessOrEqual(low, a) && d.lessOrEqual(a, high)).toBe(true);
        const width = d.subtract(hi, lo);
        if (width === 0) expect(d.compare(x, a)).toBe(0);
        else expect(d.leadingExponent(width)).toBeLessThan(d.leadingExponent(lo === 0 ? hi : lo) - 180);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(dyadic, nonZero, (q, b) => {
        const value = real.exactValue(real.divide(real.point(d.multiply(q, b)), real.point(b)));
        expect(value && d.compare(value, q)).toBe(0);
      }),
    );
  });
});

/** An interval of which neither end need be a double. */
const interval = fc
  .tuple(dyadic, dyadic)
  .map(([x, y]): Interval => ({ lo: d.minimum(x, y), hi: d.maximum(x, y) }))
  .filter((x) => !real.isPoint(x));

describe('intervals', () => {
  const ends = ({ lo, hi }: Interval) => [lo, hi];
  it('products reach from the least to the greatest of their ends', () => {
    fc.assert(
      fc.property(interval, interval, fc.constantFrom(53, 170), (a, b, bits) => {
        const products = ends(a).flatMap((x) => ends(b).map((y) => d.multiply(x, y)));
        const { lo, hi } = real.multiply(a, b, bits) as Interval;
        expect(lo).toEqual(d.roundToBits(products.reduce(d.minimum), bits, 'down'));
        expect(hi).toEqual(d.roundToBits(products.reduce(d.maximum), bits, 'up'));
      }),
    );
  });

  it('quotients hold those of their ends', () => {
    const besidesZero = interval.filter((x) => !real.holdsZero(x));
    fc.assert(
      fc.property(interval, besidesZero, (a, b) => {
        const { lo, hi } = real.divide(a, b) as Interval;
        const all = ends(a).flatMap((x) => ends(b).map((y) => real.divide(real.point(x), real.point(y)) as Interval));
        expect(all.some((one) => one.lo === lo || d.compare(one.lo, lo) === 0)).toBe(true);
        for (const one of all) expect(d.compare(lo, one.lo) <= 0 && d.compare(one.hi, hi) <= 0).toBe(true);
      }),
    );
  });
});

describe('roots', () => {
  it('enclose: lo² ≤ a ≤ hi², and exactly those of squares are points', () => {
    fc.assert(
      fc.property(dyadic.map(d.abs), (a) => {
        const { lo, hi } = real.sqrt(real.point(a)) as Interval;
        expect(d.lessOrEqual(d.multiply(lo, lo), a) && d.lessOrEqual(a, d.multiply(hi, hi))).toBe(true);
        const square = real.exactValue(real.sqrt(real.point(d.multiply(a, a))));
        expect(square && d.compare(square, a)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('of integers are floors', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 400n }), (n) => {
        const root = real.integerRoot(n);
        expect(root * root <= n && n < (root + 1n) * (root + 1n)).toBe(true);
        expect(real.integerRoot(root * root)).toBe(root);
        if (root > 0n) expect(real.integerRoot(root * root - 1n)).toBe(root - 1n);
      }),
    );
    for (let n = 0n; n < 300n; n++) expect(real.integerRoot(n)).toBe(BigInt(Math.floor(Math.sqrt(Number(n)))));
  });
});

it.each<[string, real.Real, real.Real]>([
  ['1/0', real.divide(at(1), at(0)), nan],
  ['∞/∞', real.divide(inf, minus), nan],
  ['1/∞', real.divide(at(1), inf), at(0)],
  ['∞/-2', real.divide(inf, at(-2)), minus],
  ['0·∞', real.multiply(at(0), inf), nan],
  ['-1·∞', real.multiply(at(-1), inf), minus],
  ['√-1', real.sqrt(at(-1)), nan],
  ['√-∞', real.sqrt(minus), nan],
  ['√∞', real.sqrt(inf), inf],
  ['√0', real.sqrt(at(0)), at(0)],
  ['NaN·1', real.multiply(nan, at(1)), nan],
])('%s', (_, got, expected) => expect(got).toEqual(expected));

it('signs', () => {
  expect([inf, minus, nan, at(3), at(-0.5), at(0)].map(real.sign)).toEqual([1, -1, nan, 1, -1, 0]);
  expect(real.sign(real.divide(at(-1), at(3)))).toBe(-1);
});

describe('rounding', () => {
  const third = real.divide(at(1), at(3)) as Interval;

  it('is certain, and its neighbours enclose', () => {
    for (const name of ['float16', 'bfloat16', 'float32', 'float64'] as const) {
      const { below, above } = real.neighbours(third, formatOf(name));
      expect(below).toBeLessThan(above);
      expect([below, above]).toContain(real.round(third, formatOf(name)));
    }
    expect(real.round(third, formatOf('float64'))).toBe(1 / 3);
    expect(real.approximate(third)).toBe(1 / 3);
  });

  it.each<[number, bigint[]]>([
    [2.5, [2n, 2n, 2n, 3n, 3n]],
    [3.5, [3n, 3n, 4n, 4n, 4n]],
    [-2.5, [-2n, -3n, -2n, -3n, -2n]],
    [-3.5, [-3n, -4n, -4n, -4n, -3n]],
    [-2.75, [-2n, -3n, -3n, -3n, -3n]],
    [-7, [-7n, -7n, -7n, -7n, -7n]],
    [0.25, [0n, 0n, 0n, 0n, 0n]],
    [-0.25, [0n, -1n, 0n, 0n, 0n]],
    [-0.5, [0n, -1n, 0n, -1n, 0n]],
  ])('%f to an integer, in every way', (x, expected) => {
    expect(real.integerRoundings.map((way) => real.toInteger(at(x), way))).toEqual(expected);
  });

  it('a third to an integer, both signs', () => {
    expect(real.toInteger(third, 'floor')).toBe(0n);
    expect(real.toInteger(real.divide(at(-1), at(3)) as Interval, 'floor')).toBe(-1n);
    expect(real.toInteger(real.divide(at(-4), at(3)) as Interval, 'truncate')).toBe(-1n);
  });
});
