import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** A deterministic stream of random numbers. Equal seeds give equal streams on every platform. */
export class Random {
  private readonly generator: RandomGenerator;

  /** @param seed any 32-bit integer */
  constructor(seed: number) {
    this.generator = xoroshiro128plus(seed | 0);
  }

  /** 32 uniform bits, as an unsigned integer. */
  next(): number {
    return this.generator.next() >>> 0;
  }

  /** Uniform in [lo, hi], both integers at most 2^32 apart. */
  integer(lo: number, hi: number): number {
    return lo + Math.floor(this.unit() * (hi - lo + 1));
  }

  /** Uniform in [0, bound). */
  below(bound: bigint): bigint {
    if (bound <= 0x2000_0000_0000n) return BigInt(Math.floor(this.unit() * Number(bound)));
    let value = 0n;
    for (let limit = 1n; limit < bound << 32n; limit <<= 32n) value = (value << 32n) | BigInt(this.next());
    return value % bound; // 32 spare bits: the bias is below 2^-32
  }

  /** Uniform in [0, 1), with 53 bits. */
  unit(): number {
    return ((this.next() >>> 5) * 0x400_0000 + (this.next() >>> 6)) / 0x20_0000_0000_0000;
  }

  boolean(): boolean {
    return (this.next() & 1) === 1;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.integer(0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    return shuffled;
  }
}

/**
 * A 32-bit seed from a base seed and a name (FNV-1a), so that each cell has its own stream. Rules named `invalid-…` are hashed as
 * `illegal-…`, their former name: the data and suites of their cases stay the same.
 */
export function seedOf(base: number, name: string): number {
  const first = name.replace('/invalid-', '/illegal-');
  let hash = 0x811c_9dc5 ^ base;
  for (let i = 0; i < first.length; i++) hash = Math.imul(hash ^ first.charCodeAt(i), 0x0100_0193);
  // a final mix, because FNV's low bits of similar names are similar
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) | 0;
}
