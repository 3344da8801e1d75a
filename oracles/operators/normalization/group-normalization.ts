import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { rule } from '../../spec/rules.ts';
import { parameterRule, rowClauses, stashRule } from './clauses.ts';
import { normalizeGroups } from './groups.ts';
import { byDefinition, otherChoices, otherWays } from './standardize.ts';

const normalizedBy = normalizeGroups((node) => {
  const groups = node.number('num_groups');
  return node.has('stash_type') ? { groups, stash: node.floatType('stash_type') } : { groups, byGroup: true };
});

/**
 * GroupNormalization: subtracts the mean of each group of channels of each instance, divides by √(variance + ε), then scales and
 * shifts by channel; at version 18 by group.
 */
export const groupNormalization = define({
  name: 'GroupNormalization',
  family: 'normalization',
  definition: 'y = scale · (x - mean) / √(variance + ε) + bias',
  evaluate: normalizedBy(byDefinition),
  algorithms: otherWays.map(normalizedBy),
  alternatives: () => otherChoices(byDefinition, normalizedBy),
  clauses(schema) {
    const { says } = clausesOf(schema);
    const { since } = schema;
    return [
      says(
        'definition',
        'Each group of channels of each instance is normalized to mean 0 and variance 1, scaled and shifted.',
      ),
      says(
        'groups',
        'A group consists of consecutive channels; all groups have the same number.',
        'attribute num_groups',
      ),
      since < 21
        ? says('channels', 'scale and bias have one number for each group.', 'inputs')
        : says('channels', 'scale and bias have one number for each channel.', 'inputs'),
      says('any-rank', 'There may be any number of dimensions after the channels.', 'input X'),
      ...(since >= 21
        ? [says('stash', 'Everything up to the quotient is computed in the stash type.', 'attribute stash_type')]
        : []),
      ...rowClauses(schema),
    ];
  },
  rules: (schema) => [
    parameterRule(schema),
    rule('invalid-group-count', 'The number of groups divides the number of channels.', 'attribute num_groups', schema),
    ...(schema.since >= 21 ? [stashRule(schema)] : []),
  ],
});
