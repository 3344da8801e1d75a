import { Random } from '../../../generators/cases/random.ts';
import type { Sampler } from '../../../oracles/judge/comparator.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';

/**
 * Elements of a tensor that are looked at: the first, the last, those in corners and at edges, where kernels go wrong most, and others
 * anywhere. In a random order, so that those before a limit of time tell as much as any.
 * @param most elements; of a tensor that has no more all are
 */
export const sampleOf =
  (most: number, seed: number): Sampler =>
  (dims) => {
    const count = elementCount(dims);
    const random = new Random(seed);
    if (count <= most) return random.shuffle(Array.from({ length: count }, (_, i) => i));
    const chosen = new Set([0, count - 1]);
    const corners = Math.ceil(most / 3);
    const edges = Math.ceil((2 * most) / 3);
    for (let tries = 0; chosen.size < most && tries < 4 * most; tries++) {
      if (chosen.size < corners) chosen.add(placeAt(dims, (dim) => random.pick([0, dim - 1])));
      else if (chosen.size < edges) {
        const edge = random.integer(0, dims.length - 1);
        chosen.add(placeAt(dims, (dim, axis) => (axis === edge ? dim - 1 : random.integer(0, dim - 1))));
      } else chosen.add(placeAt(dims, (dim) => random.integer(0, dim - 1)));
    }
    return random.shuffle([...chosen]);
  };

/** The place of an element whose coordinate is chosen along each axis. */
const placeAt = (dims: readonly number[], choose: (dim: number, axis: number) => number): number =>
  dims.reduce((place, dim, axis) => place * dim + choose(dim, axis), 0);
