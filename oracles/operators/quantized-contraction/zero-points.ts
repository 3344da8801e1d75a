import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { broadcastIndex } from '../../arrays/broadcast.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { InputValues, NodeValues } from '../../spec/node.ts';

/** Returns the index of the quantization parameter of an element. */
type ParameterIndex = (index: number) => number;

/**
 * Returns the indices of the parameters of a matrix. There is one for all elements, or one for each row (left) or column (right): as a
 * vector, or with size 1 in the dimension to sum over.
 * @throws BadInput for any other shape
 * @throws NotJudged if a size of 1 would be broadcast
 */
export function placesInMatrix(
  parameters: readonly number[],
  matrix: readonly number[],
  side: 'left' | 'right',
): ParameterIndex {
  if (parameters.length > 1 && parameters.length !== matrix.length)
    throw new BadInput(`parameters [${parameters}] have another rank than the matrix [${matrix}]`);
  if (elementCount(parameters) === 1 && parameters.length <= 1) return () => 0;
  const [rows, columns] = side === 'left' ? [matrix.at(-2)!, 1] : [1, matrix.at(-1)!];
  const dims = parameters.length === 1 && side === 'left' ? [...parameters, 1] : parameters;
  const own = [...matrix.slice(0, -2), rows, columns];
  const there = own.slice(own.length - dims.length);
  const fits = matrix.length > 1 && dims.every((size, i) => size === 1 || size === there[i]);
  if (!fits) throw new BadInput(`[${parameters}] are not parameters for a matrix [${matrix}]`);
  if (String(dims) !== String(there))
    throw new NotJudged('parameters of shape […] for matrices of shape […]', parameters, matrix);
  return broadcastIndex(dims, matrix);
}

/** Returns the indices of the parameters of filters: one for all, or one for each. @throws BadInput for any other shape */
export function placesOfFilters(parameters: readonly number[], weights: readonly number[]): ParameterIndex {
  if (elementCount(parameters) === 1 && parameters.length <= 1) return () => 0;
  if (String(parameters) !== String([weights[0]]))
    throw new BadInput(`[${parameters}] are not parameters for weights [${weights}]`);
  const size = elementCount(weights.slice(1));
  return (index) => Math.floor(index / size);
}

/** Returns the index of the single parameter of a tensor. @throws BadInput for several parameters */
export function placeOfTensor(parameters: readonly number[]): ParameterIndex {
  if (elementCount(parameters) !== 1 || parameters.length > 1)
    throw new BadInput(`[${parameters}] are not parameters for a tensor as a whole`);
  return () => 0;
}

/** Subtracts zero points from integers; nothing if they are absent. Differences are not stored: there may be many, and they are cheap. */
export const subtractZeroPoints = <S>(
  a: Arithmetic<S>,
  x: InputValues<S>,
  zero: InputValues<S> | undefined,
  place: ParameterIndex | undefined,
): NodeValues<S> =>
  zero && place ? { dtype: x.dtype, dims: x.dims, at: (index) => a.subtract(x.at(index), zero.at(place(index))) } : x;
