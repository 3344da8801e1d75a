import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { dyadicSum } from '../numerics/exact-sum.ts';
import { enclose, enclosePower } from '../numerics/mpfr.ts';
import * as real from '../numerics/real.ts';
import { roundToFloat } from '../numerics/rounding.ts';
import type { Arithmetic, Integral } from './arithmetic.ts';
import { type ElementaryFunction, slopeOf } from './functions.ts';
import { bitwise, powerOf } from './machine.ts';

/**
 * A true value: NaN, an infinity or a zero with its sign as a number; any other as a closed interval around it, which is
 * a point where the value is dyadic.
 */
export type Exact = number | real.Interval;

/** More bits may decide what these leave open: which of two values is greater, or how one is rounded. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** A machine number, or an integer, as a true value. */
export function exactOf(x: number | bigint): Exact {
  if (typeof x === 'bigint') return x === 0n ? 0 : real.point({ m: x, e: 0 });
  return x === 0 || !Number.isFinite(x) ? x : real.point(d.fromNumber(x));
}

const isNumber = (x: Exact): x is number => typeof x === 'number';
const isPoint = ({ lo, hi }: real.Interval): boolean => lo === hi || d.compare(lo, hi) === 0;

/** A value that was computed, with a zero as a number: plus, as of any exact difference (IEEE 754-2019, 6.3). */
const normal = (x: real.Real): Exact => (typeof x !== 'number' && x.lo.m === 0n && x.hi.m === 0n ? 0 : x);

const negated = (a: Exact): Exact => (isNumber(a) ? -a : { lo: d.negate(a.hi), hi: d.negate(a.lo) });

/** -1 or 1 for what is not zero. */
function signOf(x: Exact): number {
  if (isNumber(x)) return Math.sign(x) || (Object.is(x, -0) ? -1 : 1);
  if (x.lo.m < 0n && x.hi.m > 0n) throw new Undecided('the sign of a value');
  return x.hi.m <= 0n ? -1 : 1;
}

/** -1, 0 or 1; NaN if one is NaN. */
function compare(a: Exact, b: Exact): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  if (isNumber(a)) return a === 0 ? -signOf(b) : Math.sign(a);
  if (isNumber(b)) return b === 0 ? signOf(a) : -Math.sign(b);
  if (d.compare(a.hi, b.lo) < 0) return -1;
  if (d.compare(a.lo, b.hi) > 0) return 1;
  if (isPoint(a) && isPoint(b)) return 0;
  throw new Undecided('which of two values is greater');
}

/** The arithmetic of true values; what is not dyadic carries `bits`. Comparisons that these leave open throw {@link Undecided}. */
export function exactArithmetic(bits: number): Arithmetic<Exact> {
  const add = (a: Exact, b: Exact): Exact => {
    if (isNumber(a)) return isNumber(b) ? a + b : a === 0 ? b : a;
    if (isNumber(b)) return b === 0 ? a : b;
    return normal(real.add(a, b, bits));
  };
  const multiply = (a: Exact, b: Exact): Exact => {
    if (isNumber(a)) return a * (isNumber(b) ? b : signOf(b));
    if (isNumber(b)) return signOf(a) * b;
    return normal(real.multiply(a, b, bits));
  };
  const divide = (a: Exact, b: Exact): Exact => {
    if (isNumber(b)) return (isNumber(a) ? a : signOf(a)) / b;
    if (isNumber(a)) return a * signOf(b);
    signOf(b);
    return normal(real.divide(a, b, bits));
  };
  const sum = (xs: readonly Exact[]): Exact => {
    const numbers = xs.filter(isNumber);
    const intervals = xs.filter((x) => !isNumber(x)) as real.Interval[];
    // -0 among zeros is lost only if a zero with a plus sign is there
    const special = numbers.length > 0 ? numbers.reduce((a, b) => a + b) : 0;
    if (intervals.length === 0 || special !== 0) return special;
    const lo = dyadicSum(intervals.map((x) => x.lo));
    if (intervals.every(isPoint)) return normal(real.point(lo));
    const hi = dyadicSum(intervals.map((x) => x.hi));
    return { lo: d.roundToBits(lo, bits, 'down'), hi: d.roundToBits(hi, bits, 'up') };
  };
  const choose = (a: Exact, b: Exact, sign: number): Exact => {
    const order = compare(a, b);
    if (Number.isNaN(order)) return Number.NaN;
    if (a === 0 && b === 0) return sign > 0 ? a + b : -(-a + -b); // of two zeros the one with that sign
    return order === sign ? a : b;
  };
  const truth = (x: boolean): Exact => (x ? one : 0);
  const self: Arithmetic<Exact> = {
    in: () => self,
    of: exactOf,
    from: (x) => x,
    add,
    subtract: (a, b) => add(a, negated(b)),
    multiply,
    divide,
    remainder(a, b) {
      if (isNumber(a) || isNumber(b)) {
        if (isNumber(a) && a === 0) return b === 0 || Number.isNaN(b) ? Number.NaN : a;
        return isNumber(b) && !isNumber(a) && Math.abs(b) === Number.POSITIVE_INFINITY ? a : Number.NaN;
      }
      if (!isPoint(a) || !isPoint(b)) throw new Undecided('the remainder of a value that is known to an interval only');
      const e = Math.min(a.lo.e, b.lo.e);
      const m = (a.lo.m << BigInt(a.lo.e - e)) % (b.lo.m << BigInt(b.lo.e - e));
      return m === 0n ? (a.lo.m < 0n ? -0 : 0) : real.point({ m, e });
    },
    power: (x, y) => power(x, y, bits),
    bitwise: (operation, a, b) => exactOf(bitwise[operation](wholeOf(a), wholeOf(b))),
    negate: negated,
    abs: (a) => (isNumber(a) ? Math.abs(a) : signOf(a) < 0 ? negated(a) : a),
    sqrt: (a) => (isNumber(a) ? Math.sqrt(a) : signOf(a) < 0 ? Number.NaN : real.sqrt(a, bits)),
    integral(a, mode) {
      if (isNumber(a)) return a;
      const [lo, hi] = [integerOf(a.lo, mode), integerOf(a.hi, mode)];
      if (lo !== hi) throw new Undecided('the integer next to a value');
      return lo === 0n ? signOf(a) * 0 : real.point({ m: lo, e: 0 });
    },
    maximum: (a, b) => choose(a, b, 1),
    minimum: (a, b) => choose(a, b, -1),
    apply: (f, x) => (isNumber(x) ? limitOf(f, x, bits) : applied(f, x, bits)),
    sum,
    dot: (xs, ys) => sum(xs.map((x, i) => multiply(x, ys[i]!))),
    product: (xs) => xs.reduce(multiply, one),
    less: (a, b) => truth(compare(a, b) < 0),
    equal: (a, b) => truth(compare(a, b) === 0),
    isNaN: (a) => truth(Number.isNaN(a)),
    select: (condition, yes, no) => (condition === 0 ? no : yes),
    round(a, to, direction) {
      const format = formatOf(to) as FloatFormat;
      if (isNumber(a)) return a;
      const [lo, hi] = [roundToFloat(a.lo, format, direction), roundToFloat(a.hi, format, direction)];
      if (!Object.is(lo, hi)) throw new Undecided('how a value is rounded');
      return exactOf(lo);
    },
  };
  return self;
}

const one = real.point(d.one);

/** The integer that a value is. */
function wholeOf(x: Exact): bigint {
  return isNumber(x) ? BigInt(x) : integerOf(x.lo, 'floor');
}

/** Powers are Undecided only where x or y are known to an interval. */
function power(x: Exact, y: Exact, bits: number): Exact {
  if (y === 0) return one;
  if (isNumber(y)) return exactOf(powerOf(towardsOne(x), y));
  const parity = parityOf(y);
  // of zeros, infinities and NaN the exponent decides by its sign and parity
  if (isNumber(x)) return x ** (signOf(y) * (parity === 'odd' ? 1 : 2));
  const isNegative = signOf(x) < 0;
  if (isNegative && parity === 'none') return Number.NaN;
  const base = isNegative ? (negated(x) as real.Interval) : x;
  const corners = [base.lo, base.hi].flatMap((b) => [y.lo, y.hi].map((e) => powerAt(b, e, bits)));
  const size = { lo: corners.map(({ lo }) => lo).reduce(d.minimum), hi: corners.map(({ hi }) => hi).reduce(d.maximum) };
  return isNegative && parity === 'odd' ? negated(size) : size;
}

/** A number on the same side of 1 and -1. */
function towardsOne(x: Exact): number {
  if (isNumber(x)) return x;
  const size = compare(signOf(x) < 0 ? negated(x) : x, one);
  return signOf(x) * (size > 0 ? 2 : size < 0 ? 0.5 : 1);
}

function parityOf(y: real.Interval): 'odd' | 'even' | 'none' {
  if (!isPoint(y)) throw new Undecided('whether an exponent is an integer');
  const e = d.trailingExponent(y.lo);
  return e < 0 ? 'none' : e === 0 ? 'odd' : 'even';
}

/** A positive dyadic to the power of another. */
function powerAt(x: d.Dyadic, y: d.Dyadic, bits: number): real.Interval {
  const leading = d.leadingExponent(x);
  const exponent = (leading + Math.log2(d.toNumber(d.scale(x, -leading)))) * d.toNumber(y);
  if (exponent > beyond) return { lo: d.powerOfTwo(beyond), hi: d.powerOfTwo(beyond + 1) };
  if (exponent < -beyond) return { lo: d.zero, hi: d.powerOfTwo(-beyond) };
  return enclosePower(x, y, bits);
}

/** A dyadic rounded to an integer. */
function integerOf(x: d.Dyadic, mode: Integral): bigint {
  const direction =
    mode === 'nearest-even' ? 'nearest' : mode === 'ceil' ? 'up' : mode === 'floor' ? 'down' : x.m < 0n ? 'up' : 'down';
  const { m, e } = d.roundToQuantum(x, 0, direction);
  return m << BigInt(e);
}

/** A function at a zero, an infinity or NaN. */
function limitOf(f: ElementaryFunction, x: number, bits: number): Exact {
  const value = f.inDoubles(x);
  if (Number.isInteger(value) || !Number.isFinite(value)) return exactOf(value);
  if (x === 0) return functionAt(f, d.zero, bits);
  // the rest is atan of an infinity, as near to its limit as the bits can tell
  const { lo, hi } = enclose(f.name, { m: BigInt(Math.sign(x)), e: 2 * bits }, bits);
  const step = d.powerOfTwo(1 - bits);
  return { lo: d.subtract(lo, step), hi: d.add(hi, step) };
}

/** A function of a value that is neither zero nor infinite. */
function applied(f: ElementaryFunction, x: real.Interval, bits: number): Exact {
  const lo = functionAt(f, x.lo, bits);
  if (isPoint(x)) return lo;
  const hi = functionAt(f, x.hi, bits);
  const slope = slopeOf(f);
  if (Object.is(lo, hi)) return lo;
  const [first, last] = [enclosed(lo), enclosed(hi)];
  if (!first || !last) throw new Undecided(`${f.name} at the edge of its domain`);
  if (slope === 'up') return { lo: first.lo, hi: last.hi };
  if (slope === 'down') return { lo: last.lo, hi: first.hi };
  if (slope !== 1) throw new Undecided(`${f.name} of a value that is known to an interval only`);
  const width = d.subtract(x.hi, x.lo);
  return { lo: d.subtract(first.lo, width), hi: d.add(first.hi, width) };
}

/** A finite value as an interval. */
const enclosed = (x: Exact): real.Interval | undefined =>
  isNumber(x) ? (x === 0 ? real.point(d.zero) : undefined) : x;

/** Arguments beyond this have exponentials beyond every format, and beyond all sums of its numbers. */
const farOut = 12_000;
const beyond = 17_000;

/** A function of a dyadic: NaN outside of its domain. */
export function functionAt(f: ElementaryFunction, x: d.Dyadic, bits: number): Exact {
  const near = d.toNumber(x);
  if (near > (f.vanishesFrom ?? Number.POSITIVE_INFINITY)) return { lo: d.zero, hi: d.powerOfTwo(-beyond) };
  const [least, most] = f.domain ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (near < least || near > most) return Number.NaN;
  if ((near === least || near === most) && !Number.isFinite(f.inDoubles(near))) return f.inDoubles(near);
  if (Math.abs(near) > farOut && Math.abs(f.inDoubles(Math.sign(near) * farOut)) === Number.POSITIVE_INFINITY) {
    const far = { lo: d.powerOfTwo(beyond), hi: d.powerOfTwo(beyond + 1) };
    return f.inDoubles(near) > 0 ? far : { lo: d.negate(far.hi), hi: d.negate(far.lo) };
  }
  if (near < -farOut && f.inDoubles(-farOut) === 0) return { lo: d.zero, hi: d.powerOfTwo(-beyond) };
  return normal(enclose(f.name, x, bits));
}
