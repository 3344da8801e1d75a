import { numpy } from '../../clauses.ts';
import type { Clause, Source } from '../../operator.ts';
import { releaseOf } from '../../releases.ts';
import type { Schema } from '../../schemas/schemas.ts';
import { changelog, sentence } from '../../source.ts';

/** The clauses that all elementwise operators share. */
export function elementwiseClauses(
  { name, since, inputs, attributes }: Schema,
  broadcast?: 'to the first' | 'scalars',
): readonly Clause[] {
  const summary = sentence(changelog, `${name}-${since}, summary`, releaseOf(since));
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
  const isBroadcast = inputs.length > 1 || inputs[0]?.variadic;
  const byAttribute = attributes.some((attribute) => attribute.name === 'broadcast');
  return [
    clause('definition', 'Each element of the output is computed from those at its place in the inputs.'),
    clause(
      'special-values',
      'Zeros, infinities, NaN, subnormal and extreme numbers are computed with as the definition has it.',
      { document: 'IEEE 754-2019', place: '6 and 7' },
      'implied',
    ),
    clause('any-rank', 'Tensors of any rank are taken.'),
    clause('rank-zero', 'Tensors of rank 0 are taken.', numpy('ufunc'), 'implied'),
    clause('size-zero', 'Without elements the output has none.', numpy('ufunc'), 'implied'),
    clause('any-length', 'Every element is computed, however many there are.'),
    ...(isBroadcast && !byAttribute && since >= 7 && broadcast !== 'scalars'
      ? [
          clause(
            'broadcasting',
            broadcast
              ? 'The second input is broadcast to the shape of the first.'
              : 'Shapes are broadcast against each other as in numpy.',
            sentence(
              'Broadcasting.md',
              `${broadcast ? 'Unidirectional' : 'Multidirectional'} Broadcasting`,
              releaseOf(since),
            ),
          ),
        ]
      : []),
    ...(byAttribute
      ? [
          clause(
            'broadcast-attribute',
            'With broadcast=1 the second input is repeated along the dimensions that it lacks, from axis on or so that the last ones match.',
          ),
        ]
      : []),
  ];
}
