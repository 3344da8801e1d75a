import { type DType, dtypes, floatDTypes as floats, formatOf } from '../../numerics/dtype.ts';
import type { Level } from '../../spec/level.ts';
import type { Clause, HistoricalWording, Source } from '../../spec/operator.ts';
import { isLater, type Release, releaseOf } from '../../spec/releases.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { changelog, sentence } from '../../spec/source.ts';
import { formerNoop } from './historical-wording.ts';

const integers = dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');

/** The differences between the operators. */
export interface ReductionFeatures {
  readonly name: string;
  /** the result of an empty set, in words; `undefined` if the text leaves it undefined */
  readonly emptySet: string | undefined;
  /** the dtypes for which the text defines the result of an empty set; all if absent */
  readonly emptySetOf?: 'floats';
  /** the operation on each single element if no axis is reduced */
  readonly elementwise: string;
  /** the result is one of the elements: nothing rounds or overflows, and the text does not define NaN */
  readonly isExtremum?: boolean;
  /** exact results of integers may not be integers */
  readonly roundsIntegers?: boolean;
  /** there are no partial results in integers: terms are first converted to floats */
  readonly integersInFloats?: boolean;
  /** a backend may reject integers: no function body can compute their logarithm */
  readonly mayRefuseIntegers?: true;
  /** the result of data for which the definition has no finite value */
  readonly domain?: string;
}

/** Returns the clauses that all reductions share, for one version of one operator. */
export function reductionClauses(operator: ReductionFeatures, { since, inputs }: Schema): readonly Clause[] {
  const schema = `${operator.name}-${since}`;
  const came = releaseOf(since);
  const attribute = inputs.length === 1;
  const clause = (id: string, text: string, source: Source, level: Level = 'specified', only?: readonly DType[]) =>
    only ? { id, text, source, level, dtypes: only } : { id, text, source, level };
  const says = (place: string, ...history: [since?: Release, before?: readonly HistoricalWording[]]) =>
    sentence(changelog, `${schema}, ${place}`, came, ...history);
  const ieee754 = (place: string): Source => ({ document: 'IEEE 754-2019', place });
  const silent: Source = { document: changelog, place: `${schema}: no sentence mentions it` };
  const missing: Source = { document: changelog, place: `${schema}: the sentence of its neighbours is missing` };
  // one version of each operator has no sentences on rank 0 and empty sets: 12 of the extrema, 11 of the others
  const printed = since !== (operator.isExtremum ? 12 : 11);
  /** a model that may be rejected for its dtype cannot test other reasons for rejection */
  const uncontested = operator.mayRefuseIntegers && dtypes.filter((dtype) => !integers.includes(dtype));
  // version 13 came before what changed, and its operator does nothing to single elements; version 28 came after it
  const formerly =
    since < 18 || isLater(came, '1.19')
      ? []
      : operator.elementwise === 'x'
        ? [formerNoop.emptyTensorReducesAll]
        : [formerNoop.identity, formerNoop.bodyReducesAll];

  const shape: Clause[] = [
    clause('definition', `Each output element is the result of ${operator.name} on its slice.`, says('summary')),
    clause(
      'axes-absent',
      'Without axes, all dimensions are reduced.',
      says(`${attribute ? 'attribute' : 'input'} axes: the default is to reduce over all dimensions`, '1.2'),
    ),
    clause(
      'axes-empty',
      attribute
        ? 'An empty list of axes reduces all dimensions, as absent axes do.'
        : 'An empty axes tensor reduces all dimensions if noop_with_empty_axes is 0 or absent.',
      attribute
        ? { document: 'shape inference', place: `${schema}: empty axes mean all dimensions` }
        : says('attribute noop_with_empty_axes'),
      attribute ? 'implied' : 'specified',
    ),
    clause(
      'axes-listed',
      'Only the listed axes are reduced; the other dimensions keep their size and order.',
      says(`${attribute ? 'attribute' : 'input'} axes`),
    ),
    clause('axes-order', 'The order of the axes does not matter.', says('axes: a list of axes along which to reduce')),
    ...(since < 11
      ? [
          clause(
            'axes-negative',
            'A negative axis counts from the last dimension.',
            { document: 'shape inference', place: `${schema}: normalises; the text names no range` },
            'unspecified',
            uncontested,
          ),
        ]
      : []),
    clause(
      'axes-duplicate',
      'An axis that is listed twice is rejected, or reduced once.',
      silent,
      'unspecified',
      uncontested,
    ),
    clause('keepdims-one', 'keepdims=1 keeps the reduced dimensions with size 1.', says('attribute keepdims')),
    clause('keepdims-zero', 'keepdims=0 removes the reduced dimensions.', says('attribute keepdims')),
    clause(
      'rank-zero',
      'For data of rank 0, the output has rank 0, whatever keepdims is.',
      printed ? says('summary: input tensors of rank zero are valid', since < 13 ? '1.15' : '1.14') : missing,
      printed ? 'specified' : 'unspecified',
    ),
    clause('any-rank', 'The rank of data is not limited.', says('inputs: data is an input tensor')),
    clause('any-length', 'The number of reduced elements is not limited.', says('inputs: data is an input tensor')),
    clause(
      'empty-set',
      operator.emptySet === undefined
        ? 'The result for an empty set is undefined; only its type and shape are defined.'
        : `Reducing an empty set gives ${operator.emptySet}.`,
      printed ? says('summary: reduction over an empty set of values', '1.15') : missing,
      operator.emptySet === undefined ? 'undefined' : printed ? 'specified' : 'unspecified',
      operator.emptySetOf && floats,
    ),
    ...(operator.emptySetOf
      ? [
          clause(
            'empty-set-of-integers',
            'The result for an empty set of integers is undefined; only type and shape are judged.',
            printed ? says('summary: minus infinity where the type has it, else undefined', '1.15') : missing,
            'undefined',
            integers,
          ),
        ]
      : []),
    clause(
      'zero-size-kept',
      'A dimension of size 0 that is not reduced is kept, and the output is empty.',
      says('axes: only listed axes are reduced'),
    ),
  ];
  const fromInput: Clause[] = attribute
    ? []
    : [
        clause(
          'noop-with-empty-axes',
          `With noop_with_empty_axes=1 and absent or empty axes, no dimension is reduced, and each element x becomes ${operator.elementwise}.`,
          says('attribute noop_with_empty_axes', operator.elementwise === 'x' ? came : '1.19', formerly),
        ),
        clause(
          'noop-with-axes',
          'noop_with_empty_axes=1 has no effect if axes are listed.',
          says('attribute noop_with_empty_axes'),
        ),
      ];
  const nan = operator.isExtremum
    ? clause(
        'nan',
        'A NaN at any position makes the result NaN, or is ignored if the slice also has numbers.',
        ieee754('9.6, which has both kinds of maximum; ONNX is silent'),
        'unspecified',
        floats,
      )
    : clause(
        'nan',
        'A NaN anywhere in a slice makes its result NaN.',
        ieee754('6.2; the summary: similar to numpy'),
        'implied',
        floats,
      );
  const inexact: Clause[] = [
    clause(
      'accuracy',
      'Rounding errors stay within the proven bound of an evaluation in the type itself, in any order.',
      ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
      'implied',
      floats,
    ),
    clause(
      'intermediate-range',
      'If partial results of finite data can overflow, the result is the true value, or that of the overflow.',
      silent,
      'unspecified',
      floats,
    ),
  ];
  const ofFloats: Clause[] = [
    nan,
    clause(
      'infinity',
      'Infinities follow the arithmetic of IEEE 754.',
      ieee754('6.1; the summary: similar to numpy'),
      'implied',
      floats,
    ),
    clause('subnormal', 'Subnormal numbers are treated as numbers, not as zero.', ieee754('3.3'), 'implied', floats),
    ...(operator.isExtremum ? [] : inexact),
    ...(operator.domain
      ? [clause('domain', operator.domain, ieee754('9.2.1; the summary: similar to numpy'), 'implied', floats)]
      : [
          clause(
            'zero-sign',
            'A result of zero has the sign that follows from the data, or is +0.',
            silent,
            'unspecified',
            floats,
          ),
        ]),
  ];
  const ofIntegers: Clause[] = [
    ...(operator.isExtremum
      ? [
          clause(
            'close-values',
            'Neighbouring numbers of the type are distinguished.',
            says('summary: the result is one of the elements'),
            'specified',
            [...floats, ...integers],
          ),
        ]
      : []),
    ...(operator.integersInFloats
      ? []
      : [
          clause(
            'integer-exact',
            'Integers are computed exactly if the results fit the type, up to the ends of its range.',
            says('outputs: reduced is of type T'),
            'specified',
            integers,
          ),
        ]),
    ...(operator.isExtremum || operator.integersInFloats
      ? []
      : [clause('integer-overflow', 'Integer overflow wraps, or saturates.', silent, 'unspecified', integers)]),
    ...(operator.roundsIntegers
      ? [
          clause(
            'integer-rounding',
            'A result that is not an integer is truncated (as by Div), rounded down, or rounded to nearest.',
            { document: changelog, place: `${schema}: silent; Div-14 truncates, by its text since ONNX 1.21` },
            'unspecified',
            integers,
          ),
        ]
      : []),
  ];
  const ofBools = clause(
    'truth-values',
    'False is less than true: the maximum is true if any element is, the minimum if all are.',
    says('summary: the comparison considers false < true'),
    'specified',
    ['bool'],
  );
  return [...shape, ...fromInput, ...ofFloats, ...ofIntegers, ofBools];
}
