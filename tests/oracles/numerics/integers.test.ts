import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { integerMachine, intoRange } from '../../../oracles/numerics/integers.ts';

const format = (name: IntegerFormat['name']) => formatOf(name);
const names = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const;

describe.each(names)('%s', (name) => {
  const { min, max } = integerRange(format(name));
  const any = fc.bigInt({ min: 4n * (min - max), max: 4n * (max - min) });

  it('wraps modulo 2^bits, and clamps', () => {
    fc.assert(
      fc.property(any, (x) => {
        const wrapped = intoRange(x, format(name), 'wrap');
        expect(wrapped >= min && wrapped <= max).toBe(true);
        expect((wrapped - x) % 2n ** BigInt(format(name).bits)).toBe(0n);
        expect(intoRange(x, format(name), 'saturate')).toBe(x < min ? min : x > max ? max : x);
      }),
    );
    for (const x of [min, 0n, max]) {
      for (const overflow of ['wrap', 'saturate'] as const) expect(intoRange(x, format(name), overflow)).toBe(x);
    }
    expect(intoRange(max + 1n, format(name), 'wrap')).toBe(min);
  });
});

describe('the machine', () => {
  const of = (overflow: 'wrap' | 'saturate', rounding: 'truncate' | 'floor' | 'nearest' = 'truncate') =>
    integerMachine(format('int32'), overflow, rounding);
  const [min, max] = [-(2n ** 31n), 2n ** 31n - 1n];

  it('overflows step by step', () => {
    expect(of('wrap').sum([max, 1n, -1n])).toBe(max);
    expect(of('saturate').sum([max, 1n, -1n])).toBe(max - 1n);
    expect(of('wrap').square([65536n, 46341n])).toEqual([0n, -2147479015n]);
    expect(of('wrap').abs([min])).toEqual([min]);
    expect(of('saturate').abs([min])).toEqual([max]);
    expect(of('wrap').largest([-5n, 3n])).toBe(5n);
    expect(of('wrap').count([1n, 2n])).toBe(2n);
  });

  it.each([
    [7n, 2n, 3n, 3n, 4n],
    [5n, 2n, 2n, 2n, 2n],
    [-5n, 2n, -2n, -3n, -2n],
    [-7n, 2n, -3n, -4n, -4n],
    [-1n, 3n, 0n, -1n, 0n],
    [6n, 3n, 2n, 2n, 2n],
  ])('%i / %i', (a, b, truncated, floor, nearest) => {
    const all = (['truncate', 'floor', 'nearest'] as const).map((way) => of('wrap', way).divide(a, b));
    expect(all).toEqual([truncated, floor, nearest]);
  });

  it('roots', () => {
    expect(of('wrap').sqrt(8n)).toBe(2n);
    expect(of('wrap', 'nearest').sqrt(8n)).toBe(3n);
    expect(of('wrap', 'nearest').sqrt(6n)).toBe(2n);
    expect(of('wrap').sqrt(-1n)).toBeUndefined();
    expect(of('wrap').divide(1n, 0n)).toBeUndefined();
    expect(of('wrap').multiply(undefined, 0n)).toBeUndefined();
  });
});
