import { type Exact, Undecided } from '../arithmetic/exact.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import type * as real from '../numerics/real.ts';
import { roundNumber, roundToFloat } from '../numerics/rounding.ts';

/** Bits beyond those of the format at the first attempt: one in 2^20 roundings needs another. */
export const guardBits = 20;

/** The true value, to as many bits as it takes to round it (Ziv's strategy). */
export function roundCorrectly(
  exact: (bits: number) => Exact,
  format: FloatFormat,
): { readonly value: Exact; readonly best: number } {
  for (let bits = format.precision + guardBits; ; bits *= 2) {
    try {
      const value = exact(bits);
      if (typeof value === 'number') return { value, best: roundNumber(value, format) };
      const best = roundedWithin(value, format);
      if (best !== undefined) return { value, best };
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
    }
    if (bits > 2 ** 14) throw new Undecided('a rounding: the kernel has a value that no precision separates');
  }
}

/**
 * What a value is rounded to that is known to an interval; `undefined` if that leaves it open. A value that is one of the ends is
 * known as a point, so that the ends themselves are left out: where they are ties or zeros, what lies right beside them counts.
 */
function roundedWithin({ lo, hi }: real.Interval, format: FloatFormat): number | undefined {
  const beside = (end: d.Dyadic, side: bigint) =>
    roundToFloat(d.add(end, d.dyadic(side, Math.min(d.partsOf(end).e, format.minExponent - 1) - 1)), format);
  const least = roundToFloat(lo, format);
  if (lo !== 0 && hi !== 0 && Object.is(least, roundToFloat(hi, format))) return least;
  if (d.compare(lo, hi) === 0) return least;
  const [above, below] = [beside(lo, 1n), beside(hi, -1n)];
  return Object.is(above, below) ? above : undefined;
}

/** A result, or what stands in for it where no number of bits decides it. */
export function evaluateAt<T>(compute: () => T, otherwise: T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Undecided) return otherwise;
    throw error;
  }
}

/** The true value, rounded; `undefined` where no precision tells, as of quotients of numbers beyond every range. */
export function bestOf(exact: (bits: number) => Exact, format: FloatFormat): number | undefined {
  return evaluateAt<number | undefined>(() => roundCorrectly(exact, format).best, undefined);
}

/** True if a value is zero, infinite or NaN, which has no neighbours. */
export const isSpecial = (x: Exact): x is number => typeof x === 'number' && (x === 0 || !Number.isFinite(x));
