import { Random } from '../../../generators/cases/random.ts';
import { ifJudged } from '../../../generators/fuzz/validate.ts';
import type { Sampler } from '../../../oracles/judge/comparator.ts';
import { elementCount, scalarsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';

/**
 * Elements of a tensor that are looked at: those that are farthest from what a plain kernel gives, the first, the last, those in
 * corners and at edges, where kernels go wrong most, and others anywhere. In a random order, so that those before a limit of time
 * tell as much as any.
 * @param most elements; of a tensor that has no more all are
 */
export const sampleOf =
  (most: number, seed: number): Sampler =>
  (want, got) => {
    const { dims } = want;
    const count = elementCount(dims);
    const random = new Random(seed);
    if (count <= most) return random.shuffle(Array.from({ length: count }, (_, i) => i));
    // the plain kernel may have no answer
    const suspects = ifJudged(() => suspectsIn(want, got, Math.ceil(most / 4), random)) ?? [];
    const chosen = new Set([0, count - 1, ...suspects].slice(0, most));
    const third = (most - chosen.size) / 3;
    // a matrix has four corners: what is there already is not sought again
    for (let tries = 0; chosen.size < most && tries < 9 * most; tries++) {
      if (tries < third) chosen.add(placeAt(dims, (dim) => random.pick([0, dim - 1])));
      else if (tries < 2 * third) {
        const edge = random.integer(0, dims.length - 1);
        chosen.add(placeAt(dims, (dim, axis) => (axis === edge ? dim - 1 : random.integer(0, dim - 1))));
      } else chosen.add(placeAt(dims, (dim) => random.integer(0, dim - 1)));
    }
    return random.shuffle([...chosen]);
  };

/** The place of an element whose coordinate is chosen along each axis. */
const placeAt = (dims: readonly number[], choose: (dim: number, axis: number) => number): number =>
  dims.reduce((place, dim, axis) => place * dim + choose(dim, axis), 0);

/** What is spent to find a suspect, in elements of inputs that are read: a few milliseconds. */
const effortEach = 65_536;

/** What an element costs besides what is read for it. */
const effortOfElement = 8;

/** From place to place: as a prime above all counts it comes by every one, and neighbours lie far apart (Knuth's hashing). */
const step = 2_654_435_761;

/**
 * The elements that are farthest from what a plain kernel gives, compared with their size and with that of all: all are looked
 * at where few inputs are read for each, else some anywhere. To be far is not to be wrong: that is judged.
 * @param most of them
 */
function suspectsIn({ dims, plain }: ExpectedOutput, got: Tensor, most: number, random: Random): readonly number[] {
  if (!plain) return [];
  const value = scalarsOf(got);
  const count = elementCount(dims);
  const usual = meanSize(value, count);
  let effort = 0;
  const at = plain(() => effort++);
  const suspects: { readonly place: number; readonly suspicion: number }[] = [];
  let place = random.integer(0, count - 1);
  for (let k = 0; k < count && effort < effortEach * most; k++, place = (place + step) % count) {
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

/** How far numbers are from each other, as a share of their size; an infinity or NaN is as far from any other number as can be. */
function suspicionOf(own: number, other: number, usual: number): number {
  if (Object.is(own, other)) return 0;
  const areFinite = Number.isFinite(own) && Number.isFinite(other);
  return areFinite ? Math.abs(own - other) / (Math.abs(own) + usual) : Number.POSITIVE_INFINITY;
}

/** The mean of the magnitudes of the numbers of a tensor. */
function meanSize(value: (index: number) => unknown, count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    const size = Math.abs(Number(value(i)));
    if (Number.isFinite(size)) total += size;
  }
  return total / count;
}
