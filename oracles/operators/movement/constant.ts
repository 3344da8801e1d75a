import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { BadInput } from '../../bad-input.ts';
import { type Values, values } from '../../node.ts';
import type { DType } from '../../numerics/dtype.ts';
import type { Tensor } from '../../numerics/tensor.ts';
import { scalarsOf } from '../../numerics/tensor.ts';
import type { AttributeValue } from '../../operator.ts';
import { movement } from './movement.ts';

/** Constant: the tensor that an attribute holds. */
export const constant = movement({
  name: 'Constant',
  definition: 'the tensor in the one attribute that is given',
  bindings: () => [{}],
  oneOf: (schema) => schema.attributes.map(({ name }) => name),
  evaluate: (a, { attributes }) => {
    const [given, ...others] = Object.values(attributes);
    if (!given || others.length > 0) throw new BadInput(`${others.length + (given ? 1 : 0)} values are given`);
    return [held(a, given)];
  },
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

/** The value of an attribute as a tensor: numbers are of rank 0, lists of rank 1. */
function held<S>(a: Arithmetic<S>, { type, value }: AttributeValue): Values<S> {
  if (type === 'TENSOR') return constants(a, value);
  if (type === 'STRING' || type === 'STRINGS') throw new BadInput('strings are not known');
  const dims = Array.isArray(value) ? [value.length] : [];
  const numbers = [value].flat() as number[];
  const isFloat = type === 'FLOAT' || type === 'FLOATS';
  const dtype: DType = isFloat ? 'float32' : 'int64';
  return values(dtype, dims, (i) => a.of(isFloat ? Math.fround(numbers[i]!) : BigInt(numbers[i]!)));
}

/** The elements of a tensor as constants. */
export function constants<S>(a: Arithmetic<S>, tensor: Tensor): Values<S> {
  const scalar = scalarsOf(tensor);
  // what is no number is only ever held
  return values(tensor.dtype, tensor.dims, (i) => a.of(scalar(i) as number));
}
