import { floatDTypes } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** Returns the clauses of matrix products, whose text refers to numpy.matmul. */
export function productClauses(schema: Schema): readonly Clause[] {
  const { says } = clausesOf(schema);
  return [
    ...sumOfProductsClauses(schema, 'Each element of the result is the dot product of a row and a column.'),
    says('stacks', 'All dimensions except the last two select a matrix, and are broadcast.'),
    says('vectors', 'A vector is a row on the left and a column on the right; the result does not have its dimension.'),
  ];
}

/** Returns the clauses of operators whose results are sums of products. */
export function sumOfProductsClauses(schema: Schema, definition: string): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  return [
    says('definition', definition),
    implies(
      'nothing-to-add',
      'A sum of no products is 0; if there are no rows or columns, the output is empty.',
      numpy('matmul'),
    ),
    implies('any-length', 'Every product is added once, for any length of the rows.', numpy('matmul')),
    ...floatProductClauses(schema),
  ];
}

/** The clauses of what floats are multiplied and added to. */
export function floatProductClauses(schema: Schema): readonly Clause[] {
  const { implies } = clausesOf(schema);
  return [
    implies(
      'accuracy',
      'Rounding errors stay within the proven bound of a sum of products in the type itself, in any order.',
      ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
      floatDTypes,
    ),
    implies(
      'special-values',
      'Infinities and NaN are multiplied and added as in IEEE 754: products with zero are NaN.',
      ieee754('6 and 7'),
      floatDTypes,
    ),
  ];
}
