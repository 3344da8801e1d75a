import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import type { InputForm, SuiteName } from '../cases/proposal.ts';
import type { PatternsOfNaN } from '../values/nan-patterns.ts';
import type { RowKind } from '../values/rows/kinds.ts';
import type { LoneNumber, ValueKind } from '../values/values.ts';

/** A kind of data, generated number by number or row by row. */
export type DataKind = ValueKind | RowKind;

/** One input of a planned call: its shape, and its kind of data or its numbers. */
export interface InputPlan {
  readonly dims: readonly number[];
  readonly kind?: DataKind;
  /** for data made by rows: the number of the first row, which determines the place of its special element; 0 if absent */
  readonly firstRow?: number;
  /** the numbers themselves, repeated until the tensor is full; may be strings for a string tensor */
  readonly numbers?: readonly Scalar[];
  /** applied to each number drawn, to keep numbers in the range that a test needs */
  readonly map?: (x: number | bigint) => number | bigint;
  /**
   * moves the last third of the numbers to the front: two inputs with the same numbers, such as `distinct` ones, then pair different
   * numbers
   */
  readonly isRotated?: true;
  /** a special number and its place: one element among the others, or every element */
  readonly lone?: { readonly which: LoneNumber; readonly place: SpecialPlace };
  /** the index of an earlier input of the same dtype: the numbers are near those that it has at the same places */
  readonly near?: number;
  /** the bit patterns of NaN, used in turn; the usual one if absent */
  readonly nan?: PatternsOfNaN;
  /** the dtype, if it is not that of the input's type variable */
  readonly dtype?: DType;
  readonly form?: InputForm;
  /** the index of an earlier input that has the same value */
  readonly sameAs?: number;
  /** the tensors of a sequence; each has the kind of data of this plan unless it gives its own. `dims` are those of the first */
  readonly elements?: readonly InputPlan[];
  /** an optional, with the rest of this plan as its content, or without content */
  readonly optional?: 'with content' | 'without content';
}

/** The places of a special number. */
export const specialPlaces = ['first', 'last', 'row end', 'within', 'everywhere'] as const;
export type SpecialPlace = (typeof specialPlaces)[number];

/** A planned call: shapes and kinds of data. The model leaves out attributes that are absent here. */
export interface CallPlan {
  readonly attributes?: Attributes;
  /** `undefined` is an optional input that is left out */
  readonly inputs: readonly (InputPlan | undefined)[];
  /** the number of outputs requested, if optional ones are wanted */
  readonly outputs?: number;
  readonly suite?: SuiteName;
}
