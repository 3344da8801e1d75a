import { numpy } from '../../spec/clauses.ts';
import type { Clause, Source } from '../../spec/operator.ts';
import { releaseOf } from '../../spec/releases.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { sentence, sentenceOf } from '../../spec/source.ts';
import { firstOpset, opsetOfRules } from '../../spec/version-at.ts';

/** The broadcasting of shapes from opset 7 on, unless the operator requires equal shapes. */
export type Broadcast = 'to each other' | 'to the first' | 'scalars' | 'equal shapes';
/** The broadcasting of the shapes of a version. */
export type BroadcastRule = Broadcast | 'by attribute' | 'by channel';

/** Returns the broadcasting of the shapes of a version: before opset 7 they must be equal, unless the version says otherwise. */
export function broadcastRuleOf(
  version: Pick<Schema, 'since' | 'opset'> & { readonly attributes: readonly { readonly name: string }[] },
  broadcast: Broadcast = 'to each other',
  formerlyByChannel = false,
): BroadcastRule {
  if (version.attributes.some(({ name }) => name === 'broadcast')) return 'by attribute';
  if (opsetOfRules(version) >= 7) return broadcast;
  return formerlyByChannel ? 'by channel' : 'equal shapes';
}

const isOfSeveral = ({ inputs }: Schema): boolean => inputs.length > 1 || inputs[0]?.variadic !== undefined;

/** The rules for each kind of broadcasting. */
const misfits: Readonly<Record<BroadcastRule, string>> = {
  'to each other': 'Shapes that cannot be broadcast to each other are rejected.',
  'to the first': 'Shapes that cannot be broadcast to that of the first input are rejected.',
  scalars: 'Bounds are scalars.',
  'equal shapes': 'Shapes that differ are rejected.',
  'by attribute': 'Shapes that differ are rejected, unless broadcast and axis allow the second to be repeated.',
  'by channel': 'There is one slope, or one for each channel.',
};

/** Returns the rules that all elementwise operators of several inputs share. */
export function elementwiseRules(schema: Schema, meeting: BroadcastRule): readonly Clause[] {
  if (!isOfSeveral(schema)) return [];
  return [rule('invalid-broadcast', misfits[meeting], 'inputs', schema)];
}

/**
 * Returns the clauses that all elementwise operators share.
 * @param definition an element of the output, as a formula
 */
export function elementwiseClauses(schema: Schema, meeting: BroadcastRule, definition: string): readonly Clause[] {
  const summary = sentenceOf(schema, 'summary');
  const clause = (
    id: string,
    text: string,
    source: Source = summary,
    level: Clause['level'] = 'specified',
  ): Clause => ({
    id,
    text,
    source,
    level,
  });
  return [
    clause(
      'definition',
      `Each output element is computed from the input elements at the same position: ${definition}.`,
    ),
    clause(
      'special-values',
      'Zeros, infinities, NaN, subnormal and extreme numbers follow the formula like all other numbers.',
      { document: 'IEEE 754-2019', place: '6 and 7' },
      'implied',
    ),
    clause('any-rank', 'Tensors of any rank are accepted.'),
    clause('rank-zero', 'Tensors of rank 0 are accepted.', numpy('ufunc'), 'implied'),
    clause('size-zero', 'The output of an empty tensor is empty.', numpy('ufunc'), 'implied'),
    clause('any-length', 'Every element is computed, for any number of elements.'),
    ...(isOfSeveral(schema) && (meeting === 'to each other' || meeting === 'to the first')
      ? [
          clause(
            'broadcasting',
            meeting === 'to the first'
              ? 'The second input is broadcast to the shape of the first.'
              : 'Shapes are broadcast to each other as in numpy.',
            sentence(
              'Broadcasting.md',
              `${meeting === 'to the first' ? 'Unidirectional' : 'Multidirectional'} Broadcasting`,
              releaseOf(firstOpset(schema)),
            ),
          ),
        ]
      : []),
    ...(meeting === 'by attribute'
      ? [
          clause(
            'broadcast-attribute',
            'With broadcast=1, the second input is repeated along its missing dimensions; it matches from axis on, or the last dimensions.',
          ),
        ]
      : []),
  ];
}
