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
const of = d.fromNumber;
const isExact = (x: number | undefined, truth: d.Dyadic) =>
  x === undefined || (Number.isFinite(x) && d.compare(of(x), truth) === 0);

describe('operations on doubles are exact or not made', () => {
  it('sums and products', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(isExact(doubles.plus(a, b), d.add(of(a), of(b)))).toBe(true);
        expect(isExact(doubles.times(a, b), d.multiply(of(a), of(b)))).toBe(true);
      }),
    );
  });

  it('quotients and roots', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const quotient = b === 0 ? undefined : doubles.over(a, b);
        const root = a < 0 ? undefined : doubles.root(a);
        if (quotient !== undefined) expect(d.compare(d.multiply(of(quotient), of(b)), of(a))).toBe(0);
        if (root !== undefined) expect(d.compare(d.multiply(of(root), of(root)), of(a))).toBe(0);
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

  it('the trailing bit is that of the dyadic', () => {
    fc.assert(fc.property(number, (x) => x === 0 || doubles.trailingExponentOf(x) === d.trailingExponent(of(x))));
    expect(() => doubles.trailingExponentOf(0)).toThrow('multiple of every power of two');
  });
});
