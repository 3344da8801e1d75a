import type { DType, FloatFormat } from '../numerics/dtype.ts';
import type { Direction } from '../numerics/dyadic.ts';
import type { ElementaryFunction, PublishedAccuracy } from './functions.ts';
import type { ValueSet } from './value-set.ts';

/** Ways to make an integer of a number. */
export type Integral = 'floor' | 'ceil' | 'truncate' | 'nearest-even';

/** What is known of a number that the elements of a row share. */
export interface KnownOfShared<S> {
  /** none but zero is nearer to zero */
  readonly least?: number;
  /** the spread of the row: a number that is known well compared with it need not be followed */
  readonly spread?: () => S;
  /** it is infinite or NaN */
  readonly isBeyondRange?: boolean;
}

/** What becomes of a partial result that may leave the range: two operations of `Arithmetic`. */
export type RangeLimit = 'held' | 'spilled';

/** Ways to combine two integers bit by bit. */
export type Bitwise = 'and' | 'or' | 'xor';

/**
 * What a kernel may do with scalars. A kernel is written once over this interface and evaluated in several readings:
 * - exact: the true value, in real numbers with infinities, NaN and signed zeros (`exact.ts`)
 * - bounds: every value that some legal evaluation in a type can return (`bounds.ts`)
 * - machine: the numbers of one type, each operation rounded once (`machine.ts`)
 *
 * Zeros, infinities and NaN are those of IEEE 754-2019 in every reading. A truth value is the scalar 1 or 0.
 */
export interface Arithmetic<S> {
  /** the same reading, computing in another type */
  in(dtype: DType): Arithmetic<S>;
  /** a constant, exactly: a double (every number of every float type is one), or an integer */
  of(x: number | bigint): S;
  /**
   * a number of another type, rounded to this one or, in a wider evaluation, kept as it is
   * @param of what it was computed in, if it was computed: it may have been rounded to that
   */
  from(x: S, of?: DType): S;
  add(a: S, b: S): S;
  subtract(a: S, b: S): S;
  multiply(a: S, b: S): S;
  divide(a: S, b: S): S;
  /** x - y·trunc(x / y), exactly: C's fmod */
  remainder(a: S, b: S): S;
  /** x to the power of y; at zeros, infinities and NaN as IEEE 754's pow (9.2.1) */
  power(x: S, y: S): S;
  /** of integers, in two's complement */
  bitwise(operation: Bitwise, a: S, b: S): S;
  negate(a: S): S;
  abs(a: S): S;
  sqrt(a: S): S;
  /** the root of some degree from 3 on, as the powers of libraries have it; NaN below 0 */
  root(a: S, degree: number): S;
  /** the integer next to a number; infinities and NaN stay, a zero has the sign of the number */
  integral(a: S, mode: Integral): S;
  /** the greater one; NaN if one is NaN */
  maximum(a: S, b: S): S;
  /** the lesser one; NaN if one is NaN */
  minimum(a: S, b: S): S;
  apply(f: ElementaryFunction, x: S): S;
  /** the result of an operator of its own, which may miss the true value by what published tests of that operator admit */
  within(x: S, accuracy: PublishedAccuracy): S;
  /**
   * a value that is not negative, by a formula that cancels and may be far from it: what is below 0 becomes 0, unless the value
   * is surely positive; it leaves the range only where the value may
   */
  cancelling(value: S, formula: S): S;
  /** a value that lies within these ends, or is NaN, in every evaluation, whatever is known of what it was computed from */
  bounded(x: S, least: number, most: number): S;
  /** a partial result whose range no type limits: it is infinite, or NaN, only where no number is possible */
  held(x: S): S;
  /** a partial result that leaves the range of its type wherever it can, or is NaN where one before it has */
  spilled(x: S): S;
  /**
   * one number that all elements of a row are computed with: however uncertain, it is the same for all of them
   * @param known what else is known of it
   */
  shared(x: S, known?: KnownOfShared<S>): S;
  /** one value computed in several ways, of which an evaluation may take any; the first where nothing is rounded */
  either(ways: readonly [() => S, ...(() => S)[]]): S;
  /** a value that goes on into the next of many steps: one of more digits than a result has may be enclosed */
  carried(x: S): S;
  /** one of the factors of a sum of products: the number itself, or one of fewer bits where a reading lets kernels round it */
  factor(x: S): S;
  /** Σx in no particular order; +0 without terms */
  sum(xs: readonly S[]): S;
  /** Σxy in no particular order, products rounded or not; +0 without terms */
  dot(xs: readonly S[], ys: readonly S[]): S;
  /** Πx in no particular order; 1 without factors */
  product(xs: readonly S[]): S;
  /** terms combined step by step, in any order, or by a form of its own */
  chain(way: Chain | Form, xs: readonly S[]): S;
  /** a < b; false with NaN */
  less(a: S, b: S): S;
  /** a = b; false with NaN */
  equal(a: S, b: S): S;
  isNaN(a: S): S;
  /** `yes` where the condition is not 0, else `no`; both where it is undecided */
  select(condition: S, yes: S, no: S): S;
  /**
   * The number rounded to a float type, once and in any case: a cast, or a value that is stored in it. Beyond the range
   * of the type it is an infinity, whether or not the type has one; to nearest, ties to even, if no direction is given.
   */
  round(a: S, to: DType, direction?: Direction): S;
}

/**
 * A way to combine terms that rounds a result of the same kind at each step, as data: by composing the bounds of its steps its
 * error would be overrated, and would hold of one order only.
 */
export interface Chain {
  /** what comes of terms without rounding */
  readonly value: <S>(a: Arithmetic<S>, xs: readonly S[]) => S;
  /** what comes of the first `count` terms together with the next one; the first term is its own */
  readonly step: <S>(a: Arithmetic<S>, soFar: S, x: S, count: number) => S;
  /** what evaluations in a format, in any order, can give: a theorem */
  readonly bound: (xs: readonly number[], format: FloatFormat) => ValueSet;
}

/** A sum whose true value takes another form than its evaluations, so that it is known where it is rational. */
export interface Form {
  readonly value: Chain['value'];
  /** what evaluations compute */
  readonly together: <S>(a: Arithmetic<S>, xs: readonly S[]) => S;
}
