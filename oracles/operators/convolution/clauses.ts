import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { floatProductClauses } from '../contraction/clauses.ts';

/** The output size under auto_pad=SAME_UPPER and SAME_LOWER: the text of version 1 mentions only the size of the input. */
const paddedTo = (since: number): string => (since === 1 ? 'as many windows as elements' : '⌈size/stride⌉ windows');

/** Returns the clauses of operators that sum the products of weights and the data under them. */
export function convolutionClauses(schema: Schema, definition: string): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const has = (attribute: string) => schema.attributes.some((declared) => declared.name === attribute);
  const hasBias = schema.inputs.some((input) => input.name === 'B');
  return [
    says('definition', definition),
    says('strides', 'strides is the distance between windows.', 'attribute strides'),
    says('pads', 'Padding extends the data on both sides, and adds nothing to a sum.', 'attribute pads'),
    ...(has('auto_pad')
      ? [
          says(
            'auto-pad',
            `SAME_UPPER and SAME_LOWER pad so that there are ${paddedTo(schema.since)}, with an odd element of padding at the end or at the beginning; VALID does not pad.`,
            'attribute auto_pad',
          ),
        ]
      : []),
    says('dilations', 'dilations is the distance between the elements of a window.', 'attribute dilations'),
    says('groups', 'Channels are in groups, each with its own filters.', 'attribute group'),
    says('kernel-shape', 'kernel_shape, if given, is the shape of the weights.', 'attribute kernel_shape'),
    says('any-rank', 'Windows have one or several dimensions.', 'input X'),
    ...(hasBias ? [says('bias', 'The bias of a channel is added to each of its elements.', 'input B')] : []),
    implies(
      'nothing-to-add',
      'If there are no channels, sums are 0; if there are no batches, the output is empty.',
      ieee754('9.4'),
    ),
    ...floatProductClauses(schema),
  ];
}

/** Returns the rules for models. */
export const convolutionRules = (schema: Schema): readonly Clause[] => [
  rule('invalid-groups', 'The number of groups divides the channels of data and result.', 'inputs X and W', schema),
  rule('invalid-kernel-shape', 'kernel_shape is the shape of the weights.', 'attribute kernel_shape', schema),
  ...(schema.inputs.some((input) => input.name === 'B')
    ? [rule('invalid-bias', 'The bias has one number for each channel.', 'input B', schema)]
    : []),
];
