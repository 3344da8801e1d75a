import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { checkImages, parameterRule, rowClauses } from './clauses.ts';
import { normalizeGroups } from './groups.ts';
import { byDefinition, otherChoices, otherWays } from './standardize.ts';

const normalizedBy = normalizeGroups((node) => {
  checkImages(node);
  return { groups: node.input(0).dims[1] ?? 1, isSpatial: true };
});

/** InstanceNormalization: subtracts the mean of each channel of each instance, divides by √(variance + ε), then scales and shifts. */
export const instanceNormalization = define({
  name: 'InstanceNormalization',
  family: 'normalization',
  definition: 'y = scale · (x - mean) / √(variance + ε) + B',
  evaluate: normalizedBy(byDefinition),
  algorithms: otherWays.map(normalizedBy),
  alternatives: () => otherChoices(byDefinition, normalizedBy),
  clauses(schema) {
    const { says } = clausesOf(schema);
    return [
      says('definition', 'Each channel of each instance is normalized to mean 0 and variance 1, scaled and shifted.'),
      says('channels', 'scale and B have one number for each channel.', 'inputs'),
      ...(schema.since > 1
        ? [says('any-rank', 'There may be any number of dimensions after the channels.', 'input input')]
        : []),
      ...rowClauses(schema),
    ];
  },
  rules: (schema) => [parameterRule(schema)],
});
