import { type DType, type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { bytesOf, type Tensor, tensor, tensorFromBytes } from '../../oracles/numerics/tensor.ts';

/**
 * Returns elements that conversions often damage. Floats: both zeros, both infinities, the extremes of normal and subnormal
 * numbers, and 1 + an ulp; for formats of a byte or less, every number. Integers: the ends of the range and values next to
 * powers of two. Booleans: both values. Strings: also text beyond ASCII.
 */
export function specialValues(dtype: DType): Tensor {
  const format = formatOf(dtype);
  switch (format.kind) {
    case 'bool':
      return ofPatterns(dtype, [0n, 1n, 1n, 0n]);
    case 'integer':
      return ofPatterns(dtype, integers(format.bits));
    case 'float':
      return ofPatterns(dtype, format.bits > 8 ? floats(format) : numbers(format));
    case 'complex': {
      const parts = bytesOf(specialValues(dtype === 'complex64' ? 'float32' : 'float64'));
      return tensorFromBytes(dtype, [(8 * parts.length) / format.bits], parts);
    }
    case 'string': {
      const texts = ['', 'plain', 'größe', '数据', '😀', 'a\0b', ' a ', '1\n2'];
      return tensor('string', [texts.length], texts);
    }
  }
}

function integers(bits: number): bigint[] {
  const [top, last] = [1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n];
  return [0n, 1n, top - 1n, top, last, top + 1n, top >> 1n, 0x55n & last];
}

function floats({ bits, precision }: FloatFormat): bigint[] {
  const top = 1n << BigInt(bits - 1);
  const infinity = top - (1n << BigInt(precision - 1));
  const one = (infinity >> 1n) & ~((1n << BigInt(precision - 1)) - 1n);
  return [0n, top, one, one + 1n, top | one, infinity, top | infinity, infinity - 1n, 1n, top | 1n];
}

/** Returns every bit pattern that is not NaN. */
const numbers = ({ values = new Float32Array() }: FloatFormat): bigint[] =>
  [...values.keys()].filter((pattern) => !Number.isNaN(values[pattern])).map(BigInt);

/** Returns two quiet NaN with payloads; `undefined` for dtypes without payloads. */
export function nanPayloads(dtype: DType): Tensor | undefined {
  const format = formatOf(dtype);
  if (format.kind !== 'float' || format.bits <= 8) return undefined;
  const quiet = (1n << BigInt(format.bits - 1)) - (1n << BigInt(format.precision - 2));
  return ofPatterns(dtype, [quiet + 5n, (1n << BigInt(format.bits - 1)) | (quiet + 3n)]);
}

/** Returns a tensor of rank 1 with given bit patterns. */
function ofPatterns(dtype: DType, patterns: readonly bigint[]): Tensor {
  const { bits } = formatOf(dtype);
  const all = patterns.reduce((sum, pattern, i) => sum | (pattern << BigInt(i * bits)), 0n);
  const bytes = new Uint8Array(Math.ceil((patterns.length * bits) / 8));
  for (const k of bytes.keys()) bytes[k] = Number((all >> BigInt(8 * k)) & 0xffn);
  return tensorFromBytes(dtype, [patterns.length], bytes);
}
