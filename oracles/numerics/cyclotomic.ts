import * as d from './dyadic.ts';

/** A polynomial with integer coefficients: the nonzero ones, by power. */
type Sparse = readonly (readonly [power: number, coefficient: bigint])[];

interface Cyclotomic {
  readonly degree: number;
  /** the terms without the leading one, whose coefficient is 1 */
  readonly rest: Sparse;
}

const known = new Map<number, Cyclotomic>();

/** Returns the polynomial whose roots are the primitive n-th roots of unity. */
function cyclotomic(n: number): Cyclotomic {
  const found = known.get(n) ?? sparse(coefficientsOf(n));
  known.set(n, found);
  return found;
}

function sparse(all: readonly number[]): Cyclotomic {
  const degree = all.length - 1;
  return { degree, rest: all.slice(0, degree).flatMap((c, power) => (c === 0 ? [] : [[power, BigInt(c)] as const])) };
}

/** Computes it from Φ₁ = x - 1, and for a prime p: Φₚₘ(x) = Φₘ(xᵖ), divided by Φₘ(x) unless p divides m. */
function coefficientsOf(n: number): readonly number[] {
  let [all, rest] = [[-1, 1], n];
  for (let p = 2; rest > 1; p++) {
    for (let isFirst = true; rest % p === 0; isFirst = false, rest /= p) {
      const spread = Array<number>((all.length - 1) * p + 1).fill(0);
      for (const [i, c] of all.entries()) spread[i * p] = c;
      all = isFirst ? quotient(spread, all) : spread;
    }
  }
  return all;
}

/** Divides a polynomial by one whose leading coefficient is 1, without remainder. */
function quotient(dividend: readonly number[], divisor: readonly number[]): number[] {
  const left = [...dividend];
  const degree = divisor.length - 1;
  const result = Array<number>(dividend.length - degree).fill(0);
  for (let i = result.length - 1; i >= 0; i--) {
    const c = left[i + degree]!;
    result[i] = c;
    if (c !== 0) for (const [j, by] of divisor.entries()) left[i + j]! -= c * by;
  }
  return result;
}

/**
 * Returns Σ cₘ·cos(2πm/n) for dyadic coefficients if it is rational, and therefore dyadic; else `undefined`. Twice the sum is a
 * polynomial of a primitive root of unity, whose powers below the degree of its cyclotomic polynomial are linearly independent.
 */
export function rationalSumOfCosines(
  terms: readonly { readonly place: number; readonly coefficient: d.Dyadic }[],
  n: number,
): d.Dyadic | undefined {
  const there = terms.filter(({ coefficient }) => coefficient !== 0);
  if (there.length === 0) return d.zero;
  const unit = Math.min(...there.map(({ coefficient }) => d.trailingExponent(coefficient)));
  const all = Array<bigint>(n).fill(0n);
  for (const { place, coefficient } of there) {
    const integer = d.toInteger(d.scale(coefficient, -unit));
    const at = ((place % n) + n) % n;
    all[at]! += integer;
    all[(n - at) % n]! += integer;
  }
  const { degree, rest } = cyclotomic(n);
  for (let i = n - 1; i >= degree; i--) {
    const c = all[i]!;
    if (c !== 0n) for (const [power, by] of rest) all[i - degree + power]! -= c * by;
  }
  if (all.slice(1, degree).some((c) => c !== 0n)) return undefined;
  return d.canonical(d.scale(d.dyadic(all[0]!, unit), -1));
}
