import { mersenne } from 'pure-rand/generator/mersenne';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { formatOf, type StorageOf } from '../../../oracles/numerics/dtype.ts';
import { type BoundedDType, boundedIntegers } from './bounded-integers.ts';
import { roundedLog } from './elementary.ts';

const binary64 = formatOf('float64');

/**
 * The stream of numpy's legacy functions (`np.random.seed` and related ones), bit for bit. Successive calls continue it,
 * as in numpy. Arrays are flat, in C order.
 *
 * The generator is MT19937 seeded by Knuth's recurrence; numpy promises that this stream never changes (NEP 19).
 */
export class NumpyRandom {
  private readonly generator: RandomGenerator;
  /** the second half of the last pair of normal values; seeding forgets it, other calls leave it where it is */
  private spare: number | undefined;

  /** @param seed an integer from 0 to 2^32-1, as `np.random.seed` takes it */
  constructor(seed: number) {
    this.generator = mersenne(seed | 0);
  }

  /** `rand`, `ranf`, `random_sample`: uniform in [0, 1), float64 with 53 random bits. */
  random(count: number): Float64Array {
    return Float64Array.from({ length: count }, () => this.unit());
  }

  /** `uniform`: float64 in [low, high). */
  uniform(low: number, high: number, count: number): Float64Array {
    return Float64Array.from({ length: count }, () => low + (high - low) * this.unit());
  }

  /** `randn`: standard normal, float64, by the polar method. Its logarithm is correctly rounded, which glibc's nearly always is. */
  randn(count: number): Float64Array {
    return Float64Array.from({ length: count }, () => this.normal());
  }

  /**
   * `randint`: integers in [low, high).
   * @param dtype decides how many values each 32 bits of the stream give; numpy's default is int64
   * @throws RangeError if a value of the range is not a `dtype`, or the range is empty
   */
  randint<D extends BoundedDType>(low: bigint | number, high: bigint | number, count: number, dtype: D): StorageOf[D] {
    return boundedIntegers(() => this.word(), BigInt(low), BigInt(high), count, dtype);
  }

  private word(): number {
    return this.generator.next() >>> 0;
  }

  private unit(): number {
    const high = this.word() >>> 5;
    const low = this.word() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  private normal(): number {
    if (this.spare !== undefined) {
      const kept = this.spare;
      this.spare = undefined;
      return kept;
    }
    let x: number;
    let y: number;
    let square: number;
    do {
      x = 2 * this.unit() - 1;
      y = 2 * this.unit() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const factor = Math.sqrt((-2 * roundedLog(square, binary64)) / square);
    this.spare = factor * x;
    return factor * y;
  }
}
