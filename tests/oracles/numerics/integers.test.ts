import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { integerMachine, intoRange } from '../../../oracles/numerics/integers.ts';
import { type IntegerRounding, integerRoundings } from '../../../oracles/numerics/real.ts';

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
  const of = (overflow: 'wrap' | 'saturate', rounding: IntegerRounding = 'truncate') =>
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

  it.each<[bigint, bigint, bigint[]]>([
    [7n, 2n, [3n, 3n, 4n, 4n, 4n]],
    [5n, 2n, [2n, 2n, 2n, 3n, 3n]],
    [-5n, 2n, [-2n, -3n, -2n, -3n, -2n]],
    [-7n, 2n, [-3n, -4n, -4n, -4n, -3n]],
    [-1n, 3n, [0n, -1n, 0n, 0n, 0n]],
    [6n, 3n, [2n, 2n, 2n, 2n, 2n]],
  ])('%i / %i, in every way', (a, b, expected) => {
    expect(integerRoundings.map((way) => of('wrap', way).divide(a, b))).toEqual(expected);
  });

  it('leaves to the machine what a float type cannot give back', () => {
    const through = (name: 'float32' | 'float64', rounding: IntegerRounding = 'truncate') =>
      integerMachine(format('int64'), 'wrap', rounding, formatOf(name));
    expect(through('float64').divide(2n ** 63n - 1n, 1n)).toBeUndefined();
    expect(through('float64').divide(2n ** 63n - 1025n, 1n)).toBe(2n ** 63n - 1024n);
    expect(through('float32').sqrt(2n ** 128n)).toBeUndefined();
  });

  it('adds terms of its width in a wider type', () => {
    const wider = integerMachine(format('int32'), 'wrap', 'truncate', undefined, true);
    expect(wider.sum(wider.square([46341n, 46341n]))).toBe(-2147479015n * 2n);
    expect(wider.sqrt(wider.sum([max, max]))).toBe(65535n);
  });

  it('roots', () => {
    expect(of('wrap').sqrt(8n)).toBe(2n);
    expect(of('wrap', 'nearest-even').sqrt(8n)).toBe(3n);
    expect(of('wrap', 'nearest-even').sqrt(6n)).toBe(2n);
    expect(of('wrap').sqrt(-1n)).toBeUndefined();
    expect(of('wrap').divide(1n, 0n)).toBeUndefined();
    expect(of('wrap').multiply(undefined, 0n)).toBeUndefined();
  });
});
