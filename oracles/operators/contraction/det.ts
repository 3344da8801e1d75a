import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { range } from '../../arrays/lines.ts';
import { type FloatFormat, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, values } from '../../spec/node.ts';
import { anyZero } from '../elementwise/numbers.ts';

type Matrix<S> = readonly (readonly S[])[];

/** The size of matrices above which there are too many permutations. */
const largest = 5;

/** Returns the permutations of 0 … n-1, each with its sign. */
function permutations(n: number): readonly { readonly sign: 1 | -1; readonly order: readonly number[] }[] {
  if (n === 0) return [{ sign: 1, order: [] }];
  return permutations(n - 1).flatMap(({ sign, order }) =>
    range(n).map((at) => ({
      sign: ((n - 1 - at) % 2 === 0 ? sign : -sign) as 1 | -1,
      order: order.toSpliced(at, 0, n - 1),
    })),
  );
}

/** Returns Σ of the signed products of all permutations. */
function leibniz<S>(a: Arithmetic<S>, rows: Matrix<S>): S {
  const products = permutations(rows.length).map(({ sign, order }) => {
    const product = a.product(order.map((column, row) => rows[row]![column]!));
    return sign > 0 ? product : a.negate(product);
  });
  return a.sum(products);
}

/**
 * Returns the product of pivots, each the largest of its column, as in LU decomposition with partial pivoting.
 * @param least a lower bound of nonzero magnitudes
 */
function eliminated<S>(a: Arithmetic<S>, rows: Matrix<S>, least: S): S {
  if (rows.length === 0) return a.of(1);
  const sizes = rows.map(([first]) => a.abs(first!));
  const by = (pivot: number): S => {
    const [head, ...tail] = rows[pivot]!;
    const isZero = a.equal(head!, a.of(0));
    // a pivot of 0 is never a divisor: even if it may be 0, there is no 0/0
    const size = a.maximum(a.abs(head!), least);
    const rest = rows.filter((_, i) => i !== pivot);
    const reduced = rest.map(([first, ...others]) => {
      // a pivot of 0 does not change its column, which is all 0; nothing is larger than it
      const quotient = a.maximum(a.of(-1), a.minimum(a.of(1), a.divide(first!, size)));
      const factor = a.select(isZero, a.of(0), a.select(a.less(head!, a.of(0)), a.negate(quotient), quotient));
      return others.map((x, i) => a.subtract(x, a.multiply(factor, tail[i]!)));
    });
    const minor = eliminated(a, reduced, least);
    const product = a.multiply(head!, minor);
    return pivot % 2 === 0 ? product : a.negate(product);
  };
  const best = range(rows.length).reduce<{ readonly size: S; readonly value: S }>(
    (found, i) => ({
      size: a.maximum(found.size, sizes[i]!),
      value: a.select(a.less(found.size, sizes[i]!), by(i), found.value),
    }),
    { size: a.of(-1), value: a.of(0) },
  );
  return best.value;
}

/** The same for the transposed matrix, as in libraries that store matrices by columns. */
const eliminatedByColumns: typeof eliminated = (a, rows, least) =>
  eliminated(
    a,
    rows.map((_, i) => rows.map((row) => row[i]!)),
    least,
  );

/** A determinant of 0 has the sign of the row exchanges. */
const withEitherZero = <S>(a: Arithmetic<S>, x: S): S => a.select(a.equal(x, a.of(0)), anyZero(a), x);

const ofMatrices =
  (determinant: typeof eliminated): Evaluate =>
  (a, node) => {
    const x = node.input(0);
    const [n, m] = [x.dims.at(-1), x.dims.at(-2)];
    if (x.dims.length < 2 || n !== m) throw new BadInput(`[${x.dims}] are not square matrices`);
    if (n! > largest) throw new NotJudged('determinants of matrices with … rows', n);
    const dims = x.dims.slice(0, -2);
    const least = a.of(2 ** (formatOf(x.dtype) as FloatFormat).minExponent);
    return [
      values(x.dtype, dims, (index) =>
        withEitherZero(
          a,
          determinant(
            a,
            range(n!).map((row) => range(n!).map((column) => x.at((index * n! + row) * n! + column))),
            least,
          ),
        ),
      ),
    ];
  };

/** Det: the determinant of each matrix. */
export const det = define({
  name: 'Det',
  family: 'contraction',
  definition: 'Y = Σ over permutations σ of sgn σ·Π X[i,σ(i)]',
  evaluate: ofMatrices(leibniz),
  algorithms: [ofMatrices(eliminated), ofMatrices(eliminatedByColumns)],
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The result is the determinant of a matrix.'),
      says('stacks', 'All dimensions except the last two select a matrix, and are kept in the output.'),
      says('singular', 'The determinant of a matrix whose rows are linearly dependent is 0.'),
      implies(
        'accuracy',
        'Rounding errors stay within the bounds of the formula or of an elimination with pivots.',
        ieee754('4.3; docs/proofs.md'),
        floatDTypes,
      ),
      implies('special-values', 'NaN in a matrix gives NaN.', ieee754('6.2'), floatDTypes),
    ];
  },
});
