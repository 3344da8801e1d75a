import { integerRoot } from '../../../oracles/numerics/real.ts';
import type { Random } from '../../cases/random.ts';

/**
 * Makes the integers of one slice, whose results are exact in every order for some kind of kernel. `total` limits the sum of magnitudes;
 * `near` asks for sums close to it. Returns `undefined` if the strategy has no row of this length.
 */
export type Grid = (n: number, total: bigint, near: boolean, signed: boolean, random: Random) => bigint[] | undefined;

const sign = (k: bigint, signed: boolean, random: Random): bigint => (signed && random.boolean() ? -k : k);

/** `count` values among zeros: first at both ends and at the borders of blocks, then elsewhere. */
function scattered(n: number, count: number, value: () => bigint, random: Random): bigint[] {
  const isBorder = (k: number) => k === 0 || k === n - 1 || k % 256 === 0;
  const positions = Array.from({ length: n }, (_, k) => k);
  const chosen = [...positions.filter(isBorder), ...random.shuffle(positions.filter((k) => !isBorder(k)))];
  const row = new Array<bigint>(n).fill(0n);
  for (const k of chosen.slice(0, count)) row[k] = value();
  return row;
}

/**
 * Magnitudes that sum to at most `total`: ones and zeros for rows longer than `total`, else random shares. With `near` the sum is close
 * to `total` and all elements are positive, so that partial sums come close too.
 */
const units: Grid = (n, total, near, signed, random) => {
  if (BigInt(n) > total) {
    return scattered(n, Number(total), () => sign(1n, signed && !near, random), random);
  }
  const share = total / BigInt(n);
  if (near) {
    const row = Array.from({ length: n }, () => share - random.below(share / 2n + 1n));
    // close to the total but not it: clamping would repair a sum that was rounded up to it
    const sum = total - 1n - random.below(total / 16n + 1n);
    row[random.integer(0, n - 1)]! += sum - row.reduce((a, b) => a + b, 0n);
    return row;
  }
  const most = share < 9n ? share : 9n;
  return Array.from({ length: n }, () => sign(1n + random.below(most), signed, random));
};

/** Squares that sum to at most `total`. */
const roots: Grid = (n, total, near, signed, random) => {
  const most = integerRoot(total / BigInt(n));
  if (most < 1n) return undefined;
  const small = most < 5n ? most : 5n;
  const least = near ? (most + 1n) / 2n : 1n;
  const spread = (near ? most : small) - least + 1n;
  return Array.from({ length: n }, () => sign(least + random.below(spread), signed, random));
};

/** Multiples of lcm(1…n): every running mean is an integer. For power-of-two lengths all means are exact. */
const multiples: Grid = (n, total, near, signed, random) => {
  const lcm = { 1: 1n, 2: 2n, 4: 12n }[n];
  if (lcm === undefined) return undefined;
  const most = total / (lcm * BigInt(n) * 4n);
  if (most < 1n) return undefined;
  const range = near || most < 5n ? most : 5n;
  return Array.from({ length: n }, () => sign(lcm * (1n + random.below(range)), signed, random));
};

/** Multiples of n: the mean is an integer. */
const divisible: Grid = (n, total, near, signed, random) => {
  const step = BigInt(n);
  const most = total / (step * step);
  if (most < 1n) return undefined;
  const range = near || most < 5n ? most : 5n;
  return Array.from({ length: n }, () => sign(step * (1n + random.below(range)), signed, random));
};

/** One value throughout; other slices have other values. */
const constant: Grid = (n, total, near, signed, random) => {
  const most = total / BigInt(n);
  if (most < 1n) return undefined;
  const range = near ? most / 4n + 1n : most < 9n ? most : 9n;
  return new Array(n).fill(sign(near ? most - random.below(range) : 1n + random.below(range), signed, random));
};

/** Zeros and ±M, a square number of them: √(c·M²) is an integer, also after scaling by M. */
const spikes: Grid = (n, total, near, signed, random) => {
  const side = integerRoot(BigInt(n) < total ? BigInt(n) : total);
  const count = side * side;
  const most = integerRoot(total / count);
  if (most < 1n) return undefined;
  const value = near ? most : 1n + random.below(most < 9n ? most : 9n);
  return scattered(n, Number(count), () => sign(value, signed, random), random);
};

/** Factors whose product is at most `total`, ones between them. */
const factors: Grid = (n, total, near, signed, random) => {
  const row = new Array<bigint>(n).fill(1n);
  let room = near ? total - 1n : total < 5000n ? total : 5000n;
  for (const k of random.shuffle([...row.keys()])) {
    if (room < 2n) break;
    row[k] = 2n + random.below(room - 1n < 6n ? room - 1n : 6n);
    room /= row[k];
  }
  if (near) row[random.integer(0, n - 1)]! *= room < 1n ? 1n : room;
  return row.map((k) => sign(k, signed, random));
};

/** From the richest data to the most special: the first that the oracle finds exact in every order is taken. */
export const grids: readonly Grid[] = [units, factors, roots, multiples, divisible, constant, spikes];
