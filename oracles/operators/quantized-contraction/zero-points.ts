import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { broadcastIndex } from '../../arrays/broadcast.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type InputValues, type NodeValues, values } from '../../spec/node.ts';

/** The place of the quantization parameter of an element, by its index. */
type ParameterIndex = (index: number) => number;

/**
 * The places of parameters of a matrix: one for all, or one for each row (left) or column (right), as a vector or with a size of 1
 * in the dimension that is summed.
 * @throws BadInput for any other shape, NotJudged where a size of 1 would stand for a larger one
 */
export function placesInMatrix(
  parameters: readonly number[],
  matrix: readonly number[],
  side: 'left' | 'right',
): ParameterIndex {
  if (parameters.length > 1 && parameters.length !== matrix.length)
    throw new BadInput(`[${parameters}] have other dimensions than [${matrix}]`);
  if (elementCount(parameters) === 1 && parameters.length <= 1) return () => 0;
  const [rows, columns] = side === 'left' ? [matrix.at(-2)!, 1] : [1, matrix.at(-1)!];
  const dims = parameters.length === 1 && side === 'left' ? [...parameters, 1] : parameters;
  const own = [...matrix.slice(0, -2), rows, columns];
  const there = own.slice(own.length - dims.length);
  const fits = matrix.length > 1 && dims.every((size, i) => size === 1 || size === there[i]);
  if (!fits) throw new BadInput(`[${parameters}] are not parameters for a matrix [${matrix}]`);
  if (String(dims) !== String(there)) throw new NotJudged('parameters […] for several of […]', parameters, matrix);
  return broadcastIndex(dims, matrix);
}

/** The places of parameters of filters: one for all, or one for each. @throws BadInput for any other shape */
export function placesOfFilters(parameters: readonly number[], weights: readonly number[]): ParameterIndex {
  if (elementCount(parameters) === 1 && parameters.length <= 1) return () => 0;
  if (String(parameters) !== String([weights[0]]))
    throw new BadInput(`[${parameters}] are not parameters for weights [${weights}]`);
  const size = elementCount(weights.slice(1));
  return (index) => Math.floor(index / size);
}

/** The place of the parameter of a tensor as a whole. @throws BadInput for several */
export function placeOfTensor(parameters: readonly number[]): ParameterIndex {
  if (elementCount(parameters) !== 1 || parameters.length > 1)
    throw new BadInput(`[${parameters}] are not parameters for a tensor as a whole`);
  return () => 0;
}

/** Integers less their zero points: 0 where these are left out. */
export const less = <S>(
  a: Arithmetic<S>,
  x: InputValues<S>,
  zero: InputValues<S> | undefined,
  place: ParameterIndex | undefined,
): NodeValues<S> =>
  zero && place ? values(x.dtype, x.dims, (index) => a.subtract(x.at(index), zero.at(place(index)))) : x;
