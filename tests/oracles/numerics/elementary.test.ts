import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { bitsOfDoubles, exponential, logarithm } from '../../../oracles/numerics/elementary.ts';
import { enclose } from '../../../oracles/numerics/mpfr.ts';

const Digits = Decimal.clone({ precision: 120, minE: -9e15, maxE: 9e15 });
const two = new Digits(2);
const decimalOf = (x: d.Dyadic): Decimal => {
  const { m, e } = d.partsOf(x);
  return e < 0 ? new Digits(m.toString()).div(two.pow(-e)) : new Digits(m.toString()).times(two.pow(e));
};

/** An interval contains a value, and is not wider than 2^(2 - bits) of it. */
function expectEnclosed({ lo, hi }: { lo: d.Dyadic; hi: d.Dyadic }, value: Decimal, bits: number): void {
  expect(decimalOf(lo).lte(value), `${decimalOf(lo)} ≤ ${value}`).toBe(true);
  expect(decimalOf(hi).gte(value), `${decimalOf(hi)} ≥ ${value}`).toBe(true);
  const width = decimalOf(hi).minus(decimalOf(lo));
  expect(width.lte(value.abs().times(new Digits(2).pow(2 - bits))), `width ${width} at ${bits} bits`).toBe(true);
}

const bits = fc.constantFrom(28, 31, 44, bitsOfDoubles, bitsOfDoubles + 1, 73, 126, 192);
const never = -(2 ** 14);
const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('exponentials', () => {
  it.each([
    ['beside zero', double(-(2 ** -20), 2 ** -20)],
    ['of moderate size', double(-30, 30)],
    ['near the ends of the formats', double(-750, 720)],
    ['beyond them', double(-4000, 4000)],
  ])('are enclosed: arguments %s', (_, argument) => {
    fc.assert(
      fc.property(argument, bits, (x, wanted) => {
        const kept = Math.abs(x) > 1 ? Math.min(wanted, 51 - Math.floor(Math.log2(Math.abs(x)))) : wanted;
        // doubles keep less where the rounding of the argument shows
        const promised = wanted <= bitsOfDoubles ? kept : wanted;
        expectEnclosed(exponential(d.fromNumber(x), wanted, never), decimalOf(d.fromNumber(x)).exp(), promised);
      }),
      { numRuns: 150 },
    );
  });

  it('e⁰ is 1, and what is below the floor lies between zero and the floor', () => {
    expect(exponential(d.zero, 44, never)).toEqual({ lo: d.one, hi: d.one });
    expect(exponential(d.fromNumber(-1e300), 44, -176)).toEqual({ lo: d.zero, hi: d.powerOfTwo(-176) });
    expect(exponential(d.fromNumber(-200), 192, -100).lo).toEqual(d.zero);
    expect(d.sign(exponential(d.fromNumber(-60), 192, -100).lo)).toBe(1);
  });

  it('refuses arguments beyond every format', () => {
    expect(() => exponential(d.fromInteger(12_001), 44, never)).toThrow(RangeError);
  });
});

describe('logarithms', () => {
  it.each([
    ['beside 1', double(-1, 1).map((x) => 1 + x * 2 ** -40)],
    ['around 1', double(0.25, 4)],
    ['anywhere', double(Number.MIN_VALUE, Number.MAX_VALUE)],
    ['near zero', double(Number.MIN_VALUE, 1e-300)],
  ])('are enclosed: arguments %s', (_, argument) => {
    fc.assert(
      fc.property(argument, bits, (x, wanted) => {
        expectEnclosed(logarithm(d.fromNumber(x), wanted), decimalOf(d.fromNumber(x)).ln(), wanted);
      }),
      { numRuns: 150 },
    );
  });

  it.each([44, 73])('are enclosed where no double is: at %i bits', (wanted) => {
    for (const x of [
      d.dyadic(1n, -5000),
      d.dyadic(3n, 4000),
      d.dyadic((1n << 200n) + 1n, -200),
      d.dyadic((1n << 200n) - 1n, -200),
    ]) {
      expectEnclosed(logarithm(x, wanted), new Digits(decimalOf(x)).ln(), wanted);
    }
  });

  it('ln 1 is 0, however 1 is written', () => {
    expect(logarithm(d.dyadic(8n << 60n, -63), 44)).toEqual({ lo: d.zero, hi: d.zero });
  });
});

describe('MPFR', () => {
  it('gives neighbours of the wanted number of bits, whatever the argument', () => {
    const argument = fc.tuple(fc.bigInt({ min: -(1n << 90n), max: 1n << 90n }), fc.integer({ min: -120, max: -84 }));
    fc.assert(
      fc.property(argument, fc.integer({ min: 2, max: 300 }), ([m, e], wanted) => {
        fc.pre(m !== 0n);
        const { lo, hi } = enclose('exp', d.dyadic(m, e), wanted);
        const unit = d.powerOfTwo(d.leadingExponent(lo) - wanted + 1);
        expect(d.compare(d.subtract(hi, lo), unit)).toBe(0);
        const value = decimalOf(d.dyadic(m, e)).exp();
        expect(decimalOf(lo).lt(value) && decimalOf(hi).gt(value)).toBe(true);
      }),
    );
  });

  it('says where a value is exact, and where there is none', () => {
    const { lo, hi } = enclose('exp', d.zero, 60);
    expect(hi).toBe(lo);
    expect(() => enclose('log', d.zero, 60)).toThrow(RangeError);
    expect(() => enclose('exp', d.powerOfTwo(40), 60)).toThrow(RangeError);
  });
});
