import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type IndexMap, indexOf, type joined, placeOf } from '../../arrays/index-map.ts';
import { dtypes } from '../../numerics/dtype.ts';
import { scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { type Definition, define } from '../../spec/define.ts';
import { type InputValues, type NodeValues, values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { type ClauseTexts, movementClauses, movementRules } from './clauses.ts';

/** What an operator that moves elements declares; everything else is shared. */
export interface MovementDefinition extends Omit<Definition, 'family' | 'copiesElements' | 'clauses' | 'rules'> {
  /** what its text says besides the definition, by id of the clause or rule */
  readonly says?: (schema: Schema) => ClauseTexts;
  /** of which calls elements are results of arithmetic; of none if absent */
  readonly computes?: (call: Call) => boolean;
}

/** An operator whose outputs have elements of its inputs as they are, or constants. */
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

/** The dtypes that have a zero to fill with. */
export const withZero = dtypes.filter((dtype) => dtype !== 'string');

/** The elements of a tensor where an index map puts them. `fill` stands where it has none. */
export function moved<S>(input: NodeValues<S>, { dims, from }: IndexMap, fill?: S): NodeValues<S> {
  return values(input.dtype, dims, (index) => {
    const place = from(placeOf(index, dims));
    return place ? input.at(indexOf(place, input.dims)) : fill!;
  });
}

/** The elements of several tensors where a map of them puts them. */
export function movedFromAll<S>(
  inputs: readonly NodeValues<S>[],
  { dims, from }: ReturnType<typeof joined>,
): NodeValues<S> {
  return values(inputs[0]!.dtype, dims, (index) => {
    const { part, place } = from(placeOf(index, dims));
    return inputs[part]!.at(indexOf(place, inputs[part]!.dims));
  });
}

/** The same elements in the same order, in another shape. */
export const reshaped = <S>({ dtype, at }: NodeValues<S>, dims: readonly number[]): NodeValues<S> => ({
  dtype,
  dims,
  at,
});

/** The elements of a tensor as constants; what is no number is only ever held. */
export function constants<S>(a: Arithmetic<S>, tensor: Tensor): NodeValues<S> {
  const scalar = scalarsOf(tensor);
  return values(tensor.dtype, tensor.dims, (i) => a.of(scalar(i) as number));
}

/** The tensor of an input by whose elements the shape of the output is decided. @throws NotJudged if it is not known beforehand */
export function knownTensor<S>({ tensor, dims }: InputValues<S>): Tensor {
  if (!tensor) throw new NotJudged('a tensor […] that is not known beforehand', dims);
  return tensor;
}

/** A list of integers as an int64 tensor of rank 1. */
export const integers = <S>(a: Arithmetic<S>, list: readonly number[]): NodeValues<S> =>
  values('int64', [list.length], (index) => a.of(BigInt(list[index]!)));
