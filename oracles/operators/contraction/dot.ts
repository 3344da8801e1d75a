import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { MatrixPair } from '../../arrays/matrices.ts';
import type { NodeValues } from '../../spec/node.ts';

/** Returns the factors of an element of a result. */
export const factors = <S>(
  a: Arithmetic<S>,
  pairs: readonly MatrixPair[],
  x: NodeValues<S>,
  y: NodeValues<S>,
): readonly [readonly S[], readonly S[]] => [
  pairs.map(({ left }) => a.factor(x.at(left))),
  pairs.map(({ right }) => a.factor(y.at(right))),
];

/** Returns the sum of products of some elements of x and y. */
export const dotOf = <S>(a: Arithmetic<S>, pairs: readonly MatrixPair[], x: NodeValues<S>, y: NodeValues<S>): S =>
  a.dot(...factors(a, pairs, x, y));
