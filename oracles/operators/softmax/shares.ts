import type { Arithmetic } from '../../arithmetic/arithmetic.ts';

/** What each number of a row has of their sum; the reciprocal is kept in some way, as it is if none is given. */
export type Shares = <S>(a: Arithmetic<S>, xs: readonly S[], sum: S, kept?: (reciprocal: S) => S) => readonly S[];

export const quotients: Shares = (a, xs, sum) => xs.map((x) => a.divide(x, sum));

export const products: Shares = (a, xs, sum, kept = (reciprocal) => reciprocal) => {
  const reciprocal = kept(a.divide(a.of(1), sum));
  return xs.map((x) => a.multiply(x, reciprocal));
};
