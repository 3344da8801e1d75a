import { floatDTypes } from '../../numerics/dtype.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** What shape inference makes of a negative sum of pads. */
const onnxInference = { document: 'onnx/defs/nn/defs.cc', place: 'convPoolShapeInference' };

const outsideMaxima = 'Padding widens the input on both sides, and is not taken into the maximum.';

/** The clauses of operators that make one element of each window, or of each channel; `padding` says what padding does. */
export function poolingClauses(schema: Schema, padding = outsideMaxima): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const has = (attribute: string) => schema.attributes.some((declared) => declared.name === attribute);
  const rounds = padding !== outsideMaxima;
  /** what an attribute does, where a version has it */
  const ofAttribute = (attribute: string, id: string, text: string) =>
    has(attribute) ? [says(id, text, `attribute ${attribute}`)] : [];
  return [
    has('kernel_shape')
      ? says('definition', 'Each element of the output is computed from the elements of its window.')
      : says('definition', 'Each element of the output is computed from all elements of its channel.'),
    ...ofAttribute('strides', 'strides', 'Windows are as far apart as strides says.'),
    ...ofAttribute('pads', 'pads', padding),
    ...ofAttribute(
      'auto_pad',
      'auto-pad',
      'SAME_UPPER and SAME_LOWER pad so that there are ⌈size/stride⌉ windows, VALID does not.',
    ),
    ...(has('auto_pad')
      ? [
          implies(
            'auto-pad-none',
            'SAME_UPPER and SAME_LOWER pad by nothing where the strides between windows pass over the end: pads are 0 or more.',
            onnxInference,
          ),
          says(
            'no-window',
            'Where the formula of the output has 0 windows, as the data are shorter than one, it is empty.',
          ),
        ]
      : []),
    says(
      'any-rank',
      has('kernel_shape') ? 'Windows have one dimension or several.' : 'Channels have one dimension or several.',
      'input X',
    ),
    ...ofAttribute('dilations', 'dilations', 'The elements of a window lie dilations apart.'),
    ...ofAttribute('ceil_mode', 'ceil-mode', 'With ceil_mode=1 a last window that is not filled counts.'),
    ...ofAttribute(
      'count_include_pad',
      'count-include-pad',
      'With count_include_pad=1 padding counts as elements that are 0, and what lies beyond it does not.',
    ),
    ...ofAttribute('p', 'order-of-norm', 'The norm is that of order p.'),
    ...(schema.outputs.length > 1
      ? [
          says('indices', 'Indices count through all of the input, padding apart.', 'output Indices'),
          says('storage-order', 'With storage_order=1 they count columns first.', 'attribute storage_order'),
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
      rounds ? 'Infinities and NaN are those of IEEE 754.' : 'Infinities, zeros and NaN are compared as in IEEE 754.',
      ieee754(rounds ? '6 and 7' : '5.11'),
      floatDTypes,
    ),
  ];
}
