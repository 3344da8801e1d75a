import { BadInput } from '../spec/bad-input.ts';
import { broadcastDims, broadcastIndex } from './broadcast.ts';
import { range } from './lines.ts';

/** The row-major indices of the factors of a product. */
export interface MatrixPair {
  readonly left: number;
  readonly right: number;
}

/**
 * Returns the terms of each element of a matrix product, as in numpy.matmul: dimensions before the last two are stacks, which
 * are broadcast; a vector is a row on the left and a column on the right.
 * @throws BadInput for scalars, and for shapes that do not fit
 */
export function matrixProduct(
  left: readonly number[],
  right: readonly number[],
): { readonly dims: readonly number[]; terms(index: number): readonly MatrixPair[] } {
  if (left.length === 0 || right.length === 0) throw new BadInput('a matrix product of a scalar');
  const rows = left.length === 1 ? [1, ...left] : left;
  const columns = right.length === 1 ? [...right, 1] : right;
  const [m, k, n] = [rows.at(-2)!, rows.at(-1)!, columns.at(-1)!];
  if (k !== columns.at(-2)) throw new BadInput(`[${left}] and [${right}] differ in the dimension that is summed`);
  const stacks = broadcastDims([rows.slice(0, -2), columns.slice(0, -2)]);
  const [ofRows, ofColumns] = [rows, columns].map((dims) => broadcastIndex(dims.slice(0, -2), stacks)) as [
    (stack: number) => number,
    (stack: number) => number,
  ];
  return {
    dims: [...stacks, ...(left.length > 1 ? [m] : []), ...(right.length > 1 ? [n] : [])],
    terms(index) {
      const [stack, i, j] = [Math.floor(index / (m * n)), Math.floor(index / n) % m, index % n];
      const [row, column] = [(ofRows(stack) * m + i) * k, ofColumns(stack) * k * n + j];
      return range(k).map((p) => ({ left: row + p, right: column + p * n }));
    },
  };
}
