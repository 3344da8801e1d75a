import { floatDTypes } from '../../numerics/dtype.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** The source of the treatment of a negative sum of pads. */
const onnxInference = { document: 'onnx/defs/nn/defs.cc', place: 'convPoolShapeInference' };

const outsideMaxima = 'Padding extends the input on both sides, and is excluded from the maximum.';

/**
 * Returns the clauses of operators that compute one element from each window or channel.
 * @param padding the text of the clause about padding
 */
export function poolingClauses(schema: Schema, padding = outsideMaxima): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const has = (attribute: string) => schema.attributes.some((declared) => declared.name === attribute);
  const rounds = padding !== outsideMaxima;
  /** the clause of an attribute, if the version has it */
  const ofAttribute = (attribute: string, id: string, text: string) =>
    has(attribute) ? [says(id, text, `attribute ${attribute}`)] : [];
  return [
    has('kernel_shape')
      ? says('definition', 'Each element of the output is computed from the elements of its window.')
      : says('definition', 'Each element of the output is computed from all elements of its channel.'),
    ...ofAttribute('strides', 'strides', 'strides is the distance between windows.'),
    ...ofAttribute('pads', 'pads', padding),
    ...ofAttribute(
      'auto_pad',
      'auto-pad',
      'SAME_UPPER and SAME_LOWER pad so that there are ⌈size/stride⌉ windows; VALID does not pad.',
    ),
    ...(has('auto_pad')
      ? [
          implies(
            'auto-pad-none',
            'SAME_UPPER and SAME_LOWER add no padding if their formula gives a negative sum: pads are 0 or more.',
            onnxInference,
          ),
          says(
            'no-window',
            'The output is empty if its formula gives 0 windows because the data are shorter than a window.',
          ),
        ]
      : []),
    says(
      'any-rank',
      has('kernel_shape') ? 'Windows have one or several dimensions.' : 'Channels have one or several dimensions.',
      'input X',
    ),
    ...ofAttribute('dilations', 'dilations', 'dilations is the distance between the elements of a window.'),
    ...ofAttribute('ceil_mode', 'ceil-mode', 'With ceil_mode=1, a last window that is only partly filled is included.'),
    ...ofAttribute(
      'count_include_pad',
      'count-include-pad',
      'With count_include_pad=1, padding counts as elements that are 0; positions beyond it do not count.',
    ),
    ...ofAttribute('p', 'order-of-norm', 'p is the order of the norm.'),
    ...(schema.outputs.length > 1
      ? [
          says('indices', 'Indices count all elements of the input, without padding.', 'output Indices'),
          says('storage-order', 'With storage_order=1, indices are column-major.', 'attribute storage_order'),
        ]
      : []),
    ...(rounds
      ? [
          implies(
            'accuracy',
            'Rounding errors stay within the proven bound of an evaluation in the type itself, in any order.',
            ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
            floatDTypes,
          ),
        ]
      : []),
    implies(
      'special-values',
      rounds ? 'Infinities and NaN follow IEEE 754.' : 'Infinities, zeros and NaN are compared as in IEEE 754.',
      ieee754(rounds ? '6 and 7' : '5.11'),
      floatDTypes,
    ),
  ];
}
