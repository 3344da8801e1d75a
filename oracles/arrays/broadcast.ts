import { elementCount } from '../numerics/tensor.ts';
import { BadInput } from '../spec/bad-input.ts';

/**
 * Returns the shape to which several shapes broadcast, as in numpy (docs/Broadcasting.md): aligned at the last dimension, sizes
 * equal or 1.
 * @throws BadInput if they do not broadcast
 */
export function broadcastDims(shapes: readonly (readonly number[])[]): readonly number[] {
  const rank = Math.max(0, ...shapes.map((dims) => dims.length));
  return Array.from({ length: rank }, (_, i) => {
    const sizes = shapes.flatMap((dims) => dims[dims.length - rank + i] ?? []).filter((size) => size !== 1);
    if (sizes.some((size) => size !== sizes[0])) {
      throw new BadInput(`shapes ${shapes.map((dims) => `[${dims}]`).join(' and ')} do not broadcast`);
    }
    return sizes[0] ?? 1;
  });
}

/**
 * Returns a function from each index of the output, of shape `to`, to the index of an input of shape `dims` that is broadcast
 * to it.
 * @throws BadInput if it does not broadcast to that shape
 */
export function broadcastIndex(dims: readonly number[], to: readonly number[]): (index: number) => number {
  const offset = to.length - dims.length;
  if (offset < 0 || dims.some((size, i) => size !== 1 && size !== to[i + offset])) {
    throw new BadInput(`[${dims}] is not broadcast to [${to}]`);
  }
  const strides = stridesOf(dims).map((stride, i) => (dims[i] === 1 ? 0 : stride));
  const outer = stridesOf(to).slice(offset);
  return (index) =>
    dims.reduce((sum, _, i) => sum + (Math.floor(index / outer[i]!) % to[i + offset]!) * strides[i]!, 0);
}

/** Returns the distances between neighbours along each dimension of a row-major tensor. */
export function stridesOf(dims: readonly number[]): readonly number[] {
  return dims.map((_, i) => elementCount(dims.slice(i + 1)));
}
