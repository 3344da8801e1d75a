import { type DType, type FloatFormat, formatOf, integerRange } from './dtype.ts';
import { largestFinite } from './rounding.ts';
import { bitView } from './tensor.ts';
import type { NumericScalar, TypedArray } from './trait.ts';

/**
 * The values of a format in ascending order, at consecutive integer positions: infinities at the ends, -0 directly before 0.
 * NaN has no position.
 */
export interface Ordering {
  readonly first: bigint;
  readonly last: bigint;
  /** @throws RangeError for NaN */
  positionOf(x: NumericScalar): bigint;
  valueAt(position: bigint): NumericScalar;
}

/**
 * Returns the ordering of the values of a dtype.
 * @throws RangeError for complex numbers and strings
 */
export function orderingOf(dtype: DType): Ordering {
  const format = formatOf(dtype);
  if (format.kind === 'float') return floatOrdering(format);
  if (format.kind === 'complex' || format.kind === 'string') throw new RangeError(`${dtype} has no order`);
  const { min, max } = format.kind === 'bool' ? { min: 0n, max: 1n } : integerRange(format);
  return { first: min, last: max, positionOf: BigInt, valueAt: (position) => position };
}

/** Orders floats by the bit patterns of their magnitudes; negative ones count down from -1, which is -0 if the format has it. */
function floatOrdering(format: FloatFormat): Ordering {
  const { toBits, fromBits } = codeOf(format);
  const firstNegative = format.hasMinusZero ? -1n : 0n;
  const positionOf = (x: NumericScalar) => {
    const value = Number(x);
    if (Number.isNaN(value)) throw new RangeError('NaN has no place in the order');
    const bits = toBits(Math.abs(value));
    return value < 0 || Object.is(value, -0) ? firstNegative - bits : bits;
  };
  const largest = format.hasInfinity ? Number.POSITIVE_INFINITY : largestFinite(format);
  return {
    first: format.signed ? positionOf(-largest) : 0n,
    last: positionOf(largest),
    positionOf,
    valueAt: (position) => (position < 0n ? -fromBits(firstNegative - position) : fromBits(position)),
  };
}

/** Returns the conversions between non-negative values and their bit patterns. */
function codeOf(format: FloatFormat): { toBits(x: number): bigint; fromBits(bits: bigint): number } {
  const one: TypedArray = format.allocate(1);
  const [read, write, bits] = [format.reader(one), format.writer(one), bitView(one)];
  return {
    toBits(x) {
      write(0, x);
      return BigInt(bits[0]!);
    },
    fromBits(pattern) {
      bits[0] = bits instanceof BigUint64Array ? pattern : Number(pattern);
      return read(0);
    },
  };
}
