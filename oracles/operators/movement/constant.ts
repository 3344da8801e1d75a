import type { DType } from '../../numerics/dtype.ts';
import { type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import type { AttributeValue } from '../../spec/declaration.ts';
import { constants, movement } from './movement.ts';

/** Constant: the tensor of an attribute. */
export const constant = movement({
  name: 'Constant',
  definition: 'the tensor in the one attribute that is given',
  bindings: () => [{}],
  oneOf: (schema) => schema.attributes.map(({ name }) => name),
  evaluate: (a, { attributes }) => Object.values(attributes).map((given) => constants(a, tensorOf(given))),
  says: ({ attributes }) => ({
    value: ['The output is value, bit for bit.', 'attribute value'],
    'rank-zero': ['A constant may have rank 0.', 'attribute value'],
    'size-zero': ['A constant may have no elements.', 'attribute value'],
    ...(attributes.length > 2 && {
      'value-float': ['value_float is a scalar float32.', 'attribute value_float'],
      'value-floats': ['value_floats is a list of float32.', 'attribute value_floats'],
      'value-int': ['value_int is a scalar int64.', 'attribute value_int'],
      'value-ints': ['value_ints is a list of int64.', 'attribute value_ints'],
      'value-string': ['value_string is a scalar string.', 'attribute value_string'],
      'value-strings': ['value_strings is a list of strings.', 'attribute value_strings'],
    }),
  }),
});

/** The dtypes of attributes with one value, or a list of values. */
const dtypeOf: Readonly<Record<string, DType>> = { FLOAT: 'float32', INT: 'int64', STRING: 'string' };

/** Converts the value of an attribute to a tensor: of rank 0, or of rank 1 for a list. */
function tensorOf({ type, value }: AttributeValue): Tensor {
  if (type === 'TENSOR') return value;
  const all = [value as number | string | readonly (number | string)[]].flat();
  const dtype = dtypeOf[type.replace(/S$/, '')]!;
  const dims = Array.isArray(value) ? [all.length] : [];
  return tensorOfScalars(dtype, dims, (i) => (dtype === 'int64' ? BigInt(all[i]!) : all[i]!));
}
