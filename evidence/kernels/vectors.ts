/**
 * What a kernel may do. A kernel is written once over this interface and evaluated in several arithmetics:
 * exact reals (the true value), reach (what a machine may legally answer), order-free exactness, machine numbers.
 *
 * `V` is a vector of terms, `S` a scalar.
 */
export interface Arithmetic<V, S> {
  /** the number of terms, n ≥ 0 */
  count(xs: V): S;
  /** max |x|, 0 without terms */
  largest(xs: V): S;
  /** the greatest term; without terms -∞, or the least value of an integer type; NaN if a term is NaN */
  maximum(xs: V): S;
  /** the least term; without terms +∞, or the greatest value of an integer type; NaN if a term is NaN */
  minimum(xs: V): S;
  /** the terms that are not NaN; the terms as they are if all are */
  numbers(xs: V): V;
  abs(xs: V): V;
  square(xs: V): V;
  /** every term divided by `by`; a zero or infinite divisor leaves the terms as they are (scaled algorithms guard it) */
  over(xs: V, by: S): V;
  /** every term minus `by`; an infinite `by` leaves the terms as they are (shifted algorithms guard it) */
  minus(xs: V, by: S): V;
  /** eˣ of every term */
  exp(xs: V): V;
  /** Σx, in no particular order; 0 without terms */
  sum(xs: V): S;
  /** Πx, in no particular order; 1 without terms */
  product(xs: V): S;
  /** Σx / n by updating m ← m + (x - m) / k */
  runningMean(xs: V): S;
  /** √Σx² by norms of two: of terms, and of norms, in any order */
  normOfNorms(xs: V): S;
  /** ln Σeˣ two by two: by log-add-exp, or by sums that are rescaled at each new maximum */
  logAddExp(xs: V): S;
  add(a: S, b: S): S;
  multiply(a: S, b: S): S;
  divide(a: S, b: S): S;
  sqrt(a: S): S;
  /** ln a; -∞ of zero, NaN below */
  log(a: S): S;
  /** 1 / a, rounded on its own */
  reciprocal(a: S): S;
  /** a value that passes through a cast to float32 and back */
  throughFloat32(a: S): S;
}

/** The definition of an operator over the terms of one slice. */
export type Kernel = <V, S>(a: Arithmetic<V, S>, xs: V) => S;
