import type { MatrixPair } from '../../arrays/matrices.ts';
import { elementsOfWindows } from '../../arrays/windows.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { memoized, type Node } from '../../spec/node.ts';
import { slidingOf } from '../pooling/sliding.ts';

/** The layout of a convolution: the shape of the result, and the terms of each element. */
export interface Convolution {
  readonly dims: readonly number[];
  /** returns the channel of an element of the result */
  channel(index: number): number;
  /** returns the elements of the data (left) that are multiplied with elements of the weights (right) */
  terms(index: number): readonly MatrixPair[];
}

/**
 * Returns the sizes of a kernel, by the weights and, if given, the attribute.
 * @throws BadInput if they differ
 */
export function kernelOf<S>(node: Node<S>, weights: readonly number[]): readonly number[] {
  const sizes = weights.slice(2);
  const given = node.numbers('kernel_shape') ?? sizes;
  if (String(given) !== String(sizes))
    throw new BadInput(`kernel_shape is [${given}] where the weights have [${sizes}]`);
  return sizes;
}

/**
 * Returns the layout of a convolution of data [N, C, …] with weights [M, C/group, …]: padding has no terms.
 * @throws BadInput if shapes or attributes do not fit
 */
export function convolutionOf<S>(node: Node<S>, data: readonly number[], weights: readonly number[]): Convolution {
  const [batches, channels, ...spatial] = data as [number, number, ...number[]];
  const [filters, depth] = weights as [number, number];
  const group = node.number('group');
  if (data.length < 3 || weights.length !== data.length) {
    throw new BadInput(`data of ${data.length} dimensions and weights of ${weights.length}`);
  }
  if (channels !== depth * group || filters % group !== 0) {
    throw new BadInput(`${channels} channels and weights [${weights}] do not make ${group} groups`);
  }
  const sizes = kernelOf(node, weights);
  const windows = elementsOfWindows(spatial, slidingOf(node, sizes, spatial));
  // for pools the text has a formula, which gives an empty output
  if (windows.counts.includes(0)) throw new BadInput(`no window of [${sizes}] fits into [${spatial}]`);
  const [count, size, places] = [windows.counts, spatial, sizes].map(elementCount) as [number, number, number];
  const inWindow = memoized(count, windows.of);
  const channel = (index: number) => Math.floor(index / count) % filters;
  return {
    dims: [batches, filters, ...windows.counts],
    channel,
    terms(index) {
      const filter = channel(index);
      const first = Math.floor(index / (count * filters)) * channels + Math.floor(filter / (filters / group)) * depth;
      const pairs: MatrixPair[] = [];
      for (let c = 0; c < depth; c++) {
        const [left, right] = [(first + c) * size, (filter * depth + c) * places];
        for (const { index: at, place } of inWindow(index % count))
          pairs.push({ left: left + at, right: right + place });
      }
      return pairs;
    },
  };
}

/**
 * Checks the shape of an optional input.
 * @throws BadInput if it is given and has another shape
 */
export function checkShape(name: string, given: readonly number[] | undefined, expected: readonly unknown[]): void {
  if (given && String(given) !== String(expected))
    throw new BadInput(`the shape of ${name} is [${given}]; it must be [${expected}]`);
}
