import type { Arithmetic } from '../../arithmetic/arithmetic.ts';

/**
 * Returns the quotient of each number of a row and their sum. The reciprocal of the sum may be changed by a function; it is
 * unchanged by default.
 */
export type Shares = <S>(a: Arithmetic<S>, xs: readonly S[], sum: S, kept?: (reciprocal: S) => S) => readonly S[];

export const quotients: Shares = (a, xs, sum) => xs.map((x) => a.divide(x, sum));

export const products: Shares = (a, xs, sum, kept = (reciprocal) => reciprocal) => {
  const reciprocal = kept(a.divide(a.of(1), sum));
  return xs.map((x) => a.multiply(x, reciprocal));
};
