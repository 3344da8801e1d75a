import * as doubles from '../numerics/doubles.ts';
import { type DType, type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { largestFinite, roundDouble, roundNumber } from '../numerics/rounding.ts';
import { NotJudged } from '../spec/bad-input.ts';
import type { Arithmetic } from './arithmetic.ts';
import { type Exact, enclosed, exactArithmetic, isSpecial, toInteger, Undecided } from './exact.ts';
import { beyondEveryFormat, functionBound } from './function-bounds.ts';
import { integral } from './machine.ts';
import { aroundPower, powersOf } from './power-bounds.ts';
import { productInAnyOrder, productOf, sumBound } from './sum-bounds.ts';
import {
  bitsOfEnds,
  boundOf,
  empty,
  hasZero,
  hull,
  isInfinite,
  isOnlyZero,
  magnitudes,
  partsOf,
  quantumOf,
  rounded,
  roundStored,
  type Signs,
  signsOf,
  signsOfProduct,
  spanOf,
  splitAtZero,
  touchesZero,
  union,
  unionOf,
  unroundedSpan,
  type ValueSet,
  type ValueSpan,
  widenByAccuracy,
} from './value-set.ts';

const known = new Map<string, Arithmetic<ValueSet>>();

/**
 * Returns the arithmetic of bounds: all results of evaluations in a float type, or in any wider one.
 * @param least the narrowest type of computation, even if a kernel requests a narrower one
 * @param factors the format to which factors of sums of products may be rounded, in any direction
 */
export function boundsIn(format: FloatFormat, least?: FloatFormat, factors?: FloatFormat): Arithmetic<ValueSet> {
  const { name, precision, minExponent } = format;
  const key = `${name} ${precision} ${minExponent} ${least?.name} ${least?.precision} ${factors?.precision}`;
  const found = known.get(key) ?? boundsOf(format, least, factors);
  known.set(key, found);
  return found;
}

function boundsOf(
  format: FloatFormat,
  least: FloatFormat | undefined,
  factors: FloatFormat | undefined,
): Arithmetic<ValueSet> {
  const bits = bitsOfEnds(format);
  const isHeld = (x: number): boolean =>
    x === 0 || !Number.isFinite(x) || format.precision >= 53 || roundDouble(x, format) === x;
  const operand = (x: ValueSet): ValueSpan => {
    const span = spanOf(x);
    return span.isRounded ? span : rounded(span, format);
  };
  /** combines two operands: numbers in doubles, if the result is exact; else spans */
  const on =
    (onNumbers: (a: number, b: number) => number | undefined, onSpans: (a: ValueSpan, b: ValueSpan) => ValueSet) =>
    (a: ValueSet, b: ValueSet): ValueSet => {
      if (typeof a === 'number' && typeof b === 'number') {
        const result = onNumbers(a, b);
        if (result !== undefined)
          return isHeld(result) ? result : unroundedSpan({ finite: real.point(d.fromNumber(result)) });
      }
      return onSpans(operand(a), operand(b));
    };

  const add = on(doubles.plus, (a, b) => {
    const finite = a.finite && b.finite && (real.add(a.finite, b.finite, bits) as real.Interval);
    const cancels = finite !== undefined && real.holdsZero(finite) && !(isOnlyZero(a) && isOnlyZero(b));
    return unroundedSpan({
      finite,
      plusZero: cancels || (a.plusZero && hasZero(b)) || (b.plusZero && hasZero(a)),
      minusZero: a.minusZero && b.minusZero,
      plusInfinity: (a.plusInfinity && mayMeet(b, 'plusInfinity')) || (b.plusInfinity && mayMeet(a, 'plusInfinity')),
      minusInfinity:
        (a.minusInfinity && mayMeet(b, 'minusInfinity')) || (b.minusInfinity && mayMeet(a, 'minusInfinity')),
      nan: a.nan || b.nan || (a.plusInfinity && b.minusInfinity) || (a.minusInfinity && b.plusInfinity),
    });
  });
  const multiplied = on(doubles.times, (a, b) => {
    if (areNonzero(a) && areNonzero(b)) {
      const finite = real.multiply(a.finite, b.finite, bits) as real.Interval;
      return unroundedSpan({ finite, smallest: smallestOf(a, b, real.multiply) });
    }
    const finite = a.finite && b.finite && (real.multiply(a.finite, b.finite, bits) as real.Interval);
    const signed = signsOfProduct(signsOf(a), signsOf(b));
    const [zeroA, zeroB] = [hasZero(a), hasZero(b)];
    const infinite = (isInfinite(a) && mayBeNonzero(b)) || (isInfinite(b) && mayBeNonzero(a));
    const zero = (zeroA && b.finite !== undefined) || (zeroB && a.finite !== undefined);
    return unroundedSpan({
      finite,
      smallest: smallestOf(a, b, real.multiply),
      plusZero: zero && zeroSign(a, b, true),
      minusZero: zero && zeroSign(a, b, false),
      plusInfinity: infinite && signed.plus,
      minusInfinity: infinite && signed.minus,
      nan: a.nan || b.nan || (zeroA && isInfinite(b)) || (zeroB && isInfinite(a)),
    });
  });
  /** a square is never negative */
  const multiply = (x: ValueSet, y: ValueSet): ValueSet =>
    Object.is(x, y) ? multiplied(abs(x), abs(x)) : multiplied(x, y);
  const divide = on(doubles.over, (a, b) => {
    const [s, t] = [signsOf(a), signsOf(b)];
    const signed = signsOfProduct(s, t);
    const zeroB = b.finite !== undefined && touchesZero(b);
    // a divisor may be arbitrarily close to zero
    const sides = a.finite && b.finite ? splitAtZero(b.finite) : [];
    let finite = hull(sides.map((side) => real.divide(a.finite!, side, bits) as real.Interval));
    const dies = a.finite !== undefined && isInfinite(b);
    const zeroResult =
      (hasZero(a) && b.finite !== undefined && !isOnlyZero(b)) || (hasZero(a) && isInfinite(b)) || dies;
    if (dies || zeroResult) finite = hull([finite, real.point(d.zero)]);
    const grows = (isInfinite(a) && b.finite !== undefined) || (zeroB && (s.positive || s.negative));
    return unroundedSpan({
      finite,
      smallest: smallestOf(a, b, real.divide),
      plusZero: zeroResult && signed.plus,
      minusZero: zeroResult && signed.minus,
      plusInfinity: grows && signed.plus,
      minusInfinity: grows && signed.minus,
      nan: a.nan || b.nan || (isInfinite(a) && isInfinite(b)) || (hasZero(a) && zeroB),
    });
  });
  const negate = (x: ValueSet): ValueSet =>
    typeof x === 'number'
      ? -x
      : {
          finite: x.finite && { lo: d.negate(x.finite.hi), hi: d.negate(x.finite.lo) },
          isRounded: x.isRounded,
          plusZero: x.minusZero,
          minusZero: x.plusZero,
          plusInfinity: x.minusInfinity,
          minusInfinity: x.plusInfinity,
          nan: x.nan,
          smallest: x.smallest,
        };
  const abs = (x: ValueSet): ValueSet =>
    typeof x === 'number'
      ? Math.abs(x)
      : {
          ...x,
          finite: x.finite && magnitudes(x.finite),
          plusZero: hasZero(x),
          minusZero: false,
          plusInfinity: isInfinite(x),
          minusInfinity: false,
        };
  // either of two zeros may be returned
  const greater = (a: number, b: number) => (a === b && !Object.is(a, b) ? undefined : Math.max(a, b));
  const maximum = on(greater, (a, b) => {
    const finite = hull([
      a.finite && b.finite && { lo: d.maximum(a.finite.lo, b.finite.lo), hi: d.maximum(a.finite.hi, b.finite.hi) },
      b.minusInfinity ? a.finite : undefined,
      a.minusInfinity ? b.finite : undefined,
    ]);
    const zero = finite !== undefined && real.holdsZero(finite);
    return {
      ...empty,
      finite,
      plusZero: zero && (a.plusZero || b.plusZero),
      minusZero: zero && (a.minusZero || b.minusZero),
      plusInfinity: a.plusInfinity || b.plusInfinity,
      minusInfinity: a.minusInfinity && b.minusInfinity,
      nan: a.nan || b.nan,
    };
  });
  const truth = (may: boolean, mayNot: boolean): ValueSet =>
    may && mayNot ? { ...empty, finite: { lo: d.zero, hi: d.one }, plusZero: true } : Number(may);
  const order = (a: ValueSpan, b: ValueSpan) => {
    const [x, y] = [extent(a), extent(b)];
    return {
      less: compareEnds(x.lo, y.hi) < 0,
      notLess: compareEnds(x.hi, y.lo) >= 0,
      same: compareEnds(x.lo, y.hi) <= 0 && compareEnds(y.lo, x.hi) <= 0,
      different: !(compareEnds(x.lo, x.hi) === 0 && compareEnds(y.lo, y.hi) === 0 && compareEnds(x.lo, y.lo) === 0),
    };
  };
  /** Returns the format of computation if a kernel requests a type; `undefined` for a type that is not a float. */
  const formatIn = (dtype: DType): FloatFormat | undefined => {
    const other = formatOf(dtype);
    if (other.kind !== 'float') return undefined;
    return least && least.precision > other.precision ? least : other;
  };
  const hasNumber = (a: ValueSpan) => a.finite !== undefined || isInfinite(a);
  const rootOf = (a: ValueSpan, degree: number): ValueSpan => {
    const { finite } = a;
    const root =
      finite &&
      d.sign(finite.hi) >= 0 &&
      (real.root({ lo: d.maximum(finite.lo, d.zero), hi: finite.hi }, degree, bits) as real.Interval);
    return unroundedSpan({
      finite: root || undefined,
      plusZero: a.plusZero,
      minusZero: a.minusZero,
      plusInfinity: a.plusInfinity,
      nan: a.nan || a.minusInfinity || (finite !== undefined && d.sign(finite.lo) < 0),
    });
  };
  const self: Arithmetic<ValueSet> = {
    in: (dtype) => {
      const other = formatIn(dtype);
      return other ? boundsIn(other, least, factors) : self;
    },
    of(x) {
      const constant = boundOf(x);
      if (typeof constant !== 'number' || isHeld(constant)) return constant;
      // a constant beyond the range is kept in a wider type
      return { ...spanOf(constant), isRounded: Math.abs(constant) > largestFinite(format) };
    },
    from(x, of) {
      if (typeof x === 'number') return isHeld(x) ? x : { ...spanOf(x), isRounded: false };
      const other = of && formatIn(of);
      return { ...(other && !x.isRounded ? rounded(x, other) : x), isRounded: false };
    },
    add,
    subtract: (a, b) => add(a, negate(b)),
    multiply,
    divide,
    remainder: on(
      (a, b) => a % b,
      (a, b) => remaindersOf(a, b, bits),
    ),
    power: on(
      // 1 in every evaluation: IEEE 754-2019, 9.2.1, and C's pow, which the published accuracy is about
      (x, y) => (x === 1 || y === 0 ? 1 : undefined),
      (a, b) => powersOf(a, b, format, bits),
    ),
    bitwise: () => {
      throw new NotJudged('bits of integers that depend on rounding');
    },
    negate,
    abs,
    sqrt: (x) => {
      const exact = typeof x === 'number' ? doubles.root(x) : undefined;
      return exact !== undefined && isHeld(exact) ? exact : rootOf(operand(x), 2);
    },
    root: (x, degree) => {
      const { finite, ...rest } = rootOf(operand(x), degree);
      // computed as a power, the root of -0 is +0
      const found = { ...rest, plusZero: hasZero(rest) };
      return finite ? { ...found, finite: aroundPower(finite, format) } : found;
    },
    integral: (x, mode) => {
      if (typeof x === 'number') return integral[mode](x);
      const a = operand(x);
      if (!a.finite) return a;
      const finite = { lo: toInteger(a.finite.lo, mode), hi: toInteger(a.finite.hi, mode) };
      const zero = real.holdsZero(finite);
      const { plus, minus } = signsOf(a);
      return { ...a, finite, plusZero: zero && plus, minusZero: zero && minus };
    },
    maximum,
    minimum: (a, b) => negate(maximum(negate(a), negate(b))),
    apply: (f, x) => functionBound(f, x, format),
    // an exact 0 comes only from infinities: C's Annex F requires it, and the published accuracies build on that
    within: (x, accuracy) => (x === 0 ? x : widenByAccuracy(x, accuracy, format)),
    cancelling: (value, formula) => notNegative(operand(value), operand(formula), format),
    bounded: (x, least, most) => {
      if (typeof x === 'number') return x;
      const [above, below] = [least === Number.NEGATIVE_INFINITY, most === Number.POSITIVE_INFINITY];
      const lo = (end: d.Dyadic) => (above ? end : d.maximum(end, d.fromNumber(least)));
      const hi = (end: d.Dyadic) => (below ? end : d.minimum(end, d.fromNumber(most)));
      const finite = x.finite && { lo: lo(x.finite.lo), hi: hi(x.finite.hi) };
      return { ...x, finite, minusInfinity: x.minusInfinity && above, plusInfinity: x.plusInfinity && below };
    },
    held: (x) => {
      if (typeof x === 'number' || !x.finite) return x;
      return { ...operand(x), plusInfinity: false, minusInfinity: false, nan: false };
    },
    spilled: (x) => {
      const { plusInfinity, minusInfinity, nan } = operand(x);
      return plusInfinity || minusInfinity || nan ? { ...empty, plusInfinity, minusInfinity, nan } : x;
    },
    shared: (x) => x,
    either: (ways) => unionOf(ways.map((way) => way())),
    carried: (x) => (typeof x === 'number' ? x : withinEveryRange(operand(x))),
    factor: (x) => (!factors || isHeldIn(factors, x) ? x : asFactor(operand(x), factors)),
    sum: (xs) =>
      sumBound(
        xs.map((x) => (typeof x === 'number' ? x : operand(x))),
        format,
      ),
    dot: (xs, ys) => {
      let areHeld = true;
      const products = xs.map((x, i): ValueSet => {
        const y = ys[i]!;
        const exact = typeof x === 'number' && typeof y === 'number' ? doubles.times(x, y) : undefined;
        const product = exact ?? multiply(x, y);
        areHeld &&= typeof product === 'number' && isHeld(product);
        return product;
      });
      return sumBound(products, format, !areHeld);
    },
    product: (xs) => {
      if (xs.length < 3) return xs.reduce(multiply, 1);
      if (xs.every((x) => typeof x === 'number')) return productOf(xs, format);
      return productInAnyOrder(xs.reduce(multiply), xs.map(operand), format);
    },
    chain: (way, xs) => {
      if ('together' in way) return way.together(self, xs);
      if (xs.every((x) => typeof x === 'number')) return way.bound(xs, format);
      return xs.reduce((soFar, x, count) => way.step(self, soFar, x, count));
    },
    less: on(
      (a, b) => Number(a < b),
      (a, b) => {
        if (!hasNumber(a) || !hasNumber(b)) return 0;
        const { less, notLess } = order(a, b);
        return truth(less, notLess || a.nan || b.nan);
      },
    ),
    equal: on(
      (a, b) => Number(a === b),
      (a, b) => {
        if (!hasNumber(a) || !hasNumber(b)) return 0;
        const { same, different } = order(a, b);
        return truth(same, different || a.nan || b.nan);
      },
    ),
    isNaN: (x) => (typeof x === 'number' ? Number(Number.isNaN(x)) : truth(x.nan, hasNumber(x))),
    select: (condition, yes, no) =>
      typeof condition === 'number' ? (condition === 0 ? no : yes) : union(operand(yes), operand(no)),
    round: (x, to, direction) => {
      const target = formatOf(to) as FloatFormat;
      if (typeof x === 'number') return roundNumber(x, target, direction);
      // the operand has another type: its ends are rounded to nearest, like all values between them
      return roundStored({ ...operand(x), isRounded: false }, target, direction);
    },
  };
  return self;
}

/** Limits the ends of a value for the next step: beyond every format they become infinities, and close to zero they may be zero. */
function withinEveryRange(x: ValueSpan): ValueSet {
  if (!x.finite) return x;
  const most = beyondEveryFormat;
  const tiny = d.powerOfTwo(-20_000);
  const inside = (end: d.Dyadic, outwards: -1 | 1): d.Dyadic => {
    const size = d.abs(end);
    if (d.compare(size, most) > 0) return d.sign(end) > 0 ? most : d.negate(most);
    if (end === 0 || d.compare(size, tiny) >= 0) return end;
    return d.sign(end) !== outwards ? d.zero : outwards > 0 ? tiny : d.negate(tiny);
  };
  const { lo, hi } = x.finite;
  const { smallest: _, ...rest } = x;
  return {
    ...rest,
    finite: { lo: inside(lo, -1), hi: inside(hi, 1) },
    plusInfinity: x.plusInfinity || d.compare(hi, most) > 0,
    minusInfinity: x.minusInfinity || d.compare(lo, d.negate(most)) < 0,
  };
}

/**
 * Returns the bounds of a remainder. For intervals, only its sign, that of the dividend, and its size, at most that of either
 * operand, are known.
 */
function remaindersOf(a: ValueSpan, b: ValueSpan, bits: number): ValueSet {
  const { plus, minus } = signsOf(a);
  const least = [a, b].map(({ finite }) => (finite ? magnitudes(finite).hi : beyondEveryFormat)).reduce(d.minimum);
  const open = unroundedSpan({
    finite: { lo: minus ? d.negate(least) : d.zero, hi: plus ? least : d.zero },
    plusZero: plus,
    minusZero: minus,
    nan: touchesZero(b),
  });
  const remainderOf = (x: Exact, y: Exact): ValueSet => {
    try {
      const rest = exactArithmetic(bits).remainder(x, y);
      return isSpecial(rest) ? rest : unroundedSpan({ finite: enclosed(rest) });
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      return open;
    }
  };
  return unionOf(partsOf(a).flatMap((x) => partsOf(b).map((y) => remainderOf(x, y))));
}

/** Returns the bounds of a formula that cancels digits, for a value that is not negative. */
function notNegative(
  value: ValueSpan,
  { finite = value.finite, nan }: ValueSpan,
  { minExponent }: FloatFormat,
): ValueSet {
  // if the value is positive, the result is not 0, so that it can be divided by
  const isPositive = value.finite !== undefined && d.sign(value.finite.lo) > 0;
  const least = isPositive ? d.powerOfTwo(minExponent) : d.zero;
  return {
    ...empty,
    finite: finite && { lo: d.maximum(finite.lo, least), hi: d.maximum(finite.hi, least) },
    plusZero: finite !== undefined && d.sign(finite.lo) <= 0 && !isPositive,
    plusInfinity: value.plusInfinity,
    nan: value.nan || (value.plusInfinity && nan),
  };
}

/** Returns the bounds of a factor that is unchanged or rounded to a format of fewer bits. */
const asFactor = ({ smallest: _, ...x }: ValueSpan, format: FloatFormat): ValueSet => rounded(x, format);

/** Returns whether a number is unchanged by rounding to a format of fewer bits. */
function isHeldIn(format: FloatFormat, x: ValueSet): boolean {
  if (typeof x !== 'number' || x === 0 || !Number.isFinite(x)) return typeof x === 'number';
  const exactly = d.fromNumber(x);
  return d.trailingExponent(exactly) >= quantumOf(exactly, format);
}

/** Returns whether a bound contains only finite numbers, and no zeros. */
const areNonzero = (x: ValueSpan): x is ValueSpan & { readonly finite: real.Interval } =>
  x.finite !== undefined && !hasZero(x) && !isInfinite(x) && !x.nan;
/** Returns whether an infinity plus this value can still be infinite. */
const mayMeet = (x: ValueSpan, infinity: 'plusInfinity' | 'minusInfinity'): boolean =>
  x[infinity] || x.finite !== undefined;
/** Returns whether an infinity times this value can still be infinite. */
const mayBeNonzero = (x: ValueSpan): boolean => isInfinite(x) || (x.finite !== undefined && !isOnlyZero(x));

/** Returns whether a product that is zero because of a zero factor may have this sign. */
function zeroSign(a: ValueSpan, b: ValueSpan, plus: boolean): boolean {
  const zeroOf = ({ plusZero, minusZero }: ValueSpan): Signs => ({ plus: plusZero, minus: minusZero });
  const one = signsOfProduct(zeroOf(a), signsOf(b));
  const other = signsOfProduct(signsOf(a), zeroOf(b));
  return plus ? one.plus || other.plus : one.minus || other.minus;
}

/** Returns the ends of all numbers in a bound, infinities included. */
function extent({ finite, plusInfinity, minusInfinity }: ValueSpan): {
  readonly lo: real.Real;
  readonly hi: real.Real;
} {
  const lo = minusInfinity ? Number.NEGATIVE_INFINITY : finite ? real.point(finite.lo) : Number.POSITIVE_INFINITY;
  const hi = plusInfinity ? Number.POSITIVE_INFINITY : finite ? real.point(finite.hi) : Number.NEGATIVE_INFINITY;
  return { lo, hi };
}

function compareEnds(a: real.Real, b: real.Real): number {
  if (typeof a === 'number') return typeof b === 'number' ? Math.sign(a - b || 0) : Math.sign(a);
  return typeof b === 'number' ? -Math.sign(b) : d.compare(a.lo, b.lo);
}

/** Returns the least magnitude of the result of an operation, if the second operand is a single number. */
function smallestOf(
  a: ValueSpan,
  b: ValueSpan,
  operation: (a: real.Real, b: real.Real) => real.Real,
): d.Dyadic | undefined {
  if (!a.smallest || !b.finite || !real.isPoint(b.finite) || b.finite.lo === 0) return undefined;
  const by = real.point(d.abs(b.finite.lo));
  return (operation(real.point(a.smallest), by) as real.Interval).lo;
}
