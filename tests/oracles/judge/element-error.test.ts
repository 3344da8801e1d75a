import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { errorOf } from '../../../oracles/judge/element-error.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { dyadic } from '../../../oracles/numerics/dyadic.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

/** Errors in fixed point, in units of 2^-1090: integers, read off the bits of numbers. */
const point = 1090;

function fixed(x: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(Math.abs(x)).buffer)[0]!;
  const [exponent, fraction] = [bits >> 52n, bits & (2n ** 52n - 1n)];
  const size = (exponent === 0n ? fraction : (2n ** 52n + fraction) << (exponent - 1n)) << BigInt(point - 1074);
  return x < 0 ? -size : size;
}

const abs = (x: bigint): bigint => (x < 0n ? -x : x);
const quotient = (a: bigint, b: bigint): number => Number((a << 60n) / b) / 2 ** 60;

const atBits = {
  float64: (bits: bigint) => new Float64Array(BigUint64Array.of(bits).buffer)[0]!,
  float32: (bits: bigint) => new Float32Array(Uint32Array.of(Number(bits)).buffer)[0]!,
};

/** Exact values from one number of a type up to the next, of every magnitude, and answers some numbers next to them. */
const missed = (dtype: 'float32' | 'float64') => {
  const at = atBits[dtype];
  const most = dtype === 'float32' ? 0x7f7fff00n : 0x7fefffffffffff00n;
  const bits = fc.oneof(fc.bigInt(256n, most), fc.bigInt(256n, 2n ** 23n + 2n));
  return fc
    .tuple(bits, fc.bigInt(0n, 255n), fc.integer({ min: -200, max: 200 }), fc.constantFrom(1, -1))
    .map(([bits, part, steps, sign]) => {
      const [below, above] = [fixed(at(bits)), fixed(at(bits + 1n))];
      const unit = above - below;
      const exact = BigInt(sign) * (below + (unit * part) / 256n);
      return { exact, unit, got: sign * at(bits + BigInt(steps)) };
    });
};

describe('the error of an answer', () => {
  it.each(['float32', 'float64'] as const)('of %s is that of fixed-point arithmetic', (dtype) => {
    fc.assert(
      fc.property(missed(dtype), ({ exact, unit, got }) => {
        const error = abs(fixed(got) - exact);
        const { ulps, absolute } = errorOf(got, dyadic(exact, -point), formatOf(dtype));
        expect(ulps).toBeCloseTo(quotient(error, unit), 9);
        if (abs(exact) >= 2n ** BigInt(point)) expect(absolute).toBeUndefined();
        else expect(quotient(error, 2n ** BigInt(point))).toBeCloseTo(absolute!, 15);
      }),
    );
  });

  it.each([
    ['float32', 2 ** -149, 2 ** -148, 1],
    ['float32', 2 ** -126, 0, 2 ** 23],
    ['float32', 1, 1 - 2 ** -24, 0.5],
    ['float16', 2 ** -24, 0, 1],
    ['float16', 1000, 1001, 2],
    ['bfloat16', 1000, 1004, 1],
    ['float64', 2 ** -1074, 2 ** -1073, 1],
    ['float64', 2 ** -1074, Number.MAX_VALUE, Number.MAX_VALUE],
  ] as const)('%s: %d where it is %d', (dtype, exact, got, ulps) => {
    expect(errorOf(got, dyadic(fixed(exact), -point), formatOf(dtype)).ulps).toBe(ulps);
  });

  it('is absolute alone where the exact value is 0', () => {
    expect(errorOf(1e-9, dyadic(0n, 0), formatOf('float32'))).toEqual({ absolute: 1e-9 });
  });
});

describe('the error of an output', () => {
  const answered = (name: string, inputs: readonly number[], answers: readonly number[], dtype: DType = 'float32') => {
    const operator = findOperator(name)!;
    const call = { attributes: {}, inputs: [tensorOf(dtype, inputs)] };
    return compare(operator.expect(versionAt(operator, newestOpset), call), [tensorOf(dtype, answers)]);
  };

  it('is the worst of its elements, right or wrong, of each figure by itself', () => {
    const [high, low] = [Math.fround(Math.E) + 9 * 2 ** -22, Math.fround(1 / Math.E) + 2 ** -25];
    const { accepted, error } = answered('Exp', [0, 1, -1], [1, high, low]);
    expect(accepted).toBe(false);
    const e = new Decimal(1).exp();
    expect(error!.ulps).toBeCloseTo(
      e
        .minus(high)
        .abs()
        .times(2 ** 22)
        .toNumber(),
      5,
    );
    expect(error!.absolute).toBeCloseTo(new Decimal(1).dividedBy(e).minus(low).abs().toNumber(), 13);
  });

  it('is not reported for exact values rounded once, of infinities, of NaN, and of what overflows', () => {
    expect(answered('Exp', [0, 1], [1, Math.fround(Math.E)])).not.toHaveProperty('error');
    expect(answered('Exp', [1, 100, 1], [Number.POSITIVE_INFINITY, 3e38, Number.NaN])).not.toHaveProperty('error');
    expect(answered('Relu', [-1, 2], [0, 2])).not.toHaveProperty('error');
  });
});
