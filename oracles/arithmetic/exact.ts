import * as doubles from '../numerics/doubles.ts';
import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { dyadicSum, exactSum } from '../numerics/exact-sum.ts';
import { enclose } from '../numerics/mpfr.ts';
import * as real from '../numerics/real.ts';
import { roundNumber, roundToFloat } from '../numerics/rounding.ts';
import { NotJudged } from '../spec/bad-input.ts';
import type { Arithmetic, Integral } from './arithmetic.ts';
import { type ElementaryFunction, slopeOf } from './functions.ts';
import { bitwise, integral, powerOf } from './machine.ts';
import { beyond, parityOf, powerOfSize } from './powers.ts';

/** A true value: a double if one represents it, always for NaN, infinities and signed zeros; else a closed interval that contains it. */
export type Exact = number | real.Interval;

/** The precision does not suffice for a decision, such as a comparison or a rounding; more bits may. */
export class Undecided extends NotJudged {
  override readonly name = 'Undecided';
}

/** Converts a machine number, or an integer, to a true value. */
export function exactOf(x: number | bigint): Exact {
  if (typeof x === 'number') return x;
  const near = Number(x);
  return Number.isSafeInteger(near) ? near : real.point(d.dyadic(x, 0));
}

const isNumber = (x: Exact): x is number => typeof x === 'number';

/** Returns whether a value is a zero, an infinity or NaN, which intervals do not represent. */
export const isSpecial = (x: Exact): x is number => isNumber(x) && (x === 0 || !Number.isFinite(x));

/** Converts a value that is not special to an interval. */
const intervalOf = (x: Exact): real.Interval => (isNumber(x) ? real.point(d.fromNumber(x)) : x);

/** Normalizes a computed value: a double if one represents it. A zero is +0, like any exact difference (IEEE 754-2019, 6.3). */
function normal(x: real.Real): Exact {
  if (typeof x === 'number' || x.lo !== x.hi) return x;
  // later results depend on the representation of a number: it must not depend on the order of a sum
  const value = d.canonical(x.lo);
  return typeof value === 'number' ? value : real.point(value);
}

/** Σx of finite doubles. */
function sumOfDoubles(xs: Float64Array): Exact {
  // a sum of zeros is -0 only if all of them are -0
  const isMinusZero = Object.is(xs[0], -0) && xs.every((x) => Object.is(x, -0));
  return isMinusZero ? -0 : normal(real.point(exactSum(xs)));
}

const negated = (a: Exact): Exact => (isNumber(a) ? -a : { lo: d.negate(a.hi), hi: d.negate(a.lo) });

/** Returns the sign of a value, -1 or 1; a zero has its own sign. */
function signOf(x: Exact): number {
  if (isNumber(x)) return Math.sign(x) || (Object.is(x, -0) ? -1 : 1);
  if (d.sign(x.lo) < 0 && d.sign(x.hi) > 0) throw new Undecided('the sign of a value');
  return d.sign(x.hi) <= 0 ? -1 : 1;
}

/**
 * Compares two values: -1, 0 or 1; NaN if one is NaN.
 * @throws Undecided if intervals overlap
 */
function compare(a: Exact, b: Exact): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  if (isSpecial(a)) return a === 0 ? -signOf(b) : Math.sign(a);
  if (isSpecial(b)) return b === 0 ? signOf(a) : -Math.sign(b);
  const [x, y] = [intervalOf(a), intervalOf(b)];
  if (d.compare(x.hi, y.lo) < 0) return -1;
  if (d.compare(x.lo, y.hi) > 0) return 1;
  if (real.isPoint(x) && real.isPoint(y)) return 0;
  throw new Undecided('which of two values is greater');
}

const known = new Map<number, Arithmetic<Exact>>();

/**
 * Returns the arithmetic of true values, in which values that are not dyadic have `bits` bits. Comparisons that these do not
 * decide throw {@link Undecided}.
 */
export function exactArithmetic(bits: number): Arithmetic<Exact> {
  const found = known.get(bits) ?? exactlyTo(bits);
  known.set(bits, found);
  return found;
}

function exactlyTo(bits: number): Arithmetic<Exact> {
  const add = (a: Exact, b: Exact): Exact => {
    if (isNumber(a) && isNumber(b)) {
      const sum = doubles.plus(a, b);
      if (sum !== undefined) return sum;
    }
    if (isSpecial(a)) return a === 0 ? b : a;
    if (isSpecial(b)) return b === 0 ? a : b;
    return normal(real.add(intervalOf(a), intervalOf(b), bits));
  };
  const multiply = (a: Exact, b: Exact): Exact => {
    if (isNumber(a) && isNumber(b)) {
      const product = doubles.times(a, b);
      if (product !== undefined) return product;
    }
    if (isSpecial(a)) return a * signOf(b);
    if (isSpecial(b)) return signOf(a) * b;
    return normal(real.multiply(intervalOf(a), intervalOf(b), bits));
  };
  const divide = (a: Exact, b: Exact): Exact => {
    if (isNumber(a) && isNumber(b)) {
      const quotient = doubles.over(a, b);
      if (quotient !== undefined) return quotient;
    }
    if (isSpecial(b)) return signOf(a) / b;
    if (isSpecial(a)) return a * signOf(b);
    signOf(b);
    const divisor = intervalOf(b);
    if (divisor.lo === 0 || divisor.hi === 0) throw new Undecided('whether a divisor is zero');
    return normal(real.divide(intervalOf(a), divisor, bits));
  };
  const sum = (xs: readonly Exact[]): Exact => {
    const numbers = new Float64Array(xs.length);
    const intervals: real.Interval[] = [];
    let special = 0;
    let isMinusZero = xs.length > 0;
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i]!;
      isMinusZero &&= Object.is(x, -0);
      if (!isNumber(x)) intervals.push(x);
      else if (Number.isFinite(x)) numbers[i] = x;
      else special += x;
    }
    if (special !== 0) return special;
    if (isMinusZero) return -0;
    if (intervals.length === 0) return sumOfDoubles(numbers);
    const known = exactSum(numbers);
    const lo = dyadicSum([known, ...intervals.map((x) => x.lo)]);
    if (intervals.every(real.isPoint)) return normal(real.point(lo));
    const hi = dyadicSum([known, ...intervals.map((x) => x.hi)]);
    return { lo: d.roundToBits(lo, bits, 'down'), hi: d.roundToBits(hi, bits, 'up') };
  };
  const choose = (a: Exact, b: Exact, sign: number): Exact => {
    if (isNumber(a) && isNumber(b)) return sign > 0 ? Math.max(a, b) : Math.min(a, b);
    const order = compare(a, b);
    return Number.isNaN(order) ? Number.NaN : order === sign ? a : b;
  };
  const truth = (x: boolean): Exact => Number(x);
  const self: Arithmetic<Exact> = {
    in: () => self,
    of: exactOf,
    from: (x) => x,
    add,
    subtract: (a, b) => add(a, negated(b)),
    multiply,
    divide,
    remainder(a, b) {
      if (isNumber(a) && isNumber(b)) return a % b;
      if (isSpecial(a)) return a === 0 ? a : Number.NaN;
      if (isSpecial(b)) return Math.abs(b) === Number.POSITIVE_INFINITY ? a : Number.NaN;
      const [x, y] = [intervalOf(a), intervalOf(b)];
      if (!real.isPoint(x) || !real.isPoint(y)) {
        throw new Undecided('the remainder of a value that is known to an interval only');
      }
      const e = Math.min(d.partsOf(x.lo).e, d.partsOf(y.lo).e);
      const [m, by] = [x.lo, y.lo].map((value) => d.toInteger(d.scale(value, -e))) as [bigint, bigint];
      const rest = m % by;
      return rest === 0n ? (d.sign(x.lo) < 0 ? -0 : 0) : normal(real.point(d.dyadic(rest, e)));
    },
    power: (x, y) => power(x, y, bits),
    bitwise: (operation, a, b) => exactOf(bitwise[operation](wholeOf(a), wholeOf(b))),
    negate: negated,
    abs: (a) => (isNumber(a) ? Math.abs(a) : signOf(a) < 0 ? negated(a) : a),
    sqrt(a) {
      const root = isNumber(a) ? doubles.root(a) : undefined;
      if (root !== undefined) return root;
      return signOf(a) < 0 ? Number.NaN : normal(real.sqrt(intervalOf(a), bits));
    },
    root(a, degree) {
      if (isSpecial(a)) return a < 0 ? Number.NaN : a;
      return signOf(a) < 0 ? Number.NaN : normal(real.root(intervalOf(a), degree, bits));
    },
    integral(a, mode) {
      if (isNumber(a)) return integral[mode](a);
      const [lo, hi] = [toInteger(a.lo, mode), toInteger(a.hi, mode)];
      if (d.compare(lo, hi) !== 0) throw new Undecided('the integer next to a value');
      return lo === 0 ? signOf(a) * 0 : normal(real.point(lo));
    },
    maximum: (a, b) => choose(a, b, 1),
    minimum: (a, b) => choose(a, b, -1),
    apply: (f, x) => (isSpecial(x) ? limitOf(f, x, bits) : valueOfFunction(f, x, bits)),
    within: (x) => x,
    cancelling: (value) => value,
    bounded: (x) => x,
    held: (x) => x,
    spilled: (x) => x,
    shared: (x) => x,
    either: ([first]) => first(),
    carried: (x) => (isNumber(x) ? x : enclosedFor(x, 8 * bits)),
    factor: (x) => x,
    sum,
    dot(xs, ys) {
      const products = new Float64Array(xs.length);
      for (let i = 0; i < xs.length; i++) {
        const [x, y] = [xs[i]!, ys[i]!];
        const product = isNumber(x) && isNumber(y) ? doubles.times(x, y) : undefined;
        if (product === undefined || !Number.isFinite(product)) return sum(xs.map((x, k) => multiply(x, ys[k]!)));
        products[i] = product;
      }
      return sumOfDoubles(products);
    },
    product: (xs) => asTree(xs, multiply) ?? 1,
    chain: (way, xs) => way.value(self, xs),
    less: (a, b) => truth(compare(a, b) < 0),
    equal: (a, b) => truth(compare(a, b) === 0),
    isNaN: (a) => truth(Number.isNaN(a)),
    select: (condition, yes, no) => (condition === 0 ? no : yes),
    round(a, to, direction) {
      const format = formatOf(to) as FloatFormat;
      if (isNumber(a)) return roundNumber(a, format, direction);
      const [lo, hi] = [roundToFloat(a.lo, format, direction), roundToFloat(a.hi, format, direction)];
      if (!Object.is(lo, hi)) throw new Undecided('how a value is rounded');
      return lo;
    },
  };
  return self;
}

/** The exponent of a magnitude beyond every format, and beyond the results of a few steps with its numbers. */
const mostExponent = 20_000;

/**
 * Limits a value to a number of bits, because repeated products would double their digits, and their exponents, with each step.
 * @throws NotJudged for a value that has left the range of every type
 */
function enclosedFor({ lo, hi }: real.Interval, bits: number): Exact {
  const [least, most] = [lo, hi].map((end) => (end === 0 ? -mostExponent : d.leadingExponent(end))) as [number, number];
  if (Math.max(least, most) > mostExponent) throw new NotJudged('states that overflow every type');
  if (Math.max(least, most) < -mostExponent) {
    const tiny = d.powerOfTwo(-mostExponent);
    return d.sign(hi) > 0 ? { lo: d.zero, hi: tiny } : { lo: d.negate(tiny), hi: d.zero };
  }
  if (d.significantBits(lo) <= bits && d.significantBits(hi) <= bits) return { lo, hi };
  return { lo: d.roundToBits(lo, bits, 'down'), hi: d.roundToBits(hi, bits, 'up') };
}

/** Combines neighbours, then their results, as a tree: multiplication is fastest for factors of equal size. */
function asTree<S>(xs: readonly S[], combine: (a: S, b: S) => S): S | undefined {
  if (xs.length < 2) return xs[0];
  const pairs = Array.from({ length: xs.length >> 1 }, (_, i) => combine(xs[2 * i]!, xs[2 * i + 1]!));
  return asTree(xs.length % 2 === 0 ? pairs : [...pairs, xs.at(-1)!], combine);
}

/** Converts a value that is an integer. */
function wholeOf(x: Exact): bigint {
  if (isNumber(x)) return BigInt(x);
  return d.toInteger(x.lo);
}

/**
 * Returns x to the power of y.
 * @throws Undecided only if x or y is an interval
 */
function power(x: Exact, y: Exact, bits: number): Exact {
  if (y === 0) return 1;
  if (isSpecial(y)) return powerOf(towardsOne(x), y);
  const isNegative = signOf(x) < 0;
  const parity = isNegative ? parityOf(intervalOf(y)) : 'even';
  if (!parity) throw new Undecided('whether an exponent is an integer');
  // for zeros, infinities and NaN only the sign and parity of the exponent matter
  if (isSpecial(x)) return x ** (signOf(y) * (parity === 'odd' ? 1 : 2));
  if (isNegative && parity === 'none') return Number.NaN;
  const base = intervalOf(isNegative ? negated(x) : x);
  if (base.lo === 0) throw new Undecided('whether a base is zero');
  const size = powerOfSize(base, intervalOf(y), bits);
  const result = real.isPoint(size) ? normal(real.point(size.lo)) : size;
  return isNegative && parity === 'odd' ? negated(result) : result;
}

/** Returns a number that lies on the same side of 1 and -1 as a value. */
function towardsOne(x: Exact): number {
  if (isNumber(x)) return x;
  const size = compare(signOf(x) < 0 ? negated(x) : x, 1);
  return signOf(x) * (size > 0 ? 2 : size < 0 ? 0.5 : 1);
}

/** Rounds a dyadic to an integer. */
export function toInteger(x: d.Dyadic, mode: Integral): d.Dyadic {
  const nearZero = d.sign(x) < 0 ? 'up' : 'down';
  const direction = { floor: 'down', ceil: 'up', truncate: nearZero, 'nearest-even': 'nearest' } as const;
  return d.roundToQuantum(x, 0, direction[mode]);
}

/** Returns the value of a function at a zero, an infinity or NaN. */
export function limitOf(f: ElementaryFunction, x: number, bits: number): Exact {
  const value = f.inDoubles(x);
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  if (x === 0) return functionAt(f, d.zero, bits);
  // the only other case is atan of an infinity, as close to its limit as the precision shows
  const { lo, hi } = enclose(f.name, d.dyadic(BigInt(Math.sign(x)), 2 * bits), bits);
  const step = d.powerOfTwo(1 - bits);
  return { lo: d.subtract(lo, step), hi: d.add(hi, step) };
}

/** Returns the value of a function for an argument that is neither zero nor infinite. */
function valueOfFunction(f: ElementaryFunction, value: Exact, bits: number): Exact {
  const x = intervalOf(value);
  const lo = functionAt(f, x.lo, bits);
  if (real.isPoint(x)) return lo;
  const hi = functionAt(f, x.hi, bits);
  const slope = slopeOf(f);
  if (Object.is(lo, hi)) return lo;
  if (![lo, hi].every(isFiniteValue)) throw new Undecided(`${f.name} at the edge of its domain`);
  const [first, last] = [enclosed(lo), enclosed(hi)];
  if (slope === 'up') return { lo: first.lo, hi: last.hi };
  if (slope === 'down') return { lo: last.lo, hi: first.hi };
  if (slope !== 1) throw new Undecided(`${f.name} of a value that is known to an interval only`);
  const width = d.subtract(x.hi, x.lo);
  return { lo: d.subtract(first.lo, width), hi: d.add(first.hi, width) };
}

const isFiniteValue = (x: Exact): boolean => !isNumber(x) || Number.isFinite(x);

/** Converts a finite value to an interval. */
export const enclosed = (x: Exact): real.Interval => (x === 0 ? real.point(d.zero) : intervalOf(x));

/** Exponentials of arguments beyond this exceed every format, and all sums of its numbers. */
const farOut = 12_000;

/** Returns the value of a function for a dyadic argument; NaN outside its domain. */
export function functionAt(f: ElementaryFunction, x: d.Dyadic, bits: number): Exact {
  const near = d.toNumber(x);
  if (near > (f.vanishesFrom ?? Number.POSITIVE_INFINITY)) return { lo: d.zero, hi: d.powerOfTwo(-beyond) };
  const [least, most] = f.domain ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  // the nearest double of an argument may be an edge of the domain though the argument is not; an argument beyond all doubles
  // is not an infinity
  const isAtEdge = Number.isFinite(near) && (near === least || near === most);
  const side = isAtEdge ? d.compare(x, d.fromNumber(near)) : 0;
  if (near < least || near > most || (near === least && side < 0) || (near === most && side > 0)) return Number.NaN;
  const value = f.inDoubles(near);
  if (isAtEdge && side === 0 && !Number.isFinite(value)) return value;
  if (Math.abs(near) > farOut && Math.abs(f.inDoubles(Math.sign(near) * farOut)) === Number.POSITIVE_INFINITY) {
    const far = { lo: d.powerOfTwo(beyond), hi: d.powerOfTwo(beyond + 1) };
    return value > 0 ? far : { lo: d.negate(far.hi), hi: d.negate(far.lo) };
  }
  if (near < -farOut && f.inDoubles(-farOut) === 0) return { lo: d.zero, hi: d.powerOfTwo(-beyond) };
  const size = Math.abs(value);
  const isQuick = bits <= (f.bitsInDoubles ?? 0) && size > 2 ** -900 && size < 2 ** 900 && !Number.isInteger(value);
  if (isQuick && d.compare(d.fromNumber(near), x) === 0) {
    const error = size * 2 ** -f.bitsInDoubles!;
    const [lowest, highest] = f.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return {
      lo: d.fromNumber(Math.max(value - error, lowest)),
      hi: d.fromNumber(Math.min(value + error, highest)),
    };
  }
  return normal(enclose(f.name, x, bits));
}
