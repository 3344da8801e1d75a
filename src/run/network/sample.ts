import { Random } from '../../../generators/cases/random.ts';
import { valueIfJudged } from '../../../generators/fuzz/validate.ts';
import type { Sampler } from '../../../oracles/judge/comparator.ts';
import { elementCount, scalarsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';

/**
 * Returns the indices of elements to judge: the farthest from a plain kernel's values, the first, the last, some in corners
 * and at edges, where kernels fail most, and random others. The order is random, so that a time limit cuts no kind off.
 * @param most the greatest number of elements; smaller tensors are judged whole
 */
export const sampleOf =
  (most: number, seed: number): Sampler =>
  (want, got) => {
    const { dims } = want;
    const count = elementCount(dims);
    const random = new Random(seed);
    if (count <= most) return random.shuffle(Array.from({ length: count }, (_, i) => i));
    // the plain kernel may have no answer
    const suspects = valueIfJudged(() => suspectsIn(want, got, Math.ceil(most / 4), random)) ?? [];
    const chosen = new Set([0, count - 1, ...suspects].slice(0, most));
    const third = (most - chosen.size) / 3;
    // limited, since a matrix has only four corners
    for (let tries = 0; chosen.size < most && tries < 9 * most; tries++) {
      if (tries < third) chosen.add(placeAt(dims, (dim) => random.pick([0, dim - 1])));
      else if (tries < 2 * third) {
        const edge = random.integer(0, dims.length - 1);
        chosen.add(placeAt(dims, (dim, axis) => (axis === edge ? dim - 1 : random.integer(0, dim - 1))));
      } else chosen.add(placeAt(dims, (dim) => random.integer(0, dim - 1)));
    }
    return random.shuffle([...chosen]);
  };

/** Returns the index of an element whose coordinate along each axis is chosen. */
const placeAt = (dims: readonly number[], choose: (dim: number, axis: number) => number): number =>
  dims.reduce((place, dim, axis) => place * dim + choose(dim, axis), 0);

/** The effort to find one suspect, in input elements read: a few milliseconds. */
const effortEach = 65_536;

/** The fixed effort of an element besides reading its inputs. */
const effortOfElement = 8;

/** The step between places. A prime above all counts visits every place, and spreads neighbours (Knuth's hashing). */
const step = 2_654_435_761;

/**
 * Returns the elements farthest from a plain kernel's values, relative to their size and the mean size. All elements are
 * compared if each reads few inputs, otherwise some of them. A far element need not be wrong: the oracle judges it.
 * @param most the greatest number of elements to return
 */
function suspectsIn({ dims, plain }: ExpectedOutput, got: Tensor, most: number, random: Random): readonly number[] {
  if (!plain) return [];
  const value = scalarsOf(got);
  const count = elementCount(dims);
  const usual = meanSize(value, count);
  let effort = 0;
  const at = plain(() => effort++);
  const suspects: { readonly place: number; readonly suspicion: number }[] = [];
  const stride = step % count;
  let place = random.integer(0, count - 1);
  for (
    let k = 0;
    k < count && effort < effortEach * most;
    k++, place += place + stride < count ? stride : stride - count
  ) {
    effort += effortOfElement;
    const own = at(place);
    const suspicion = suspicionOf(own, Number(value(place)), usual);
    const isAmong = suspects.length < most || suspicion > suspects.at(-1)!.suspicion;
    if (!(suspicion > 0 && isAmong)) continue;
    suspects.splice(suspects.findLastIndex((other) => other.suspicion >= suspicion) + 1, 0, { place, suspicion });
    suspects.splice(most);
  }
  return suspects.map((suspect) => suspect.place);
}

/** Returns the distance of two numbers relative to their size; infinite between an infinity or NaN and another number. */
function suspicionOf(own: number, other: number, usual: number): number {
  if (Object.is(own, other)) return 0;
  const areFinite = Number.isFinite(own) && Number.isFinite(other);
  return areFinite ? Math.abs(own - other) / (Math.abs(own) + usual) : Number.POSITIVE_INFINITY;
}

/** Returns the mean magnitude of the numbers of a tensor. */
function meanSize(value: (index: number) => unknown, count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    const size = Math.abs(Number(value(i)));
    if (Number.isFinite(size)) total += size;
  }
  return total / count;
}
