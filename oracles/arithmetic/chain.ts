import type { FloatFormat } from '../numerics/dtype.ts';
import type { Arithmetic } from './arithmetic.ts';
import type { Bound } from './bound.ts';

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
  readonly bound: (xs: readonly number[], format: FloatFormat) => Bound;
}
