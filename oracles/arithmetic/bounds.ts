import { type DType, type FloatFormat, type Format, formatOf, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { dyadicSum } from '../numerics/exact-sum.ts';
import * as real from '../numerics/real.ts';
import { largestFinite, overflowThreshold, roundToFloat } from '../numerics/rounding.ts';
import type { Arithmetic } from './arithmetic.ts';
import { type Exact, exactArithmetic, functionAt, Undecided } from './exact.ts';
import { type Accuracy, type ElementaryFunction, powerAccuracy, slopeOf, ulpsIn } from './functions.ts';

/**
 * Every value that some legal evaluation can return, in the type of the arithmetic or in any wider one: an interval of
 * finite values, and which special ones. Intervals hold errors of evaluation only (inputs are points), so that they compose
 * through any kernel: what they forget of how values belong together is of second order.
 */
export interface Bound {
  /** the finite values; absent if there are none */
  readonly finite?: real.Interval;
  /** these are machine numbers already; else the last operation has still to be rounded, or is not if it is fused with the next */
  readonly isRounded: boolean;
  /** zeros among them, by sign, that are exactly so; those that an underflow leaves follow from the interval */
  readonly plusZero: boolean;
  readonly minusZero: boolean;
  readonly plusInfinity: boolean;
  readonly minusInfinity: boolean;
  readonly nan: boolean;
}

const empty: Bound = {
  isRounded: true,
  plusZero: false,
  minusZero: false,
  plusInfinity: false,
  minusInfinity: false,
  nan: false,
};

/** A machine number, or an integer, as the only value. */
export function boundOf(x: number | bigint): Bound {
  if (typeof x === 'bigint') return { ...empty, finite: real.point({ m: x, e: 0 }), plusZero: x === 0n };
  if (Number.isNaN(x)) return { ...empty, nan: true };
  if (x === Number.POSITIVE_INFINITY) return { ...empty, plusInfinity: true };
  if (x === Number.NEGATIVE_INFINITY) return { ...empty, minusInfinity: true };
  const plusZero = Object.is(x, 0);
  const minusZero = Object.is(x, -0);
  return { ...empty, finite: real.point(d.fromNumber(x)), plusZero, minusZero };
}

/** All values of both. */
export function union(a: Bound, b: Bound): Bound {
  return {
    ...finitePart(hull([a.finite, b.finite])),
    isRounded: a.isRounded && b.isRounded,
    plusZero: a.plusZero || b.plusZero,
    minusZero: a.minusZero || b.minusZero,
    plusInfinity: a.plusInfinity || b.plusInfinity,
    minusInfinity: a.minusInfinity || b.minusInfinity,
    nan: a.nan || b.nan,
  };
}

const finitePart = (finite: real.Interval | undefined) => (finite ? { finite } : {});

function hull(parts: readonly (real.Interval | undefined)[]): real.Interval | undefined {
  const there = parts.filter((part) => part !== undefined);
  if (there.length < 2) return there[0];
  return { lo: there.map(({ lo }) => lo).reduce(d.minimum), hi: there.map(({ hi }) => hi).reduce(d.maximum) };
}

/** What is known of a result before it is rounded. */
const unrounded = (part: Partial<Bound>): Bound => ({ ...empty, isRounded: false, ...part });

/** Signs of the values, finite or not: is there a positive one, a negative one, a zero of either sign? */
function signsOf({ finite, plusZero, minusZero, plusInfinity, minusInfinity }: Bound) {
  return {
    positive: plusInfinity || (finite !== undefined && finite.hi.m > 0n),
    negative: minusInfinity || (finite !== undefined && finite.lo.m < 0n),
    zero: plusZero || minusZero,
    plus: plusZero || plusInfinity || (finite !== undefined && finite.hi.m > 0n),
    minus: minusZero || minusInfinity || (finite !== undefined && finite.lo.m < 0n),
  };
}

const isInfinite = ({ plusInfinity, minusInfinity }: Bound): boolean => plusInfinity || minusInfinity;
const isPoint = ({ lo, hi }: real.Interval): boolean => lo === hi || d.compare(lo, hi) === 0;
const known = new Map<string, Arithmetic<Bound>>();

/** What is in a bound, taken apart: special values, zeros, and the other finite ones together. */
function partsOf(x: Bound): Exact[] {
  return [
    ...(x.finite && !onlyZero(x) ? [x.finite] : []),
    ...(x.plusZero ? [0] : []),
    ...(x.minusZero ? [-0] : []),
    ...(x.plusInfinity ? [Number.POSITIVE_INFINITY] : []),
    ...(x.minusInfinity ? [Number.NEGATIVE_INFINITY] : []),
    ...(x.nan ? [Number.NaN] : []),
  ];
}

/**
 * An operation on every part of a with every part of b. `widen` adds the error that an evaluation may have; where
 * intervals are too wide to say anything of, `otherwise` does.
 */
function ofPairs(
  a: Bound,
  b: Bound,
  operation: (x: Exact, y: Exact) => Exact,
  widen: (x: real.Interval) => real.Interval,
  otherwise: () => Partial<Bound>,
): Bound {
  const results = partsOf(a).flatMap((x) =>
    partsOf(b).map((y) => {
      try {
        const value = operation(x, y);
        return typeof value === 'number' ? boundOf(value) : unrounded({ finite: widen(value) });
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        return unrounded(otherwise());
      }
    }),
  );
  return results.reduce(union);
}

/** Numbers of at most that size. */
const within = (size: d.Dyadic): real.Interval => ({ lo: d.negate(size), hi: size });

const everyNumber = { plusZero: true, minusZero: true, plusInfinity: true, minusInfinity: true };

/**
 * The bounds of evaluations in a float type, or in any wider one.
 * @param least where a kernel asks for another type, this one at least is computed in
 */
export function boundsIn(format: FloatFormat, least?: FloatFormat): Arithmetic<Bound> {
  const name = `${format.name} ${least?.name}`;
  const found = known.get(name) ?? boundsOf(format, least);
  known.set(name, found);
  return found;
}

function boundsOf(format: FloatFormat, least: FloatFormat | undefined): Arithmetic<Bound> {
  /** bits that quotients and roots carry: rounding them outward once more does not show */
  const bits = 2 * format.precision + 64;
  const precisely = exactArithmetic(bits);
  const operand = (x: Bound): Bound => (x.isRounded ? x : rounded(x, format));
  /** an operation on two operands */
  const on =
    (operation: (a: Bound, b: Bound) => Bound) =>
    (a: Bound, b: Bound): Bound =>
      operation(operand(a), operand(b));

  const add = on((a, b) => {
    const finite = a.finite && b.finite && { lo: d.add(a.finite.lo, b.finite.lo), hi: d.add(a.finite.hi, b.finite.hi) };
    const cancels = finite !== undefined && finite.lo.m <= 0n && finite.hi.m >= 0n && !(onlyZero(a) && onlyZero(b));
    return unrounded({
      ...finitePart(finite),
      plusZero: cancels || (a.plusZero && hasZero(b)) || (b.plusZero && hasZero(a)),
      minusZero: a.minusZero && b.minusZero,
      plusInfinity: (a.plusInfinity && !onlyMinusInfinity(b)) || (b.plusInfinity && !onlyMinusInfinity(a)),
      minusInfinity: (a.minusInfinity && !onlyPlusInfinity(b)) || (b.minusInfinity && !onlyPlusInfinity(a)),
      nan: a.nan || b.nan || (a.plusInfinity && b.minusInfinity) || (a.minusInfinity && b.plusInfinity),
    });
  });
  const multiplied = on((a, b) => {
    const finite = a.finite && b.finite && (real.multiply(a.finite, b.finite, bits) as real.Interval);
    const [s, t] = [signsOf(a), signsOf(b)];
    const [zeroA, zeroB] = [hasZero(a), hasZero(b)];
    const [infinite, finiteOrNot] = [isInfinite(a) || isInfinite(b), true];
    const signed = signsOfProduct(s, t);
    return unrounded({
      ...finitePart(finite),
      plusZero: ((zeroA && b.finite !== undefined) || (zeroB && a.finite !== undefined)) && zeroSign(a, b, true),
      minusZero: ((zeroA && b.finite !== undefined) || (zeroB && a.finite !== undefined)) && zeroSign(a, b, false),
      plusInfinity: infinite && finiteOrNot && signed.plus,
      minusInfinity: infinite && finiteOrNot && signed.minus,
      nan: a.nan || b.nan || (zeroA && isInfinite(b)) || (zeroB && isInfinite(a)),
    });
  });
  /** no square is negative */
  const square = (x: Bound): Bound => multiplied(abs(x), abs(x));
  const multiply = (x: Bound, y: Bound): Bound => (x === y ? square(x) : multiplied(x, y));
  const reciprocalSafe = (b: Bound) => b.finite !== undefined && (b.finite.lo.m > 0n || b.finite.hi.m < 0n);
  const divide = on((a, b) => {
    const [s, t] = [signsOf(a), signsOf(b)];
    const signed = signsOfProduct(s, t);
    const zeroB = b.finite !== undefined && !reciprocalSafe(b);
    let finite: real.Interval | undefined;
    if (a.finite && reciprocalSafe(b)) finite = real.divide(a.finite, b.finite!, bits) as real.Interval;
    // a divisor that may come as near to zero as it likes
    else if (a.finite && b.finite && !onlyZero(b) && !onlyZero(a))
      finite =
        signed.plus && signed.minus
          ? { lo: d.negate(vast), hi: vast }
          : signed.plus
            ? { lo: d.zero, hi: vast }
            : { lo: d.negate(vast), hi: d.zero };
    const dies = a.finite !== undefined && isInfinite(b);
    const zeroResult = (hasZero(a) && b.finite !== undefined && !onlyZero(b)) || (hasZero(a) && isInfinite(b)) || dies;
    if (dies || zeroResult) finite = hull([finite, real.point(d.zero)]);
    const grows = (isInfinite(a) && b.finite !== undefined) || (zeroB && (s.positive || s.negative));
    return unrounded({
      ...finitePart(finite),
      plusZero: zeroResult && signed.plus,
      minusZero: zeroResult && signed.minus,
      plusInfinity: grows && signed.plus,
      minusInfinity: grows && signed.minus,
      nan: a.nan || b.nan || (isInfinite(a) && isInfinite(b)) || (hasZero(a) && zeroB && touchesZero(b)),
    });
  });
  const negate = (a: Bound): Bound => ({
    ...a,
    ...(a.finite && { finite: { lo: d.negate(a.finite.hi), hi: d.negate(a.finite.lo) } }),
    plusZero: a.minusZero,
    minusZero: a.plusZero,
    plusInfinity: a.minusInfinity,
    minusInfinity: a.plusInfinity,
  });
  const abs = (a: Bound): Bound => ({
    ...a,
    ...(a.finite && { finite: magnitudes(a.finite) }),
    plusZero: hasZero(a),
    minusZero: false,
    plusInfinity: isInfinite(a),
    minusInfinity: false,
  });
  const maximum = on((a, b) => {
    const finite = hull([
      a.finite && b.finite && { lo: d.maximum(a.finite.lo, b.finite.lo), hi: d.maximum(a.finite.hi, b.finite.hi) },
      b.minusInfinity ? a.finite : undefined,
      a.minusInfinity ? b.finite : undefined,
    ]);
    const zero = finite !== undefined && finite.lo.m <= 0n && finite.hi.m >= 0n;
    return {
      ...empty,
      ...finitePart(finite),
      plusZero: zero && (a.plusZero || b.plusZero),
      minusZero: zero && (a.minusZero || b.minusZero),
      plusInfinity: a.plusInfinity || b.plusInfinity,
      minusInfinity: a.minusInfinity && b.minusInfinity,
      nan: a.nan || b.nan,
    };
  });
  const sum = (given: readonly Bound[]): Bound => {
    if (given.length !== 2) return total(given.map(operand), given.length - 1);
    const both = add(given[0]!, given[1]!);
    return { ...both, plusZero: hasZero(both) };
  };
  const dot = (xs: readonly Bound[], ys: readonly Bound[]): Bound => {
    const products = xs.map((x, i) => multiply(x, ys[i]!));
    const inexact = products.filter(({ finite }) => finite && !(isPoint(finite) && isRepresentable(finite.lo, format)));
    return total(products, products.length - (inexact.length === 0 ? 1 : 0), inexact);
  };
  /** Σ of terms, some of which may be infinities or NaN: in any order, so that any finite partial sum may come first. */
  const total = (terms: readonly Bound[], roundings: number, inexact: readonly Bound[] = []): Bound => {
    const finite = terms.filter((x) => x.finite);
    // what begins with zero is +0 where all terms are -0
    const part = finite.length > 1 ? summed(finite, roundings, inexact) : finite[0];
    const start = part ? { ...part, plusZero: hasZero(part) } : boundOf(0);
    if (terms.every((x) => x.finite && !isInfinite(x) && !x.nan)) return start;
    const some = [operand(start), ...terms];
    const [plus, minus] = [some.some((x) => x.plusInfinity), some.some((x) => x.minusInfinity)];
    const { finite: numbers, plusZero, minusZero } = start;
    return {
      ...empty,
      ...(finite.length === terms.length && {
        ...finitePart(numbers),
        plusZero,
        minusZero,
        isRounded: start.isRounded,
      }),
      plusInfinity: plus && !terms.some(onlyMinusInfinity),
      minusInfinity: minus && !terms.some(onlyPlusInfinity),
      nan: some.some((x) => x.nan) || (plus && minus),
    };
  };
  /** Σ of finite terms with some roundings on the way, none of them beyond the unit roundoff of the sum of magnitudes */
  const summed = (xs: readonly Bound[], roundings: number, inexact: readonly Bound[]): Bound => {
    const parts = xs.map((x) => x.finite!);
    const sizes = parts.map(magnitude);
    const finite = { lo: dyadicSum(parts.map(({ lo }) => lo)), hi: dyadicSum(parts.map(({ hi }) => hi)) };
    const all = dyadicSum(sizes);
    const zeros = {
      plusZero: finite.lo.m <= 0n && finite.hi.m >= 0n,
      minusZero: xs.every(({ minusZero }) => minusZero),
    };
    if (parts.every(isPoint) && inexact.length === 0 && isOnGrid(sizes, all, format)) {
      return { ...empty, finite, ...zeros };
    }
    // any order, one rounding to nearest a step: Jeannerod and Rump 2013, n·u·Σ|x|, where no product underflows; one that
    // does errs by half the least number. The last rounding is still to come
    const error = d.add(
      d.multiply(all, { m: BigInt(roundings), e: -format.precision }),
      inexact.some(isBelowGrid) ? { m: BigInt(inexact.length), e: format.minExponent - 1 } : d.zero,
    );
    const terms = xs.map((x) => operand(x).finite!);
    const positive = dyadicSum(parts.map(({ hi }) => d.maximum(hi, d.zero)));
    const negative = dyadicSum(parts.map(({ lo }) => d.minimum(lo, d.zero)));
    const limit = overflowThreshold(format);
    const plusInfinity = d.compare(d.add(positive, error), limit) >= 0;
    const minusInfinity = d.compare(d.subtract(error, negative), limit) >= 0;
    return {
      ...zeros,
      plusZero: zeros.plusZero || d.compare(d.abs(finite.lo), error) <= 0,
      finite: { lo: clampBelow(d.subtract(finite.lo, error), terms), hi: clampAbove(d.add(finite.hi, error), terms) },
      isRounded: true,
      plusInfinity,
      minusInfinity,
      nan: plusInfinity && minusInfinity,
    };
  };
  const isBelowGrid = ({ finite }: Bound): boolean => {
    const size = magnitude(finite!);
    return size.m !== 0n && d.trailingExponent(size) < format.minExponent;
  };
  const truth = (may: boolean, mayNot: boolean): Bound => ({
    ...empty,
    ...(may || mayNot ? { finite: { lo: mayNot ? d.zero : d.one, hi: may ? d.one : d.zero } } : {}),
    plusZero: mayNot,
  });
  const order = (a: Bound, b: Bound) => {
    const [x, y] = [extent(a), extent(b)];
    return {
      less: compareEnds(x.lo, y.hi) < 0,
      notLess: compareEnds(x.hi, y.lo) >= 0,
      same: compareEnds(x.lo, y.hi) <= 0 && compareEnds(y.lo, x.hi) <= 0,
      different: !(compareEnds(x.lo, x.hi) === 0 && compareEnds(y.lo, y.hi) === 0 && compareEnds(x.lo, y.lo) === 0),
    };
  };
  /** what is computed in where a kernel asks for a type; `undefined` for one that is no float */
  const formatIn = (dtype: DType): FloatFormat | undefined => {
    const other = formatOf(dtype);
    if (other.kind !== 'float') return undefined;
    return least && least.precision > other.precision ? least : other;
  };
  const hasNumber = (a: Bound) => a.finite !== undefined || isInfinite(a);
  const self: Arithmetic<Bound> = {
    in: (dtype) => {
      const other = formatIn(dtype);
      return other ? boundsIn(other, least) : self;
    },
    of(x) {
      const constant = boundOf(x);
      return { ...constant, isRounded: !constant.finite || isRepresentable(constant.finite.lo, format) };
    },
    from(x, of) {
      const other = of && formatIn(of);
      return { ...(other && !x.isRounded ? rounded(x, other) : x), isRounded: false };
    },
    add,
    subtract: (a, b) => add(a, negate(b)),
    multiply,
    divide,
    remainder: on((a, b) =>
      ofPairs(
        a,
        b,
        (x, y) => precisely.remainder(x, y),
        (x) => x,
        () => ({ plusZero: true, minusZero: true, nan: touchesZero(b), finite: within(magnitude(b.finite!)) }),
      ),
    ),
    power: on((a, b) =>
      ofPairs(
        a,
        b,
        (x, y) => precisely.power(x, y),
        (x) => around(x, powerAccuracy, format),
        () => ({ ...everyNumber, nan: true, finite: within(vast) }),
      ),
    ),
    bitwise: () => {
      throw new Error('the bits of integers have no bounds');
    },
    negate,
    abs,
    sqrt: (x) => {
      const a = operand(x);
      const { finite } = a;
      const root =
        finite &&
        finite.hi.m >= 0n &&
        (real.sqrt({ lo: d.maximum(finite.lo, d.zero), hi: finite.hi }, bits) as real.Interval);
      return unrounded({
        ...finitePart(root || undefined),
        plusZero: a.plusZero,
        minusZero: a.minusZero,
        plusInfinity: a.plusInfinity,
        nan: a.nan || a.minusInfinity || (finite !== undefined && finite.lo.m < 0n),
      });
    },
    integral: (x, mode) => {
      const a = operand(x);
      if (!a.finite) return a;
      const direction = { floor: 'down', ceil: 'up', 'nearest-even': 'nearest' } as const;
      const next = (y: d.Dyadic) =>
        d.roundToQuantum(y, 0, mode === 'truncate' ? (y.m < 0n ? 'up' : 'down') : direction[mode]);
      const finite = { lo: next(a.finite.lo), hi: next(a.finite.hi) };
      const zero = finite.lo.m <= 0n && finite.hi.m >= 0n;
      const { plus, minus } = signsOf(a);
      return { ...a, finite, plusZero: zero && plus, minusZero: zero && minus };
    },
    maximum,
    minimum: (a, b) => negate(maximum(negate(a), negate(b))),
    apply: (f, x) => applied(f, operand(x), format, bits),
    sum,
    dot,
    product: (xs) => xs.reduce(multiply, boundOf(1)),
    less: on((a, b) => {
      if (!hasNumber(a) || !hasNumber(b)) return truth(false, true);
      const { less, notLess } = order(a, b);
      return truth(less, notLess || a.nan || b.nan);
    }),
    equal: on((a, b) => {
      if (!hasNumber(a) || !hasNumber(b)) return truth(false, true);
      const { same, different } = order(a, b);
      return truth(same, different || a.nan || b.nan);
    }),
    isNaN: (a) => truth(a.nan, hasNumber(a)),
    select: (condition, yes, no) => {
      const { lo, hi } = condition.finite!;
      return lo.m !== 0n || hi.m === 0n ? (hi.m === 0n ? no : yes) : union(operand(yes), operand(no));
    },
    round: (x, to, direction) => {
      // its operand is of another type: the ends are rounded to nearest like all that lies between
      return stored({ ...operand(x), isRounded: false }, formatOf(to) as FloatFormat, direction);
    },
  };
  return self;
}

const hasZero = ({ plusZero, minusZero }: Bound): boolean => plusZero || minusZero;
const touchesZero = ({ finite }: Bound): boolean => finite !== undefined && finite.lo.m <= 0n && finite.hi.m >= 0n;
const onlyZero = (x: Bound): boolean => x.finite !== undefined && x.finite.lo.m === 0n && x.finite.hi.m === 0n;
const onlyPlusInfinity = (x: Bound): boolean => x.plusInfinity && !x.minusInfinity && !x.finite;
const onlyMinusInfinity = (x: Bound): boolean => x.minusInfinity && !x.plusInfinity && !x.finite;

/** Beyond every format and every sum of its numbers. */
const vast = d.powerOfTwo(20_000);

interface Signs {
  readonly plus: boolean;
  readonly minus: boolean;
}

const signsOfProduct = (a: Signs, b: Signs): Signs => ({
  plus: (a.plus && b.plus) || (a.minus && b.minus),
  minus: (a.plus && b.minus) || (a.minus && b.plus),
});

/** May a product that is zero, because a factor is, have that sign? */
function zeroSign(a: Bound, b: Bound, plus: boolean): boolean {
  const zeroOf = ({ plusZero, minusZero }: Bound): Signs => ({ plus: plusZero, minus: minusZero });
  const one = signsOfProduct(zeroOf(a), signsOf(b));
  const other = signsOfProduct(signsOf(a), zeroOf(b));
  return plus ? one.plus || other.plus : one.minus || other.minus;
}

function magnitude({ lo, hi }: real.Interval): d.Dyadic {
  return d.maximum(d.abs(lo), d.abs(hi));
}

function magnitudes({ lo, hi }: real.Interval): real.Interval {
  if (lo.m >= 0n) return { lo, hi };
  if (hi.m <= 0n) return { lo: d.negate(hi), hi: d.negate(lo) };
  return { lo: d.zero, hi: d.maximum(d.negate(lo), hi) };
}

/** A sum of terms that are not negative is never below the greatest of them, whatever rounds. */
function clampBelow(lo: d.Dyadic, parts: readonly real.Interval[]): d.Dyadic {
  return parts.every((part) => part.lo.m >= 0n) ? d.maximum(lo, parts.map((part) => part.lo).reduce(d.maximum)) : lo;
}

function clampAbove(hi: d.Dyadic, parts: readonly real.Interval[]): d.Dyadic {
  return parts.every((part) => part.hi.m <= 0n) ? d.minimum(hi, parts.map((part) => part.hi).reduce(d.minimum)) : hi;
}

/** True if every partial sum in any order is a number of the format: all lie on one grid, and are short on it. */
function isOnGrid(
  sizes: readonly d.Dyadic[],
  total: d.Dyadic,
  { precision, minExponent, maxExponent }: FloatFormat,
): boolean {
  const there = sizes.filter(({ m }) => m !== 0n);
  if (there.length === 0) return true;
  const grid = Math.min(...there.map(d.trailingExponent));
  const most = d.leadingExponent(total);
  const short = most - grid < precision || (most - grid === precision && d.significantBits(total) === 1);
  return grid >= minExponent && most <= maxExponent && short;
}

function isRepresentable(x: d.Dyadic, format: FloatFormat): boolean {
  return (
    x.m === 0n ||
    (d.trailingExponent(x) >= format.minExponent &&
      d.significantBits(x) <= format.precision &&
      d.leadingExponent(x) <= format.maxExponent)
  );
}

/** The unit in the last place of a number in a format, its exponent not bounded above. */
function quantumOf(x: d.Dyadic, { precision, minExponent }: FloatFormat): number {
  return x.m === 0n ? minExponent : Math.max(d.leadingExponent(x) - precision + 1, minExponent);
}

/** A result when it is used: rounded in the format in any way, or in a wider one, or not at all; with its overflow. */
function rounded(x: Bound, format: FloatFormat): Bound {
  if (!x.finite) return { ...x, isRounded: true };
  const { lo, hi } = x.finite;
  const limit = overflowThreshold(format);
  const smallest = d.powerOfTwo(format.minExponent);
  return {
    ...x,
    finite: {
      lo: d.roundToQuantum(lo, quantumOf(lo, format), 'down'),
      hi: d.roundToQuantum(hi, quantumOf(hi, format), 'up'),
    },
    isRounded: true,
    plusZero: x.plusZero || (hi.m > 0n && d.compare(lo, smallest) < 0 && !(lo.m === 0n && hi.m === 0n)),
    minusZero: x.minusZero || (lo.m < 0n && d.compare(hi, d.negate(smallest)) > 0),
    plusInfinity: x.plusInfinity || d.compare(hi, limit) >= 0,
    minusInfinity: x.minusInfinity || d.compare(d.negate(lo), limit) >= 0,
  };
}

/**
 * A result as the next node of a graph reads it: stored in its type or, where operations are fused, as it is. Integers
 * that do not fit wrap or saturate: they may be any.
 */
export function handedOn(x: Bound, format: Format): Bound {
  if (format.kind === 'float') return x.isRounded ? x : rounded(x, format);
  const { min, max } = format.kind === 'integer' ? integerRange(format) : { min: 0n, max: 1n };
  const all = { lo: d.fromInteger(min), hi: d.fromInteger(max) };
  const fits = x.finite && d.compare(all.lo, x.finite.lo) <= 0 && d.compare(x.finite.hi, all.hi) <= 0;
  return fits && !x.nan && !isInfinite(x) ? x : { ...empty, finite: all, plusZero: true };
}

/** The results of an operator of which published tests let an answer miss the true value by some units in the last place. */
export function missing(x: Bound, accuracy: Accuracy, format: FloatFormat): Bound {
  return x.finite ? { ...x, finite: around(x.finite, accuracy, format) } : x;
}

/** The numbers of a format that a value is rounded to when it is stored in it. */
export function stored(x: Bound, format: FloatFormat, direction: d.Direction = 'nearest'): Bound {
  if (!x.finite) return { ...x, isRounded: true };
  const inward = x.isRounded && !isPoint(x.finite);
  const lo = roundToFloat(x.finite.lo, format, inward ? 'up' : direction);
  const hi = roundToFloat(x.finite.hi, format, inward ? 'down' : direction);
  // nothing of the format between the ends: what is stored is next to them
  if (inward && lo > hi) return stored({ ...x, isRounded: false }, format);
  // an interval that reaches beyond the format holds all its numbers on that side
  const most = largestFinite(format);
  const ends = lo === hi && !Number.isFinite(lo) ? [] : [Math.max(lo, -most), Math.min(hi, most)];
  const finite = hull(ends.map((end) => real.point(d.fromNumber(end))));
  const from = x.finite;
  return {
    ...(finite && { finite }),
    isRounded: true,
    plusZero: x.plusZero || (from.hi.m > 0n && lo <= 0 && hi >= 0 && !Object.is(hi, -0)),
    minusZero: x.minusZero || (from.lo.m < 0n && lo <= 0 && hi >= 0),
    plusInfinity: x.plusInfinity || hi === Number.POSITIVE_INFINITY,
    minusInfinity: x.minusInfinity || lo === Number.NEGATIVE_INFINITY,
    nan: x.nan,
  };
}

/** The ends of all numbers that a bound holds, infinities included. */
function extent({ finite, plusInfinity, minusInfinity }: Bound): { readonly lo: real.Real; readonly hi: real.Real } {
  const lo = minusInfinity ? Number.NEGATIVE_INFINITY : finite ? real.point(finite.lo) : Number.POSITIVE_INFINITY;
  const hi = plusInfinity ? Number.POSITIVE_INFINITY : finite ? real.point(finite.hi) : Number.NEGATIVE_INFINITY;
  return { lo, hi };
}

function compareEnds(a: real.Real, b: real.Real): number {
  if (typeof a === 'number') return typeof b === 'number' ? Math.sign(a - b || 0) : Math.sign(a);
  return typeof b === 'number' ? -Math.sign(b) : d.compare(a.lo, b.lo);
}

/** A function of what a bound holds: the values at the ends, widened by its accuracy. */
function applied(f: ElementaryFunction, x: Bound, format: FloatFormat, bits: number): Bound {
  const limits = [
    ...(x.plusInfinity ? [Number.POSITIVE_INFINITY] : []),
    ...(x.minusInfinity ? [Number.NEGATIVE_INFINITY] : []),
  ].map((end) => f.inDoubles(end));
  const { finite, nan } = x.finite ? imageOf(f, x.finite, bits) : { finite: undefined, nan: false };
  const limit = limits.filter(Number.isFinite).map((value) => real.point(d.fromNumber(value)));
  const whole = hull([
    finite && widened(f, finite, format),
    ...limit.map((part) => (part.lo.m === 0n ? part : widened(f, part, format))),
  ]);
  const atZero = f.inDoubles(0) === 0;
  const overflow = finite ? rounded(unrounded({ finite: whole! }), format) : empty;
  const poles = x.finite && hasZero(x) && !Number.isFinite(f.inDoubles(0)) ? [f.inDoubles(0)] : [];
  const infinities = [...limits, ...poles];
  return {
    ...finitePart(whole),
    isRounded: true,
    plusZero:
      overflow.plusZero ||
      (atZero && x.plusZero) ||
      limits.some((value) => Object.is(value, 0)) ||
      (whole !== undefined && isPoint(whole) && whole.lo.m === 0n && !(atZero && x.minusZero)),
    minusZero: overflow.minusZero || (atZero && x.minusZero) || limits.some((value) => Object.is(value, -0)),
    plusInfinity: overflow.plusInfinity || infinities.includes(Number.POSITIVE_INFINITY),
    minusInfinity: overflow.minusInfinity || infinities.includes(Number.NEGATIVE_INFINITY),
    nan: x.nan || nan || limits.some(Number.isNaN),
  };
}

/** The values of a function over an interval, and whether some of it lies outside of its domain. */
function imageOf(
  f: ElementaryFunction,
  x: real.Interval,
  bits: number,
): { readonly finite: real.Interval | undefined; readonly nan: boolean } {
  const values = [x.lo, x.hi].map((end) => (end.m === 0n ? valueAtZero(f, bits) : functionAt(f, end, bits)));
  const numbers = values.flatMap((value) =>
    typeof value === 'number'
      ? value === 0
        ? [real.point(d.zero)]
        : Number.isFinite(value)
          ? [real.point(d.fromNumber(value))]
          : []
      : [value],
  );
  const nan = values.some((value) => typeof value === 'number' && Number.isNaN(value));
  const slope = slopeOf(f);
  const width = d.subtract(x.hi, x.lo);
  if (width.m === 0n || typeof slope === 'string') {
    // beyond a pole or the edge of the domain there may be anything
    const open = values.some((value) => typeof value === 'number' && !Number.isFinite(value)) && width.m !== 0n;
    return { finite: open ? { lo: d.negate(vast), hi: vast } : hull(numbers), nan };
  }
  const [least, most] = f.range ?? [];
  const all = {
    lo: least === undefined ? d.negate(vast) : d.fromNumber(least),
    hi: most === undefined || !Number.isFinite(most) ? vast : d.fromNumber(most),
  };
  if (slope !== 1) return { finite: all, nan };
  const there = hull(numbers)!;
  return {
    finite: { lo: d.maximum(all.lo, d.subtract(there.lo, width)), hi: d.minimum(all.hi, d.add(there.hi, width)) },
    nan,
  };
}

function valueAtZero(f: ElementaryFunction, bits: number) {
  const value = f.inDoubles(0);
  return Number.isInteger(value) || !Number.isFinite(value) ? value : functionAt(f, d.zero, bits);
}

/** What lies within an accuracy of values. */
export function around({ lo, hi }: real.Interval, accuracy: Accuracy, format: FloatFormat): real.Interval {
  const ulps = d.fromInteger(ulpsIn(accuracy, format));
  const least = d.scale(d.fromNumber(accuracy.ofOne ?? 0), 1 - format.precision);
  const error = (x: d.Dyadic) => d.maximum(d.multiply(ulps, d.powerOfTwo(quantumOf(x, format))), least);
  return { lo: d.subtract(lo, error(lo)), hi: d.add(hi, error(hi)) };
}

/** Values with the error that the function's accuracy admits, within its range. */
function widened(f: ElementaryFunction, { lo, hi }: real.Interval, format: FloatFormat): real.Interval {
  if (lo.m === 0n && hi.m === 0n) return { lo, hi };
  const wide = around({ lo, hi }, f, format);
  const [least, most] = f.range ?? [];
  return {
    lo: least === undefined ? wide.lo : d.maximum(wide.lo, d.minimum(d.fromNumber(least), lo)),
    hi: most === undefined || !Number.isFinite(most) ? wide.hi : d.minimum(wide.hi, d.maximum(d.fromNumber(most), hi)),
  };
}
