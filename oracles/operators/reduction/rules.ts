import type { Clause } from '../../operator.ts';
import { rule } from '../../rules.ts';
import type { VersionFeatures } from './clauses.ts';

/** What a reduction forbids beyond what its declarations say: all of it concerns axes. */
export function reductionRules(name: string, version: VersionFeatures): readonly Clause[] {
  const { since } = version;
  const schema = `${name}-${since}`;
  const misplaced =
    version.axesFrom === 'input'
      ? rule('illegal-axes-attribute', 'axes is an input, no attribute.', `${schema}, inputs: axes`, since)
      : rule('illegal-axes-input', 'axes is an attribute, no input.', `${schema}, attributes: axes`, since);
  return [
    ...(version.since >= 11 && !version.infersAsVersion1
      ? [
          rule(
            'illegal-axes-out-of-range',
            'An axis lies in [-r, r-1] for data of rank r; rank 0 has none.',
            `${schema}, axes: accepted range; refused by its shape inference`,
            since,
          ),
        ]
      : []),
    misplaced,
    rule(
      'illegal-axes-twice',
      'axes is given in one way, not as attribute and input at once.',
      `${schema}, axes`,
      since,
    ),
  ];
}
