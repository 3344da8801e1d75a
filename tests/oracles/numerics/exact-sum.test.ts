import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { compare, type Dyadic, dyadic } from '../../../oracles/numerics/dyadic.ts';
import { dyadicSum, exactSum } from '../../../oracles/numerics/exact-sum.ts';
import { Superaccumulator } from '../../../oracles/numerics/superaccumulator.ts';
import { finite } from '../arbitrary.ts';

/** A finite double as an integer multiple of 2^-1074, from its bits. */
function units(x: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0]!;
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n ? -magnitude : magnitude;
}

const sumOfUnits = (xs: Iterable<number>): Dyadic =>
  dyadic(
    [...xs].reduce((sum, x) => sum + units(x), 0n),
    -1074,
  );
const agrees = (xs: readonly number[]) => {
  const terms = Float64Array.from(xs);
  expect(compare(exactSum(terms), sumOfUnits(terms))).toBe(0);
  const singles = Float32Array.from(xs).map((x) => (Number.isFinite(x) ? x : 1));
  expect(compare(exactSum(singles), sumOfUnits(singles))).toBe(0);
};

const { MAX_VALUE: max, MIN_VALUE: min } = Number;
const big = Array.from({ length: 40 }, (_, i) => 2 ** (i % 24) * (i % 3 ? 1 : -1));

describe('the exact sum', () => {
  it.each<[string, number[]]>([
    ['nothing', []],
    ['a zero', [-0]],
    ['an overflowing intermediate', [max, max, -max]],
    ['an overflow that cancels', [max, max, -max, -max]],
    ['an overflow by an ulp', [max, 2 ** 970, -(2 ** 970)]],
    ['subnormals', [min, min, -3 * min]],
    ['a subnormal beside the largest', [max, min, -max]],
    ['catastrophic cancellation', [1e308, 1, -1e308, 1e-308]],
    ['three scales', [1e200, 1e100, 1, -1e100, -1e200, 1e-200]],
    ['errors that need more than a double', [1, 2 ** -53, 2 ** -106, 2 ** -159]],
    ['errors of errors that are tiny', [2 ** -900, 2 ** -960, 2 ** -1020]],
    ['a long row on a grid', big],
    ['a long row that leaves 53 bits at the end', [...big, 2 ** 100, 2 ** -100, -(2 ** 100)]],
    ['a long row that leaves 53 bits in one lane', [...big, 2 ** 60, 0, 0, 0, 1, 0, 0, 0, -(2 ** 60), 0, 0, 0]],
  ])('of %s', (_, xs) => agrees(xs));

  it('of anything', () => {
    const lists = (element: fc.Arbitrary<number>) => fc.array(element, { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.oneof(lists(finite(formatOf('float64'))), lists(finite(formatOf('float32'))), lists(fc.integer())),
        agrees,
      ),
      { numRuns: 200 },
    );
  });

  it('of every significand bit at every exponent', () => {
    const sum = new Superaccumulator();
    const xs = Array.from({ length: 2046 }, (_, i) => (i % 3 ? 1 : -1) * (1 + 2 ** -(i % 53)) * 2 ** (i - 1022));
    for (const x of xs) sum.add(x);
    expect(compare(sum.total, sumOfUnits(xs))).toBe(0);
  });

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(finite(formatOf('float64')), { maxLength: 20 }), (xs) => {
        const reversed = Float64Array.from(xs.toReversed());
        expect(compare(exactSum(reversed), exactSum(Float64Array.from(xs)))).toBe(0);
      }),
    );
  });

  it.each([max, -max, min, 1 / 3])('of %s, more often than limbs hold without a carry', (x) => {
    const times = 2 ** 21 + 3;
    const sum = new Superaccumulator();
    for (let i = 0; i < times; i++) sum.add(x);
    expect(compare(sum.total, dyadic(BigInt(times) * units(x), -1074))).toBe(0);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('of %s does not exist', (x) => {
    for (const n of [1, 3, 40]) {
      const xs = Array(n)
        .fill(1)
        .with(n - 1, x);
      expect(() => exactSum(Float64Array.from(xs))).toThrow(RangeError);
      expect(() => exactSum(Float32Array.from(xs))).toThrow(RangeError);
    }
  });

  it('of dyadics', () => {
    expect(dyadicSum([])).toEqual(dyadic(0n, 0));
    expect(compare(dyadicSum([dyadic(3n, -2), dyadic(-1n, 5)]), dyadic(-125n, -2))).toBe(0);
  });
});
