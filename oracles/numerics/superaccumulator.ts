import { type Dyadic, dyadic, zero } from './dyadic.ts';

/** The number of bits from one limb to the next; a limb has 53, so that carries can be delayed. */
const width = 32;
const base = 2 ** width;
/** The exponent of the last bit of the first limb, equal to that of the smallest subnormal. */
const lowest = -1074;
/** The number of terms that fit into limbs without a carry: each adds less than 2^32. */
const mostUncarried = 2 ** 20;

const scratch = new DataView(new ArrayBuffer(8));

/**
 * A sum of finite doubles as a fixed-point number with the range of all doubles (Neal, "Fast exact summation using small and
 * large superaccumulators", 2015), in overlapping limbs.
 */
export class Superaccumulator {
  /** 2^lowest · Σ limbs[i] · base^i, each limb an integer: doubles need 66 limbs, the last one is for carries */
  private readonly limbs = new Float64Array(67);
  private uncarried = 0;

  /** @throws RangeError if the term is NaN or infinite */
  add(x: number): void {
    scratch.setFloat64(0, x);
    const high = scratch.getUint32(0);
    const exponent = (high >>> 20) & 0x7ff;
    if (exponent === 0x7ff) throw new RangeError(`${x} cannot be summed`);
    const low = scratch.getUint32(4);
    const top = exponent === 0 ? high & 0xf_ffff : (high & 0xf_ffff) | 0x10_0000;
    const place = Math.max(exponent, 1) - 1;
    const shift = place % width;
    const i = (place - shift) / width;
    const sign = x < 0 ? -1 : 1;
    const { limbs } = this;
    // the 53 shifted bits are spread over three limbs; a shift by 32 bits would do nothing
    limbs[i]! += sign * ((low << shift) >>> 0);
    limbs[i + 1]! += sign * (((shift ? low >>> (width - shift) : 0) | (top << shift)) >>> 0);
    if (shift) limbs[i + 2]! += sign * (top >>> (width - shift));
    if (++this.uncarried === mostUncarried) this.carry();
  }

  /** Returns the exact sum of all terms so far. */
  get total(): Dyadic {
    const first = this.limbs.findIndex((limb) => limb !== 0);
    if (first < 0) return zero;
    const last = this.limbs.findLastIndex((limb) => limb !== 0);
    let m = 0n;
    for (let i = last; i >= first; i--) m = (m << BigInt(width)) + BigInt(this.limbs[i]!);
    return dyadic(m, lowest + first * width);
  }

  private carry(): void {
    const { limbs } = this;
    for (let i = 0; i < limbs.length - 1; i++) {
      const carried = Math.floor(limbs[i]! / base);
      limbs[i]! -= carried * base;
      limbs[i + 1]! += carried;
    }
    this.uncarried = 0;
  }
}
