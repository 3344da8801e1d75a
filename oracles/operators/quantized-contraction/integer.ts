import { matrixProduct } from '../../arrays/matrices.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { dotOf } from '../contraction/dot.ts';
import { convolutionClauses, convolutionRules } from '../convolution/clauses.ts';
import { convolutionOf } from '../convolution/convolution.ts';
import { paddings } from '../pooling/sliding.ts';
import { placeOfTensor, placesInMatrix, placesOfFilters, subtractZeroPoints } from './zero-points.ts';

/** The types of both operands: 8-bit integers, signed or unsigned. */
const pairs = (['uint8', 'int8'] as const).flatMap((T1) => (['uint8', 'int8'] as const).map((T2) => ({ T1, T2 })));

/** MatMulInteger: the matrix product of integers after subtraction of their zero points, in 32 bits. */
export const matMulInteger = define({
  name: 'MatMulInteger',
  family: 'quantized-contraction',
  definition: 'Y[…,i,j] = Σₖ (A[…,i,k] - a₀)·(B[…,k,j] - b₀)',
  evaluate(a, node) {
    const [A, B, zeroOfA, zeroOfB] = [node.input(0), node.input(1), node.inputs[2], node.inputs[3]];
    const { dims, terms } = matrixProduct(A.dims, B.dims);
    const left = subtractZeroPoints(a, A, zeroOfA, zeroOfA && placesInMatrix(zeroOfA.dims, A.dims, 'left'));
    const right = subtractZeroPoints(a, B, zeroOfB, zeroOfB && placesInMatrix(zeroOfB.dims, B.dims, 'right'));
    return [values('int32', dims, (index) => dotOf(a, terms(index), left, right))];
  },
  bindings: () => pairs,
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says(
        'definition',
        'Each element is the dot product of a row and a column, after subtraction of their zero points.',
      ),
      says('wide-sums', 'Products do not overflow; sums overflow only beyond 32 bits.'),
      says('stacks', 'All dimensions except the last two select a matrix, and are broadcast.'),
      says(
        'vectors',
        'A vector is a row on the left and a column on the right; the result does not have its dimension.',
      ),
      says('zero-points', 'A zero point is subtracted from every element.', 'inputs a_zero_point and b_zero_point'),
      says('zero-points-per-row', 'Rows of A may have a zero point each.', 'input a_zero_point'),
      says('zero-points-per-column', 'Columns of B may have a zero point each.', 'input b_zero_point'),
      implies(
        'nothing-to-add',
        'A sum of no products is 0; if there are no rows or columns, the output is empty.',
        numpy('matmul'),
      ),
      implies('any-length', 'Every product is added once, for any length of the rows.', numpy('matmul')),
    ];
  },
  rules: (schema) => [
    rule('invalid-inner-dimension', 'The dimension to sum over has the same size in both operands.', 'summary', schema),
    rule('invalid-parameters', 'There is one zero point, or one for each row or column.', 'inputs', schema),
  ],
});

/** ConvInteger: a convolution of integers after subtraction of their zero points, in 32 bits; padding equals the zero point. */
export const convInteger = define({
  name: 'ConvInteger',
  family: 'quantized-contraction',
  definition: 'y[n,m,o] = Σ (w[m,c,k] - w₀)·(x[n,c,o·stride + k·dilation - pad] - x₀)',
  attributeValues: () => ({ auto_pad: paddings }),
  evaluate(a, node) {
    const [x, w, zeroOfX, zeroOfW] = [node.input(0), node.input(1), node.inputs[2], node.inputs[3]];
    const { dims, terms } = convolutionOf(node, x.dims, w.dims);
    const data = subtractZeroPoints(a, x, zeroOfX, zeroOfX && placeOfTensor(zeroOfX.dims));
    const weights = subtractZeroPoints(a, w, zeroOfW, zeroOfW && placesOfFilters(zeroOfW.dims, w.dims));
    return [values('int32', dims, (index) => dotOf(a, terms(index), data, weights))];
  },
  bindings: () => pairs,
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      ...convolutionClauses(
        schema,
        'Each element is the dot product of a filter and the window under it, after subtraction of their zero points.',
      ),
      says('wide-sums', 'Products do not overflow; sums overflow only beyond 32 bits.'),
      says('zero-points', 'A zero point is subtracted from every element.', 'inputs x_zero_point and w_zero_point'),
      says('zero-points-per-channel', 'Filters may have a zero point each.', 'input w_zero_point'),
    ];
  },
  rules: (schema) => [
    ...convolutionRules(schema),
    rule(
      'invalid-parameters',
      'There is one zero point for the data, and one for all filters or one for each.',
      'inputs',
      schema,
    ),
  ],
});
