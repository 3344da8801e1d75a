import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as doubles from '../../../oracles/numerics/doubles.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -(2 ** 30), max: 2 ** 30 }),
  fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -1074, max: 1010 }))
    .map(([m, e]) => m * 2 ** Math.trunc(e / 2) * 2 ** (e - Math.trunc(e / 2))),
);
const operations = { plus: doubles.plus, times: doubles.times, over: doubles.over };
/** a finite double times 2^1074, an integer */
function units(x: number): bigint {
  const { m, e } = d.partsOf(x);
  return m << BigInt(e + 1074);
}
const unit = 1n << 1074n;

describe('operations on doubles are exact or not made', () => {
  it('sums and products', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [sum, product] = [doubles.plus(a, b), doubles.times(a, b)];
        if (sum !== undefined) expect(units(sum)).toBe(units(a) + units(b));
        if (product !== undefined) expect(units(product) * unit).toBe(units(a) * units(b));
      }),
    );
  });

  it('quotients and roots', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const quotient = b === 0 ? undefined : doubles.over(a, b);
        const root = a < 0 ? undefined : doubles.root(a);
        if (quotient !== undefined) expect(units(quotient) * units(b)).toBe(units(a) * unit);
        if (root !== undefined) expect(units(root) ** 2n).toBe(units(a) * unit);
      }),
    );
  });

  it.each([
    ['plus', 2 ** 53, 1],
    ['plus', 1e308, 1e308],
    ['times', 1 + 2 ** -52, 1 + 2 ** -52],
    ['times', 2 ** -600, 3 * 2 ** -600],
    ['over', 1, 3],
  ] as const)('%s(%d, %d) is left open', (name, a, b) => {
    expect(operations[name](a, b)).toBeUndefined();
  });

  it.each([
    ['plus', Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY],
    ['times', -0, 3, -0],
    ['over', 1, -0, Number.NEGATIVE_INFINITY],
    ['over', 12, 4, 3],
    ['times', 2 ** 40 + 1, 2 ** 10 + 1, (2 ** 40 + 1) * (2 ** 10 + 1)],
  ] as const)('%s(%d, %d) is %d', (name, a, b, expected) => {
    expect(operations[name](a, b)).toBe(expected);
  });

  it('finds the first bit and the last one', () => {
    fc.assert(
      fc.property(number, (x) => {
        fc.pre(x !== 0);
        const bits = units(Math.abs(x)).toString(2);
        expect(doubles.trailingExponentOf(x)).toBe(/0*$/.exec(bits)![0].length - 1074);
        expect(doubles.leadingExponentOf(x)).toBe(bits.length - 1 - 1074);
      }),
    );
    expect(() => doubles.trailingExponentOf(0)).toThrow('multiple of every power of two');
  });
});

describe('rounding in a direction', () => {
  const near = fc.oneof(
    fc.double({ min: 2 ** -60, max: 2 ** 60, noNaN: true }),
    fc.integer({ min: 1, max: 99 }),
    number,
  );
  const signed = fc.tuple(near, fc.constantFrom(1, -1)).map(([x, sign]) => x * sign);

  /** The double before another one; both are finite. */
  function before(x: number): number {
    if (x === 0) return -Number.MIN_VALUE;
    const bits = new BigInt64Array(Float64Array.of(x).buffer);
    bits[0]! += x > 0 ? -1n : 1n;
    return new Float64Array(bits.buffer)[0]!;
  }

  /** @param over by how much a number of units is above the true value, in any positive unit */
  function expectNext(got: number | undefined, direction: doubles.Towards, over: (x: bigint) => bigint): void {
    if (got === undefined) return;
    const sign = direction === 'up' ? 1 : -1;
    const distance = (x: number) => over(units(x)) * BigInt(sign);
    expect(distance(got) >= 0n).toBe(true);
    expect(distance(got) === 0n || distance(sign * before(sign * got)) < 0n).toBe(true);
  }

  it.each(['down', 'up'] as const)('%s gives the next double', (direction) => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        fc.pre(b !== 0);
        const [x, y] = [units(a), units(b)];
        expectNext(doubles.plusTowards(a, b, direction), direction, (r) => r - x - y);
        expectNext(doubles.timesTowards(a, b, direction), direction, (r) => r * unit - x * y);
        expectNext(doubles.overTowards(a, b, direction), direction, (r) => (r * y - x * unit) * (b > 0 ? 1n : -1n));
        if (a > 0) expectNext(doubles.rootTowards(a, direction), direction, (r) => r * r - x * unit);
      }),
      { numRuns: 500 },
    );
  });
});
