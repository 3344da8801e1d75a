import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactArithmetic } from '../../../oracles/arithmetic/exact.ts';
import { log } from '../../../oracles/arithmetic/functions.ts';
import { type IntegerMachine, integersIn, unbounded } from '../../../oracles/arithmetic/integers.ts';
import { formatOf, type IntegerFormat, integerRange, intoRange } from '../../../oracles/numerics/dtype.ts';

const names = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const;

describe.each(names)('%s', (name) => {
  const format: IntegerFormat = formatOf(name);
  const { min, max } = integerRange(format);
  const any = fc.bigInt({ min: 4n * (min - max), max: 4n * (max - min) });

  it('wraps modulo 2^bits, and clamps', () => {
    fc.assert(
      fc.property(any, (x) => {
        const wrapped = intoRange(x, format, 'wrap');
        expect(wrapped >= min && wrapped <= max).toBe(true);
        expect((wrapped - x) % 2n ** BigInt(format.bits)).toBe(0n);
        expect(intoRange(x, format, 'saturate')).toBe(x < min ? min : x > max ? max : x);
      }),
    );
    for (const x of [min, 0n, max]) {
      for (const overflow of ['wrap', 'saturate'] as const) expect(intoRange(x, format, overflow)).toBe(x);
    }
    expect(intoRange(max + 1n, format, 'wrap')).toBe(min);
  });
});

describe('the reading of integers', () => {
  const of = (machine: IntegerMachine) => integersIn(machine, exactArithmetic(60));
  const int32 = formatOf('int32');
  const wrap = (x: bigint) => intoRange(x, int32, 'wrap');
  const clamp = (x: bigint) => intoRange(x, int32, 'saturate');
  const [min, max] = [-(2n ** 31n), 2n ** 31n - 1n];

  it('overflows step by step', () => {
    expect(of({ keep: wrap }).sum([max, 1n, -1n])).toBe(max);
    expect(of({ keep: clamp }).sum([max, 1n, -1n])).toBe(max - 1n);
    expect(of({ keep: clamp, arranged: (xs) => xs.toReversed() }).sum([max, 1n, -1n])).toBe(max);
    expect(of({ keep: wrap }).multiply(46341n, 46341n)).toBe(-2147479015n);
    expect(of({ keep: wrap }).product([65536n, 65536n, 3n])).toBe(0n);
    expect([wrap, clamp].map((keep) => of({ keep }).abs(min))).toEqual([min, max]);
    expect([wrap, clamp].map((keep) => of({ keep }).negate(min))).toEqual([min, max]);
    expect([of({ keep: clamp }).add(max, 1n), of({ keep: clamp }).subtract(min, 1n)]).toEqual([max, min]);
  });

  it('adds terms of its width in a wider type', () => {
    const a = of({ keep: wrap, keepSum: unbounded.keep });
    expect(a.dot([46341n, 46341n], [46341n, 46341n])).toBe(-2147479015n * 2n);
    expect(a.sum([max, max])).toBe(2n * max);
  });

  it('compares integers as they are', () => {
    const a = of(unbounded);
    const [x, y] = [2n ** 53n, 2n ** 53n + 1n];
    expect([a.less(x, y), a.less(y, x), a.equal(x, y), a.equal(y, y), a.isNaN(x)]).toEqual([1n, 0n, 0n, 1n, 0n]);
    expect([a.maximum(x, y), a.minimum(x, y), a.select(1n, x, y), a.select(0n, x, y)]).toEqual([y, x, x, y]);
  });

  it('leaves integers by quotients, roots and functions, and does not come back', () => {
    const a = of(unbounded);
    expect(a.divide(7n, 2n)).toBe(3.5);
    expect(a.integral(a.divide(7n, 2n), 'truncate')).toBe(3.5);
    expect([a.sqrt(9n), a.sqrt(-1n), a.apply(log, 1n), a.apply(log, 0n)]).toEqual([3, Number.NaN, 0, -Infinity]);
    expect(a.add(a.sqrt(9n), 4n)).toBe(7);
    expect(a.of(0.5)).toBe(0.5);
    expect(a.of(2)).toBe(2n);
  });
});
