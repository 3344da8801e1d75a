import { type Exact, Undecided } from '../arithmetic/exact.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import type * as real from '../numerics/real.ts';
import { roundNumber, roundToFloat } from '../numerics/rounding.ts';

/** Bits beyond those of the format at the first attempt: one in 2^20 roundings needs another. */
export const guardBits = 20;

/**
 * Returns the true value, to as many bits as its rounding needs (Ziv's strategy), and the value rounded to nearest even.
 * @throws Undecided if no precision decides the rounding
 */
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
 * Returns the rounded value of a number known to an interval; `undefined` if the interval does not decide it. A value at an end
 * would be known as a point, so the ends are excluded. Where they are ties or zeros, the values directly next to them are
 * rounded instead.
 */
function roundedWithin({ lo, hi }: real.Interval, format: FloatFormat): number | undefined {
  const nextTo = (end: d.Dyadic, side: bigint) =>
    roundToFloat(d.add(end, d.dyadic(side, Math.min(d.partsOf(end).e, format.minExponent - 1) - 1)), format);
  const least = roundToFloat(lo, format);
  if (lo !== 0 && hi !== 0 && Object.is(least, roundToFloat(hi, format))) return least;
  if (d.compare(lo, hi) === 0) return least;
  const [above, below] = [nextTo(lo, 1n), nextTo(hi, -1n)];
  return Object.is(above, below) ? above : undefined;
}

/** Returns the result of a computation, or `otherwise` if no precision decides it. */
export function evaluateAt<T>(compute: () => T, otherwise: T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Undecided) return otherwise;
    throw error;
  }
}

/** Returns the true value, rounded; `undefined` if no precision decides it, as for quotients of numbers beyond every range. */
export function bestOf(exact: (bits: number) => Exact, format: FloatFormat): number | undefined {
  return evaluateAt<number | undefined>(() => roundCorrectly(exact, format).best, undefined);
}

/** Returns whether a value is zero, infinite or NaN, and so has no neighbours. */
export const isSpecial = (x: Exact): x is number => typeof x === 'number' && (x === 0 || !Number.isFinite(x));
