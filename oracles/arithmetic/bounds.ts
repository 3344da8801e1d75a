import { NotJudged } from '../bad-input.ts';
import * as doubles from '../numerics/doubles.ts';
import { type DType, type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { largestFinite, roundDouble, roundNumber } from '../numerics/rounding.ts';
import type { Arithmetic } from './arithmetic.ts';
import {
  around,
  type Bound,
  boundOf,
  empty,
  hasZero,
  hull,
  isInfinite,
  missing,
  onlyZero,
  quantumOf,
  rounded,
  type Signs,
  type Span,
  signsOf,
  signsOfProduct,
  spanOf,
  stored,
  touchesZero,
  union,
  unrounded,
} from './bound.ts';
import { type Exact, exactArithmetic, isSpecial, toInteger, Undecided } from './exact.ts';
import { powerAccuracy } from './functions.ts';
import { imageUnder, vast } from './images.ts';
import { integral } from './machine.ts';
import { productInAnyOrder, productOf, totalOf } from './totals.ts';

/** What is in a bound, taken apart: special values, zeros, and the other finite ones together. */
function partsOf(x: Span): Exact[] {
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
  a: Span,
  b: Span,
  operation: (x: Exact, y: Exact) => Exact,
  widen: (x: real.Interval) => real.Interval,
  otherwise: () => Partial<Span>,
): Span {
  const results = partsOf(a).flatMap((x) =>
    partsOf(b).map((y): Bound => {
      try {
        const value = operation(x, y);
        if (typeof value !== 'number') return unrounded({ finite: widen(value) });
        // of a zero or an infinity there is nothing to compute: C's Annex F says what comes
        if (isSpecial(value) || typeof x === 'number' || typeof y === 'number') return value;
        return unrounded({ finite: widen(real.point(d.fromNumber(value))) });
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        return unrounded(otherwise());
      }
    }),
  );
  return spanOf(results.reduce(union));
}

/** Numbers of at most that size. */
const within = (size: d.Dyadic): real.Interval => ({ lo: d.negate(size), hi: size });

const everyNumber = { plusZero: true, minusZero: true, plusInfinity: true, minusInfinity: true };

const known = new Map<string, Arithmetic<Bound>>();

/**
 * The bounds of evaluations in a float type, or in any wider one.
 * @param least where a kernel asks for another type, this one at least is computed in
 * @param factors what factors of sums of products may be rounded to, in any direction
 */
export function boundsIn(format: FloatFormat, least?: FloatFormat, factors?: FloatFormat): Arithmetic<Bound> {
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
): Arithmetic<Bound> {
  /** bits that quotients and roots carry: rounding them outward once more does not show */
  const bits = 2 * format.precision + 64;
  const precisely = exactArithmetic(bits);
  const isHeld = (x: number): boolean =>
    x === 0 || !Number.isFinite(x) || format.precision >= 53 || roundDouble(x, format) === x;
  const operand = (x: Bound): Span => {
    const span = spanOf(x);
    return span.isRounded ? span : rounded(span, format);
  };
  /** an operation on two operands: of numbers in doubles, if the result is exact */
  const on =
    (onNumbers: (a: number, b: number) => number | undefined, onSpans: (a: Span, b: Span) => Bound) =>
    (a: Bound, b: Bound): Bound => {
      if (typeof a === 'number' && typeof b === 'number') {
        const result = onNumbers(a, b);
        if (result !== undefined)
          return isHeld(result) ? result : unrounded({ finite: real.point(d.fromNumber(result)) });
      }
      return onSpans(operand(a), operand(b));
    };

  const add = on(doubles.plus, (a, b) => {
    const finite = a.finite && b.finite && { lo: d.add(a.finite.lo, b.finite.lo), hi: d.add(a.finite.hi, b.finite.hi) };
    const cancels = finite !== undefined && finite.lo.m <= 0n && finite.hi.m >= 0n && !(onlyZero(a) && onlyZero(b));
    return unrounded({
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
    const finite = a.finite && b.finite && (real.multiply(a.finite, b.finite, bits) as real.Interval);
    const signed = signsOfProduct(signsOf(a), signsOf(b));
    const [zeroA, zeroB] = [hasZero(a), hasZero(b)];
    const infinite = (isInfinite(a) && mayBeNonzero(b)) || (isInfinite(b) && mayBeNonzero(a));
    const zero = (zeroA && b.finite !== undefined) || (zeroB && a.finite !== undefined);
    return unrounded({
      finite,
      smallest: smallestOf(a, b, real.multiply),
      plusZero: zero && zeroSign(a, b, true),
      minusZero: zero && zeroSign(a, b, false),
      plusInfinity: infinite && signed.plus,
      minusInfinity: infinite && signed.minus,
      nan: a.nan || b.nan || (zeroA && isInfinite(b)) || (zeroB && isInfinite(a)),
    });
  });
  /** no square is negative */
  const multiply = (x: Bound, y: Bound): Bound => (Object.is(x, y) ? multiplied(abs(x), abs(x)) : multiplied(x, y));
  const reciprocalSafe = (b: Span) => b.finite !== undefined && (b.finite.lo.m > 0n || b.finite.hi.m < 0n);
  const divide = on(doubles.over, (a, b) => {
    const [s, t] = [signsOf(a), signsOf(b)];
    const signed = signsOfProduct(s, t);
    const zeroB = b.finite !== undefined && !reciprocalSafe(b);
    let finite: real.Interval | undefined;
    if (a.finite && reciprocalSafe(b)) finite = real.divide(a.finite, b.finite!, bits) as real.Interval;
    // a divisor that may come as near to zero as it likes
    else if (a.finite && b.finite && !onlyZero(b) && !onlyZero(a)) {
      finite = { lo: signed.minus ? d.negate(vast) : d.zero, hi: signed.plus ? vast : d.zero };
    }
    const dies = a.finite !== undefined && isInfinite(b);
    const zeroResult = (hasZero(a) && b.finite !== undefined && !onlyZero(b)) || (hasZero(a) && isInfinite(b)) || dies;
    if (dies || zeroResult) finite = hull([finite, real.point(d.zero)]);
    const grows = (isInfinite(a) && b.finite !== undefined) || (zeroB && (s.positive || s.negative));
    return unrounded({
      finite,
      smallest: smallestOf(a, b, real.divide),
      plusZero: zeroResult && signed.plus,
      minusZero: zeroResult && signed.minus,
      plusInfinity: grows && signed.plus,
      minusInfinity: grows && signed.minus,
      nan: a.nan || b.nan || (isInfinite(a) && isInfinite(b)) || (hasZero(a) && zeroB && touchesZero(b)),
    });
  });
  const negate = (x: Bound): Bound =>
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
  const abs = (x: Bound): Bound =>
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
  // of zeros either may come
  const greater = (a: number, b: number) => (a === b && !Object.is(a, b) ? undefined : Math.max(a, b));
  const maximum = on(greater, (a, b) => {
    const finite = hull([
      a.finite && b.finite && { lo: d.maximum(a.finite.lo, b.finite.lo), hi: d.maximum(a.finite.hi, b.finite.hi) },
      b.minusInfinity ? a.finite : undefined,
      a.minusInfinity ? b.finite : undefined,
    ]);
    const zero = finite !== undefined && finite.lo.m <= 0n && finite.hi.m >= 0n;
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
  const truth = (may: boolean, mayNot: boolean): Bound =>
    may && mayNot ? { ...empty, finite: { lo: d.zero, hi: d.one }, plusZero: true } : Number(may);
  const order = (a: Span, b: Span) => {
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
  const hasNumber = (a: Span) => a.finite !== undefined || isInfinite(a);
  const rootOf = (a: Span, degree: number): Span => {
    const { finite } = a;
    const root =
      finite &&
      finite.hi.m >= 0n &&
      (real.root({ lo: d.maximum(finite.lo, d.zero), hi: finite.hi }, degree, bits) as real.Interval);
    return unrounded({
      finite: root || undefined,
      plusZero: a.plusZero,
      minusZero: a.minusZero,
      plusInfinity: a.plusInfinity,
      nan: a.nan || a.minusInfinity || (finite !== undefined && finite.lo.m < 0n),
    });
  };
  const self: Arithmetic<Bound> = {
    in: (dtype) => {
      const other = formatIn(dtype);
      return other ? boundsIn(other, least, factors) : self;
    },
    of(x) {
      const constant = boundOf(x);
      if (typeof constant !== 'number' || isHeld(constant)) return constant;
      // one beyond the range is kept in a wider type
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
      (a, b) =>
        ofPairs(
          a,
          b,
          (x, y) => precisely.remainder(x, y),
          (x) => x,
          () => ({
            plusZero: true,
            minusZero: true,
            nan: touchesZero(b),
            finite: within(d.maximum(d.abs(b.finite!.lo), d.abs(b.finite!.hi))),
          }),
        ),
    ),
    power: on(
      // 1 in every evaluation: IEEE 754-2019, 9.2.1, and C's pow, which the published accuracy is about
      (x, y) => (x === 1 || y === 0 ? 1 : undefined),
      (a, b) =>
        ofPairs(
          a,
          b,
          (x, y) => precisely.power(x, y),
          (x) => aroundPower(x, format),
          () =>
            signsOf(a).minus
              ? { ...everyNumber, nan: true, finite: within(vast) }
              : { plusZero: true, plusInfinity: true, nan: a.nan || b.nan, finite: { lo: d.zero, hi: vast } },
        ),
    ),
    bitwise: () => {
      throw new NotJudged('the bits of integers that are not certain');
    },
    negate,
    abs,
    sqrt: (x) => {
      const exact = typeof x === 'number' ? doubles.root(x) : undefined;
      return exact !== undefined && isHeld(exact) ? exact : rootOf(operand(x), 2);
    },
    root: (x, degree) => {
      const { finite, ...rest } = rootOf(operand(x), degree);
      // as a power, that of -0 is +0
      const found = { ...rest, plusZero: hasZero(rest) };
      return finite ? { ...found, finite: aroundPower(finite, format) } : found;
    },
    integral: (x, mode) => {
      if (typeof x === 'number') return integral[mode](x);
      const a = operand(x);
      if (!a.finite) return a;
      const finite = { lo: toInteger(a.finite.lo, mode), hi: toInteger(a.finite.hi, mode) };
      const zero = finite.lo.m <= 0n && finite.hi.m >= 0n;
      const { plus, minus } = signsOf(a);
      return { ...a, finite, plusZero: zero && plus, minusZero: zero && minus };
    },
    maximum,
    minimum: (a, b) => negate(maximum(negate(a), negate(b))),
    apply: (f, x) => imageUnder(f, x, format),
    // of infinities, and in no other way, such operators give exactly 0: C's Annex F, which the published accuracies build on
    within: (x, accuracy) => (x === 0 ? x : missing(x, accuracy, format)),
    factor: (x) => (!factors || isHeldIn(factors, x) ? x : asFactor(operand(x), factors)),
    sum: (xs) =>
      totalOf(
        xs.map((x) => (typeof x === 'number' ? x : operand(x))),
        format,
      ),
    dot: (xs, ys) => {
      let areHeld = true;
      const products = xs.map((x, i): Bound => {
        const y = ys[i]!;
        const exact = typeof x === 'number' && typeof y === 'number' ? doubles.times(x, y) : undefined;
        const product = exact ?? multiply(x, y);
        areHeld &&= typeof product === 'number' && isHeld(product);
        return product;
      });
      return totalOf(products, format, !areHeld);
    },
    product: (xs) => {
      if (xs.length < 3) return xs.reduce(multiply, 1);
      if (xs.every((x) => typeof x === 'number')) return productOf(xs, format);
      return productInAnyOrder(xs.reduce(multiply), xs.map(operand), format);
    },
    chain: (way, xs) =>
      xs.every((x) => typeof x === 'number')
        ? way.bound(xs, format)
        : xs.reduce((soFar, x, count) => way.step(self, soFar, x, count)),
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
      // its operand is of another type: the ends are rounded to nearest like all that lies between
      return stored({ ...operand(x), isRounded: false }, target, direction);
    },
  };
  return self;
}

/** Powers as libraries have them: within their accuracy, and of the sign that they have. */
function aroundPower(x: real.Interval, format: FloatFormat): real.Interval {
  const { lo, hi } = around(x, powerAccuracy, format);
  return { lo: x.lo.m < 0n ? lo : d.maximum(lo, d.zero), hi: x.hi.m > 0n ? hi : d.minimum(hi, d.zero) };
}

/** A factor as it is, or next to it in a format of fewer bits. */
const asFactor = ({ smallest: _, ...x }: Span, format: FloatFormat): Bound => rounded(x, format);

/** Whether a number keeps its bits in a format of fewer. */
function isHeldIn(format: FloatFormat, x: Bound): boolean {
  if (typeof x !== 'number' || x === 0 || !Number.isFinite(x)) return typeof x === 'number';
  const exactly = d.fromNumber(x);
  return d.trailingExponent(exactly) >= quantumOf(exactly, format);
}

/** Whether an infinity that is added to it can stay one. */
const mayMeet = (x: Span, infinity: 'plusInfinity' | 'minusInfinity'): boolean => x[infinity] || x.finite !== undefined;
/** Whether an infinity that is multiplied by it can stay one. */
const mayBeNonzero = (x: Span): boolean => isInfinite(x) || (x.finite !== undefined && !onlyZero(x));

/** May a product that is zero, because a factor is, have that sign? */
function zeroSign(a: Span, b: Span, plus: boolean): boolean {
  const zeroOf = ({ plusZero, minusZero }: Span): Signs => ({ plus: plusZero, minus: minusZero });
  const one = signsOfProduct(zeroOf(a), signsOf(b));
  const other = signsOfProduct(signsOf(a), zeroOf(b));
  return plus ? one.plus || other.plus : one.minus || other.minus;
}

function magnitudes({ lo, hi }: real.Interval): real.Interval {
  if (lo.m >= 0n) return { lo, hi };
  if (hi.m <= 0n) return { lo: d.negate(hi), hi: d.negate(lo) };
  return { lo: d.zero, hi: d.maximum(d.negate(lo), hi) };
}

/** The ends of all numbers that a bound holds, infinities included. */
function extent({ finite, plusInfinity, minusInfinity }: Span): { readonly lo: real.Real; readonly hi: real.Real } {
  const lo = minusInfinity ? Number.NEGATIVE_INFINITY : finite ? real.point(finite.lo) : Number.POSITIVE_INFINITY;
  const hi = plusInfinity ? Number.POSITIVE_INFINITY : finite ? real.point(finite.hi) : Number.NEGATIVE_INFINITY;
  return { lo, hi };
}

function compareEnds(a: real.Real, b: real.Real): number {
  if (typeof a === 'number') return typeof b === 'number' ? Math.sign(a - b || 0) : Math.sign(a);
  return typeof b === 'number' ? -Math.sign(b) : d.compare(a.lo, b.lo);
}

/** What an operation with a number makes of the least magnitude. */
function smallestOf(a: Span, b: Span, operation: (a: real.Real, b: real.Real) => real.Real): d.Dyadic | undefined {
  if (!a.smallest || !b.finite || !real.isPoint(b.finite) || b.finite.lo.m === 0n) return undefined;
  const by = real.point(d.abs(b.finite.lo));
  return (operation(real.point(a.smallest), by) as real.Interval).lo;
}
