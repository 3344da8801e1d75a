import { elementCount, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { NumpyRandom } from './numpy/random.ts';

/** The source of the elements of a tensor; they are computed as float64 and cast. */
export interface Data {
  readonly dims: readonly number[];
  /** row-major; truth values as 0 and 1 */
  elements(): ArrayLike<number>;
}

/** Returns data with the given elements. */
export function listedData(dims: readonly number[], elements: readonly number[]): Data {
  return { dims, elements: () => elements };
}

/** 1, 2, 3 … */
export function countingData(dims: readonly number[]): Data {
  return { dims, elements: () => Array.from({ length: elementCount(dims) }, (_, i) => i + 1) };
}

/** No elements: one of the dimensions is 0. */
export function emptyData(dims: readonly number[]): Data {
  return listedData(dims, []);
}

/** Returns the values from the stream of a seed after `skipped` values of the same kind. */
export function drawnData(
  dims: readonly number[],
  draw: (stream: NumpyRandom, count: number) => Float64Array,
  { seed = 0, skipped = 0 } = {},
): Data {
  return { dims, elements: () => draw(new NumpyRandom(seed), skipped + elementCount(dims)).subarray(skipped) };
}

/** Converts data to a tensor. */
export function tensorOf(data: Data, dtype: 'float32' | 'float64' | 'bool'): Tensor {
  const elements = Array.from(data.elements());
  switch (dtype) {
    case 'float32':
      return tensor(dtype, data.dims, Float32Array.from(elements));
    case 'float64':
      return tensor(dtype, data.dims, Float64Array.from(elements));
    case 'bool':
      return tensor(dtype, data.dims, Uint8Array.from(elements));
  }
}

/** Converts integers to a tensor of rank 1, as for axes. */
export function integers(values: readonly number[]): Tensor {
  return tensor('int64', [values.length], BigInt64Array.from(values, BigInt));
}
