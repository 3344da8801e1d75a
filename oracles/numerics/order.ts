import { type DType, type FloatFormat, type Format, formatOf, integerRange } from './dtype.ts';
import { encode16, isHeldAsBits, valuesOf16 } from './rounding.ts';

/**
 * The values of a format in ascending order, each at an integer, without gaps: infinities at the ends, -0 just before 0.
 * NaN has no place.
 */
export interface Ordering {
  readonly first: bigint;
  readonly last: bigint;
  /** @throws RangeError for NaN */
  positionOf(x: number | bigint): bigint;
  valueAt(position: bigint): number | bigint;
}

/** The ordering of the values of a dtype. */
export function orderingOf(dtype: DType): Ordering {
  const format: Format = formatOf(dtype);
  if (format.kind === 'float') return floatOrdering(format);
  const { min, max } = format.kind === 'bool' ? { min: 0n, max: 1n } : integerRange(format);
  return { first: min, last: max, positionOf: BigInt, valueAt: (position) => position };
}

/** Magnitudes are ordered as their bit patterns are; negative ones count down from -1, which is -0. */
function floatOrdering(format: FloatFormat): Ordering {
  const { toBits, fromBits } = codeOf(format);
  const positionOf = (x: number | bigint) => {
    const value = Number(x);
    if (Number.isNaN(value)) throw new RangeError('NaN has no place in the order');
    const bits = toBits(Math.abs(value));
    return value < 0 || Object.is(value, -0) ? -1n - bits : bits;
  };
  return {
    first: positionOf(Number.NEGATIVE_INFINITY),
    last: positionOf(Number.POSITIVE_INFINITY),
    positionOf,
    valueAt: (position) => (position < 0n ? -fromBits(-1n - position) : fromBits(position)),
  };
}

/** From values that are not negative to their bit patterns and back. */
function codeOf(format: FloatFormat): { toBits(x: number): bigint; fromBits(bits: bigint): number } {
  const { name } = format;
  if (isHeldAsBits(name)) {
    const values = valuesOf16(format);
    return { toBits: (x) => BigInt(encode16(x, format)), fromBits: (bits) => values[Number(bits)]! };
  }
  const view = new DataView(new ArrayBuffer(8));
  if (name === 'float32') {
    return {
      toBits(x) {
        view.setFloat32(0, x);
        return BigInt(view.getUint32(0));
      },
      fromBits(bits) {
        view.setUint32(0, Number(bits));
        return view.getFloat32(0);
      },
    };
  }
  return {
    toBits(x) {
      view.setFloat64(0, x);
      return view.getBigUint64(0);
    },
    fromBits(bits) {
      view.setBigUint64(0, bits);
      return view.getFloat64(0);
    },
  };
}
