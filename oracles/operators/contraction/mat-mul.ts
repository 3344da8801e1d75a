import { broadcastDims, broadcastIndex } from '../../arrays/broadcast.ts';
import { range } from '../../arrays/lines.ts';
import { BadInput } from '../../bad-input.ts';
import { define } from '../../define.ts';
import { values } from '../../node.ts';
import { rule } from '../../rules.ts';
import { productClauses } from './clauses.ts';

/** MatMul: Y[…,i,j] = Σₖ A[…,i,k]·B[…,k,j], stacks of matrices broadcast; a vector is a row of A, a column of B. */
export const matMul = define({
  name: 'MatMul',
  family: 'contraction',
  definition: 'Y[…,i,j] = Σₖ A[…,i,k]·B[…,k,j]',
  evaluate(a, node) {
    const [A, B] = [node.input(0), node.input(1)];
    if (A.dims.length === 0 || B.dims.length === 0) throw new BadInput('a matrix product of a scalar');
    const left = A.dims.length === 1 ? [1, ...A.dims] : A.dims;
    const right = B.dims.length === 1 ? [...B.dims, 1] : B.dims;
    const [m, k, n] = [left.at(-2)!, left.at(-1)!, right.at(-1)!];
    if (k !== right.at(-2)) throw new BadInput(`[${A.dims}] and [${B.dims}] differ in the dimension that is summed`);
    const stacks = broadcastDims([left.slice(0, -2), right.slice(0, -2)]);
    const stackOfA = broadcastIndex(left.slice(0, -2), stacks);
    const stackOfB = broadcastIndex(right.slice(0, -2), stacks);
    const dims = [...stacks, ...(A.dims.length > 1 ? [m] : []), ...(B.dims.length > 1 ? [n] : [])];
    return [
      values(A.dtype, dims, (index) => {
        const [stack, i, j] = [Math.floor(index / (m * n)), Math.floor(index / n) % m, index % n];
        const row = range(k).map((p) => A.at((stackOfA(stack) * m + i) * k + p));
        const column = range(k).map((p) => B.at((stackOfB(stack) * k + p) * n + j));
        return a.dot(row, column);
      }),
    ];
  },
  clauses: (schema) => productClauses('MatMul', schema),
  rules: ({ since }) => [
    rule('illegal-inner-dimension', 'The dimension that is summed has one size.', `MatMul-${since}, summary`, since),
    rule('illegal-scalar', 'Neither input is a scalar: numpy.matmul takes none.', `MatMul-${since}, summary`, since),
  ],
});
