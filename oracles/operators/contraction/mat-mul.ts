import { matrixProduct } from '../../arrays/matrices.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { productClauses } from './clauses.ts';
import { dotOf } from './dot.ts';

/** MatMul: Y[…,i,j] = Σₖ A[…,i,k]·B[…,k,j], stacks of matrices broadcast; a vector is a row of A, a column of B. */
export const matMul = define({
  name: 'MatMul',
  family: 'contraction',
  definition: 'Y[…,i,j] = Σₖ A[…,i,k]·B[…,k,j]',
  evaluate(a, node) {
    const [A, B] = [node.input(0), node.input(1)];
    const { dims, terms } = matrixProduct(A.dims, B.dims);
    return [values(A.dtype, dims, (index) => dotOf(a, terms(index), A, B))];
  },
  clauses: (schema) => productClauses(schema),
  rules: (schema) => [
    rule('invalid-inner-dimension', 'The dimension to sum over has the same size in both operands.', 'summary', schema),
    rule('invalid-scalar', 'Neither input is a scalar, which numpy.matmul does not accept.', 'summary', schema),
  ],
});
