import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { globalPoolOperator, windowPoolOperator } from './pooling.ts';

type Norm = <S>(a: Arithmetic<S>, xs: readonly S[], p: number) => S;

/** Order 1 is computed as a sum, order 2 by squares and a square root, others by products and a root. */
const norm: Norm = (a, xs, p) => {
  const sizes = xs.map((x) => a.abs(x));
  if (p === 1) return a.sum(sizes);
  if (p === 2) return a.sqrt(a.dot(sizes, sizes));
  return a.root(a.sum(sizes.map((x) => a.product(Array<typeof x>(p).fill(x)))), p);
};
/** The norm by the power function of a library, including the root. */
const byPowers: Norm = (a, xs, p) => {
  if (p === 1) return norm(a, xs, p);
  const powers = xs.map((x) => a.power(a.abs(x), a.of(p)));
  return a.power(a.sum(powers), a.divide(a.of(1), a.of(p)));
};

const ofOrder =
  (way: Norm) =>
  <S>(a: Arithmetic<S>, xs: readonly S[], node: Node<S>): S => {
    const p = node.number('p');
    if (!(Number.isInteger(p) && p >= 1 && p <= 16)) throw new NotJudged('norms of order …', p);
    return way(a, xs, p);
  };

const pool = {
  definition: '(Σ|x|ᵖ)^(1/p)',
  kernel: ofOrder(norm),
  algorithms: [ofOrder(byPowers)],
  padding: 'Padding extends the data on both sides, and adds nothing to a norm.',
};

/** LpPool: the norm of order p of each window. */
export const lpPool = windowPoolOperator('LpPool', pool);

/** GlobalLpPool: the norm of order p of each channel. */
export const globalLpPool = globalPoolOperator('GlobalLpPool', pool);
