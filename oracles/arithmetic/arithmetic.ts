import type { DType, FloatFormat } from '../numerics/dtype.ts';
import type { Direction } from '../numerics/dyadic.ts';
import type { ElementaryFunction, PublishedAccuracy } from './functions.ts';
import type { ValueSet } from './value-set.ts';

/** The modes of rounding a number to an integer. */
export type Integral = 'floor' | 'ceil' | 'truncate' | 'nearest-even';

/** Facts about a number that the elements of a row share. */
export interface SharedNumberFacts<S> {
  /** the least magnitude of the number, unless it is zero */
  readonly least?: number;
  /** the spread of the row: a number whose bounds are narrow compared with it is not tracked */
  readonly spread?: () => S;
  /** it is infinite or NaN */
  readonly isBeyondRange?: boolean;
}

/** How to treat a partial result that may leave the range: the names of two operations of `Arithmetic`. */
export type RangeLimit = 'held' | 'spilled';

/** The bitwise operations on two integers. */
export type Bitwise = 'and' | 'or' | 'xor';

/**
 * The operations of kernels on scalars. A kernel is written once over this interface and evaluated in several arithmetics:
 * - exact: the true value, in real numbers with infinities, NaN and signed zeros (`exact.ts`)
 * - bounds: every value that some legal evaluation in a type can return (`bounds-arithmetic.ts`)
 * - machine: the numbers of one type, each operation rounded once (`machine.ts`)
 *
 * Zeros, infinities and NaN follow IEEE 754-2019 in all of them. A truth value is the scalar 1 or 0.
 */
export interface Arithmetic<S> {
  /** the same arithmetic, computing in another type */
  in(dtype: DType): Arithmetic<S>;
  /** converts a constant exactly: an integer or a double, which includes every number of every float type */
  of(x: number | bigint): S;
  /**
   * converts a number of another type: rounded to this type or, in a wider evaluation, unchanged
   * @param of the type in which the number was computed, if it was: it may have been rounded to that type
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
  /** combines integers in two's complement */
  bitwise(operation: Bitwise, a: S, b: S): S;
  negate(a: S): S;
  abs(a: S): S;
  sqrt(a: S): S;
  /** the root of a degree of at least 3, with the accuracy of powers; NaN below 0 */
  root(a: S, degree: number): S;
  /** rounds to an integer; infinities and NaN are unchanged, and a zero has the sign of the number */
  integral(a: S, mode: Integral): S;
  /** the greater operand; NaN if one is NaN */
  maximum(a: S, b: S): S;
  /** the lesser operand; NaN if one is NaN */
  minimum(a: S, b: S): S;
  apply(f: ElementaryFunction, x: S): S;
  /** a result that may differ from the true value by the error that published tests of the whole operator allow */
  within(x: S, accuracy: PublishedAccuracy): S;
  /**
   * a non-negative value, computed by a formula that cancels digits and may have a large error. A result below 0 becomes 0,
   * unless the value is certainly positive. It leaves the range only if the value may.
   */
  cancelling(value: S, formula: S): S;
  /** a value that lies within these ends, or is NaN, in every evaluation, however wide the bounds of its operands are */
  bounded(x: S, least: number, most: number): S;
  /** a partial result in an unlimited range: it is infinite, or NaN, only if no number is possible */
  held(x: S): S;
  /** a partial result that leaves the range of its type wherever possible, or is NaN if an earlier one was */
  spilled(x: S): S;
  /**
   * a number from which all elements of a row are computed: it has wide bounds but one value for all of them
   * @param known further facts about it
   */
  shared(x: S, known?: SharedNumberFacts<S>): S;
  /** a value computed in several ways: an evaluation may use any of them; the exact arithmetic uses the first */
  either(ways: readonly [() => S, ...(() => S)[]]): S;
  /** a value that is passed on to the next of many steps: if it has too many digits, an interval may replace it */
  carried(x: S): S;
  /** a factor of a sum of products: the number itself, or one of fewer bits if reduced factors are allowed */
  factor(x: S): S;
  /** Σx in no particular order; +0 without terms */
  sum(xs: readonly S[]): S;
  /** Σxy in no particular order, products rounded or not; +0 without terms */
  dot(xs: readonly S[], ys: readonly S[]): S;
  /** Πx in no particular order; 1 without factors */
  product(xs: readonly S[]): S;
  /** combines terms step by step, in any order, or as a {@link ExactForm} */
  chain(way: Chain | ExactForm, xs: readonly S[]): S;
  /** a < b; false with NaN */
  less(a: S, b: S): S;
  /** a = b; false with NaN */
  equal(a: S, b: S): S;
  isNaN(a: S): S;
  /** `yes` if the condition is not 0, else `no`; both if it is undecided */
  select(condition: S, yes: S, no: S): S;
  /**
   * The number rounded once to a float type in every evaluation, as by a cast or a store. Beyond the range of the type it is an
   * infinity, whether or not the type has one. The default direction is to nearest, ties to even.
   */
  round(a: S, to: DType, direction?: Direction): S;
}

/**
 * A way to combine terms with a rounding at each step, as data. Composing the bounds of its steps would overestimate the error,
 * and would hold for one order only.
 */
export interface Chain {
  /** the result without rounding */
  readonly value: <S>(a: Arithmetic<S>, xs: readonly S[]) => S;
  /** combines the result of the first `count` terms with the next term; the first term alone is its own result */
  readonly step: <S>(a: Arithmetic<S>, soFar: S, x: S, count: number) => S;
  /** the bounds of evaluations in a format, in any order: a theorem */
  readonly bound: (xs: readonly number[], format: FloatFormat) => ValueSet;
}

/** A sum whose exact value is computed by another formula than its evaluations, so that rational results are exact. */
export interface ExactForm {
  readonly value: Chain['value'];
  /** the formula of evaluations */
  readonly together: <S>(a: Arithmetic<S>, xs: readonly S[]) => S;
}
