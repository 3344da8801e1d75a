import { stridesOf } from '../../arrays/broadcast.ts';
import { NotJudged } from '../../spec/bad-input.ts';

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

/** The most elements that are counted, as in any tensor of a protobuf message. */
const maxElements = 2 ** 31 - 1;

/**
 * Slices of a tensor of shape `dims` over the dimensions that `reduced` marks.
 * @throws NotJudged for an output of more elements than can be counted, as there may be where nothing is in the slices
 */
export function slicesOf(dims: readonly number[], reduced: readonly boolean[], keepdims: boolean): Slices {
  const strides = stridesOf(dims);
  const offsetsOver = (chosen: boolean): Int32Array => {
    if (dims.some((dim, i) => dim === 0 && reduced[i] === chosen)) return new Int32Array(0);
    if (dims.reduce((count, dim, i) => (reduced[i] === chosen ? count * dim : count), 1) > maxElements)
      throw new NotJudged('an output of 2^31 elements or more');
    let offsets = new Int32Array(1);
    for (const [i, dim] of dims.entries()) {
      if (reduced[i] !== chosen) continue;
      const next = new Int32Array(offsets.length * dim);
      let at = 0;
      for (const offset of offsets) for (let k = 0; k < dim; k++) next[at++] = offset + k * strides[i]!;
      offsets = next;
    }
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
