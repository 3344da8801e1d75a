import { type DType, dtypes, floatDTypes as floats, formatOf } from '../../numerics/dtype.ts';
import type { Level } from '../../spec/level.ts';
import type { Clause, HistoricalWording, Source } from '../../spec/operator.ts';
import { type Release, releaseOf } from '../../spec/releases.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { changelog, historicalWording, sentence } from '../../spec/source.ts';

const integers = dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');

/** The differences between the operators. */
export interface ArgReductionFeatures {
  readonly name: string;
  /** the wanted element: `largest` */
  readonly extreme: string;
}

/** Returns the clauses of one version of an arg-reduction. */
export function argReductionClauses(
  { name, extreme }: ArgReductionFeatures,
  { since, attributes }: Schema,
): readonly Clause[] {
  const schema = `${name}-${since}`;
  // only version 11 has this sentence
  const forbidsEmptyData = since === 11;
  const clause = (id: string, text: string, source: Source, level: Level = 'specified', only?: readonly DType[]) =>
    only ? { id, text, source, level, dtypes: only } : { id, text, source, level };
  const came = releaseOf(since);
  const says = (place: string, ...history: [since?: Release, before?: readonly HistoricalWording[]]) =>
    sentence(changelog, `${schema}, ${place}`, came, ...history);
  const ieee754 = (place: string): Source => ({ document: 'IEEE 754-2019', place });
  const silent: Source = { document: changelog, place: `${schema}: no sentence mentions it` };
  const forbidden = says('summary: the input must not be empty', '1.15');

  const shape: Clause[] = [
    clause(
      'definition',
      `Each output element is the index along axis, counted from 0, of the ${extreme} element of its slice.`,
      says('summary'),
    ),
    clause(
      'output-type',
      'The output has type int64, for any type of data.',
      says(
        'outputs: reduced is of type tensor(int64)',
        '1.2',
        since === 1 ? [historicalWording('it has type int32', '1.0', '1.1.2')] : undefined,
      ),
    ),
    clause(
      'axis-listed',
      'Only the dimension axis is reduced; the other dimensions keep their size and order.',
      says('attribute axis'),
    ),
    ...(since < 11
      ? [
          clause(
            'axis-negative',
            'A negative axis counts from the last dimension.',
            { document: 'shape inference', place: `${schema}: normalises; the text names no range` },
            'unspecified',
          ),
        ]
      : []),
    clause('keepdims-one', 'keepdims=1 keeps the reduced dimension with size 1.', says('attribute keepdims')),
    clause('keepdims-zero', 'keepdims=0 removes the reduced dimension.', says('attribute keepdims')),
    clause(
      'rank-zero',
      'Data of rank 0 has no dimension for the default axis: it is rejected, or the result is the scalar 0.',
      silent,
      'unspecified',
    ),
    clause('any-rank', 'The rank of data is not limited.', says('inputs: data is an input tensor')),
    clause('any-length', 'The length of axis is not limited.', says('inputs: data is an input tensor')),
    clause(
      'empty-set',
      'The index of an extremum among no elements is undefined; such a model may be rejected.',
      forbidsEmptyData ? forbidden : silent,
      'undefined',
    ),
    forbidsEmptyData
      ? clause(
          'zero-size-kept',
          'Empty data is rejected, even if no index is required, or the output is empty.',
          forbidden,
          'undefined',
        )
      : clause(
          'zero-size-kept',
          'A dimension of size 0 that is not reduced is kept, and the output is empty.',
          says('attribute axis: only that dimension is reduced'),
        ),
  ];
  const ties: Clause[] = attributes.some((attribute) => attribute.name === 'select_last_index')
    ? [
        clause(
          'ties-first',
          `select_last_index=0: the first of several ${extreme} elements is selected.`,
          says('attribute select_last_index'),
        ),
        clause(
          'ties-last',
          `select_last_index=1: the last of several ${extreme} elements is selected.`,
          says('attribute select_last_index'),
        ),
      ]
    : [clause('ties', `The first or the last of several ${extreme} elements is selected.`, silent, 'unspecified')];
  const ofFloats: Clause[] = [
    clause(
      'last-place',
      'Numbers that differ only in the last bit are not equal.',
      says('summary'),
      'specified',
      floats,
    ),
    clause(
      'infinity',
      'Infinities are beyond all finite numbers, and equal to themselves.',
      ieee754('5.11 and 6.1'),
      'implied',
      floats,
    ),
    clause(
      'nan',
      'For a slice with NaN, the result is the index of its first or last NaN, or NaN is ignored.',
      silent,
      'unspecified',
      floats,
    ),
    clause('subnormal', 'Subnormal numbers are treated as numbers, not as zero.', ieee754('3.3'), 'implied', floats),
    clause('zero-sign', 'Zeros of either sign are equal.', ieee754('5.11'), 'implied', floats),
  ];
  const ofIntegers: Clause[] = [
    clause(
      'integer-exact',
      'Integers are compared exactly, up to the ends of their range.',
      says('summary'),
      'specified',
      integers,
    ),
  ];
  return [...shape, ...ties, ...ofFloats, ...ofIntegers];
}
