import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { type Tensor, tensorFromBytes } from '../../oracles/numerics/tensor.ts';

/**
 * Elements that conversions damage, as bit patterns: of floats both zeros, both infinities, the extremes of normal and
 * subnormal numbers and 1 + an ulp; of integers the ends of the range and values next to powers of two; of bool both.
 */
export function specialValues(dtype: DType): Tensor {
  const format = formatOf(dtype);
  const { bits } = format;
  const top = 1n << BigInt(bits - 1);
  const patterns =
    format.kind === 'bool'
      ? [0n, 1n, 1n, 0n]
      : format.kind === 'integer'
        ? integers(bits)
        : floats(bits, format.precision);
  function integers(width: number): bigint[] {
    return [0n, 1n, top - 1n, top, (1n << BigInt(width)) - 1n, top + 1n, top >> 1n, 0x55n];
  }
  function floats(width: number, precision: number): bigint[] {
    const infinity = (1n << BigInt(width - 1)) - (1n << BigInt(precision - 1));
    const one = (infinity >> 1n) & ~((1n << BigInt(precision - 1)) - 1n);
    return [0n, top, one, one + 1n, top | one, infinity, top | infinity, infinity - 1n, 1n, top | 1n];
  }
  return packed(dtype, bits, patterns);
}

/** Two NaN that carry a payload, quiet as arithmetic makes them. */
export function nanPayloads(dtype: DType): Tensor | undefined {
  const format = formatOf(dtype);
  if (format.kind !== 'float') return undefined;
  const quiet = (1n << BigInt(format.bits - 1)) - (1n << BigInt(format.precision - 2));
  return packed(dtype, format.bits, [quiet + 5n, (1n << BigInt(format.bits - 1)) | (quiet + 3n)]);
}

/** Little-endian elements in one dimension. */
function packed(dtype: DType, bits: number, patterns: readonly bigint[]): Tensor {
  const width = bits / 8;
  const bytes = new Uint8Array(patterns.length * width);
  patterns.forEach((pattern, i) => {
    for (let k = 0; k < width; k++) bytes[i * width + k] = Number((pattern >> BigInt(8 * k)) & 0xffn);
  });
  return tensorFromBytes(dtype, [patterns.length], bytes);
}
