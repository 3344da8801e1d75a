import { clausesOf, ieee754 } from '../../clauses.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import type { Clause } from '../../operator.ts';
import type { Schema } from '../../schemas/schemas.ts';

/** The clauses of operators that make one element of each window. */
export function poolingClauses(name: string, schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(name, schema);
  const has = (attribute: string) => schema.attributes.some((declared) => declared.name === attribute);
  return [
    says('definition', 'Each element of the output is computed from the elements of its window.'),
    says('strides', 'Windows are as far apart as strides says.', 'attribute strides'),
    says('pads', 'Padding widens the input on both sides, and is not taken into the maximum.', 'attribute pads'),
    says(
      'auto-pad',
      'SAME_UPPER and SAME_LOWER pad so that there are ⌈size/stride⌉ windows, VALID does not.',
      'attribute auto_pad',
    ),
    says('any-rank', 'Windows have one dimension or several.', 'input X'),
    ...(has('dilations')
      ? [says('dilations', 'The elements of a window lie dilations apart.', 'attribute dilations')]
      : []),
    ...(has('ceil_mode')
      ? [says('ceil-mode', 'With ceil_mode=1 a last window that is not filled counts.', 'attribute ceil_mode')]
      : []),
    ...(schema.outputs.length > 1
      ? [
          says('indices', 'Indices count through all of the input, padding apart.', 'output Indices'),
          says('storage-order', 'With storage_order=1 they count columns first.', 'attribute storage_order'),
        ]
      : []),
    implies('special-values', 'Infinities, zeros and NaN are compared as in IEEE 754.', ieee754('5.11'), floatDTypes),
  ];
}
