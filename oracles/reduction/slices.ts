import { elementCount } from '../numerics/tensor.ts';

/**
 * The slices of a reduction over a row-major tensor: output element `o` reduces the input elements
 * `starts[o] + offsets[k]`, k = 0 … n-1, in row-major order.
 */
export interface Slices {
  /** shape of the output */
  readonly dims: readonly number[];
  /** number of reduced elements per output element; 1 where nothing is reduced */
  readonly length: number;
  readonly starts: Int32Array;
  readonly offsets: Int32Array;
}

/** Slices of a tensor of shape `dims` over the dimensions that `reduced` marks. */
export function slicesOf(dims: readonly number[], reduced: readonly boolean[], keepdims: boolean): Slices {
  const strides = dims.map((_, i) => elementCount(dims.slice(i + 1)));
  const offsetsOver = (chosen: boolean): Int32Array => {
    let offsets = Int32Array.of(0);
    dims.forEach((dim, i) => {
      if (reduced[i] !== chosen) return;
      const next = new Int32Array(offsets.length * dim);
      offsets.forEach((offset, j) => {
        for (let k = 0; k < dim; k++) next[j * dim + k] = offset + k * strides[i]!;
      });
      offsets = next;
    });
    return offsets;
  };
  const offsets = offsetsOver(true);
  return {
    dims: dims.flatMap((dim, i) => (reduced[i] ? (keepdims ? [1] : []) : [dim])),
    length: offsets.length,
    starts: offsetsOver(false),
    offsets,
  };
}
