import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type concatMap, type IndexMap, indexOf, placeOf } from '../../arrays/index-map.ts';
import { dtypes } from '../../numerics/dtype.ts';
import { scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { type Definition, define } from '../../spec/define.ts';
import { type InputValues, type NodeValues, values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { type ClauseTexts, movementClauses, movementRules } from './clauses.ts';

/** The declaration of an operator that moves elements; everything else is shared. */
export interface MovementDefinition extends Omit<Definition, 'family' | 'copiesElements' | 'clauses' | 'rules'> {
  /** further sentences of its text, by id of the clause or rule */
  readonly says?: (schema: Schema) => ClauseTexts;
  /** returns whether elements of a call are results of arithmetic; never if absent */
  readonly computes?: (call: Call) => boolean;
}

/** Creates an operator whose output elements are copies of input elements, or constants. */
export function movement({ says, computes, ...definition }: MovementDefinition): Operator {
  return define({
    dtypes, // elements may be of any type
    ...definition,
    family: 'movement',
    copiesElements: computes ? (call) => !computes(call) : true,
    clauses: (schema) => movementClauses(definition, schema, says?.(schema) ?? {}),
    rules: (schema) => movementRules(schema, says?.(schema) ?? {}),
  });
}

/** The dtypes with a zero for filling. */
export const withZero = dtypes.filter((dtype) => dtype !== 'string');

/** Returns the elements of a tensor moved by an index map, or `fill` where the map has no source. */
export function moveElements<S>(input: NodeValues<S>, { dims, from }: IndexMap, fill?: S): NodeValues<S> {
  return values(input.dtype, dims, (index) => {
    const place = from(placeOf(index, dims));
    return place ? input.at(indexOf(place, input.dims)) : fill!;
  });
}

/** Returns the elements of several tensors moved by a map. */
export function moveFromAll<S>(
  inputs: readonly NodeValues<S>[],
  { dims, from }: ReturnType<typeof concatMap>,
): NodeValues<S> {
  return values(inputs[0]!.dtype, dims, (index) => {
    const { part, place } = from(placeOf(index, dims));
    return inputs[part]!.at(indexOf(place, inputs[part]!.dims));
  });
}

/** Returns the same elements in the same order, in another shape. */
export const reshaped = <S>({ dtype, at }: NodeValues<S>, dims: readonly number[]): NodeValues<S> => ({
  dtype,
  dims,
  at,
});

/** Returns the elements of a tensor as constants; elements other than numbers are only copied. */
export function constants<S>(a: Arithmetic<S>, tensor: Tensor): NodeValues<S> {
  const scalar = scalarsOf(tensor);
  return values(tensor.dtype, tensor.dims, (i) => a.of(scalar(i) as number));
}

/**
 * Returns the tensor of an input whose elements determine the shape of the output.
 * @throws NotJudged if it is not known in advance
 */
export function knownTensor<S>({ tensor, dims }: InputValues<S>): Tensor {
  if (!tensor) throw new NotJudged('a tensor […] that another node computes with rounding', dims);
  return tensor;
}

/** Converts a list of integers to an int64 tensor of rank 1. */
export const integers = <S>(a: Arithmetic<S>, list: readonly number[]): NodeValues<S> =>
  values('int64', [list.length], (index) => a.of(BigInt(list[index]!)));
