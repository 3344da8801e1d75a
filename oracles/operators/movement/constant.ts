import { BadInput } from '../../bad-input.ts';
import type { AttributeValue } from '../../declaration.ts';
import { type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import { constants, movement } from './movement.ts';

/** Constant: the tensor that an attribute holds. */
export const constant = movement({
  name: 'Constant',
  definition: 'the tensor in the one attribute that is given',
  bindings: () => [{}],
  oneOf: (schema) => schema.attributes.map(({ name }) => name),
  evaluate: (a, { attributes }) => Object.values(attributes).map((given) => constants(a, tensorOf(given))),
  says: ({ attributes }) => ({
    value: ['The output is value, bit for bit.', 'attribute value'],
    'rank-zero': ['A constant may be of rank 0.', 'attribute value'],
    'size-zero': ['A constant may have no elements.', 'attribute value'],
    ...(attributes.length > 2 && {
      'value-float': ['value_float is a scalar float32.', 'attribute value_float'],
      'value-floats': ['value_floats is a list of float32.', 'attribute value_floats'],
      'value-int': ['value_int is a scalar int64.', 'attribute value_int'],
      'value-ints': ['value_ints is a list of int64.', 'attribute value_ints'],
    }),
  }),
});

/** The value of an attribute as a tensor: of rank 0, where it is a list of rank 1. */
function tensorOf({ type, value }: AttributeValue): Tensor {
  if (type === 'TENSOR') return value;
  if (type === 'STRING' || type === 'STRINGS') throw new BadInput('strings are not known');
  const numbers = [value].flat();
  const isFloat = type === 'FLOAT' || type === 'FLOATS';
  const dims = Array.isArray(value) ? [numbers.length] : [];
  return tensorOfScalars(isFloat ? 'float32' : 'int64', dims, (i) => (isFloat ? numbers[i]! : BigInt(numbers[i]!)));
}
