import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import { fromNumber } from '../../../oracles/numerics/dyadic.ts';
import { exponential } from '../../../oracles/numerics/elementary.ts';
import { computeUntilRounded, log, point } from '../../../oracles/numerics/real.ts';

/** The exponent below which an exponential is negligible compared with the smallest subnormal of any type. */
const leastExponent = -1200;

/** eˣ, rounded once to the format. */
export function roundedExp(x: number, format: FloatFormat): number {
  return computeUntilRounded((bits) => exponential(fromNumber(x), bits, leastExponent), format).rounded;
}

/** ln x, rounded once to the format; -∞ of zero, NaN below. */
export function roundedLog(x: number, format: FloatFormat): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  return x < 0 ? Number.NaN : computeUntilRounded((bits) => log(point(fromNumber(x)), bits), format).rounded;
}

// Numerator and denominator of ln(1 + z), z in [√½ - 1, √2 - 1], highest power first.
const numerator = [0.02589979118, 0.3808837741, 1.480000634, 2.112677543, 1, 0].map(Math.fround);
const denominator = [0.005875095403, 0.1546476375, 0.9864942959, 2.453006072, 2.612677543, 1].map(Math.fround);
const ln2 = Math.fround(Math.LN2);

/**
 * ln x of float32 as numpy's vector code computes it since 1.17: a rational approximation in float32 with fused
 * multiply-add, up to 4 units in the last place off. Source of method and coefficients: numpy's simd_log_FLOAT.
 * @param x zero or a normal positive number
 */
export function vectorLog(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  let exponent = Math.floor(Math.log2(x)) + 1;
  let fraction = x / 2 ** exponent;
  if (fraction < Math.SQRT1_2) {
    fraction *= 2;
    exponent -= 1;
  }
  const z = Math.fround(fraction - 1);
  const polynomial = (coefficients: readonly number[]) => coefficients.reduce((sum, c) => fused(sum, z, c));
  const quotient = Math.fround(polynomial(numerator) / polynomial(denominator));
  return fused(exponent, ln2, quotient);
}

/** a·b + c of float32 numbers, rounded to float32; the product is exact in float64. */
function fused(a: number, b: number, c: number): number {
  return Math.fround(a * b + c);
}
