import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import type { InputForm, SuiteName } from '../cases/proposal.ts';
import type { PatternsOfNaN } from '../values/nan-patterns.ts';
import type { RowKind } from '../values/rows/kinds.ts';
import type { LoneNumber, ValueKind } from '../values/values.ts';

/** A kind of data: of numbers one by one, or of rows of them. */
export type DataKind = ValueKind | RowKind;

/** One input of a call that is planned: its shape, and what kind of data or which numbers stand in it. */
export interface InputPlan {
  readonly dims: readonly number[];
  readonly kind?: DataKind;
  /** where data are made by rows: the number of the first, from which follows where in it the special stands; 0 if absent */
  readonly firstRow?: number;
  /** the numbers themselves, repeated as often as it takes; for strings also what they hold */
  readonly numbers?: readonly Scalar[];
  /** what is done to each number that is drawn: it keeps them where something is said of them */
  readonly map?: (x: number | bigint) => number | bigint;
  /** the last third of the numbers comes first: where two inputs have the same numbers, as `distinct` ones are, they meet others */
  readonly isRotated?: true;
  /** a special number, and where it stands: alone among the others, or everywhere */
  readonly lone?: { readonly which: LoneNumber; readonly place: LonePlace };
  /** each NaN in another pattern of its type; the usual one if absent */
  readonly nan?: PatternsOfNaN;
  /** where it is not what the type variable of the input stands for */
  readonly dtype?: DType;
  readonly form?: InputForm;
  /** the number of the input before it whose value it is */
  readonly sameAs?: number;
  /** of a sequence: its tensors, of the kind of data that the rest says unless they say more; `dims` are those of the first */
  readonly elements?: readonly InputPlan[];
  /** an optional with what the rest says as its content, or with none */
  readonly optional?: 'with content' | 'without content';
}

/** Where a special number stands. */
export const lonePlaces = ['first', 'last', 'row end', 'within', 'everywhere'] as const;
export type LonePlace = (typeof lonePlaces)[number];

/** A call that is planned, in terms of shapes and kinds of data. Attributes that are absent are left out of the model. */
export interface CallPlan {
  readonly attributes?: Attributes;
  /** `undefined` is an optional input that is left out */
  readonly inputs: readonly (InputPlan | undefined)[];
  /** how many outputs are asked for, where optional ones are wanted */
  readonly outputs?: number;
  readonly suite?: SuiteName;
}
