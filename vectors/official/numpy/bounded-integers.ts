import {
  type DType,
  formatOf,
  type IntegerDType as IntegerFormatName,
  integerRange,
  type StorageOf,
} from '../../../oracles/numerics/dtype.ts';
import { allocate } from '../../../oracles/numerics/tensor.ts';

/** The dtypes of `randint`. */
export type BoundedDType = IntegerFormatName | 'bool';

/**
 * Returns integers in [low, high) by masked rejection, as numpy's legacy `randint` draws them. It draws as many bits as the
 * range needs, and repeats this until the number is in the range. A range of one value draws nothing.
 * @param word the next 32 bits of the stream
 */
export function boundedIntegers<D extends BoundedDType>(
  word: () => number,
  low: bigint,
  high: bigint,
  count: number,
  dtype: D,
): StorageOf[D] {
  const { min, max } = rangeOf(dtype);
  if (low < min || high - 1n > max || low >= high) throw new RangeError(`[${low}, ${high}) is not a range of ${dtype}`);
  const span = high - 1n - low;
  const mask = (1n << BigInt(span.toString(2).length)) - 1n;
  const draw = drawer(word, dtype, span);
  const result = allocate(dtype, count);
  const write = formatOf<DType>(dtype).writer(result);
  for (let i = 0; i < count; i++) {
    let offset = 0n;
    if (span > 0n) {
      do offset = draw() & mask;
      while (offset > span);
    }
    write(i, low + offset);
  }
  return result;
}

function rangeOf(dtype: BoundedDType): { readonly min: bigint; readonly max: bigint } {
  return dtype === 'bool' ? { min: 0n, max: 1n } : integerRange(formatOf(dtype));
}

/**
 * Returns the function that draws the bits of one attempt. Types below 32 bits split a word, its low part first, and discard
 * the rest at the end of the call. 64-bit types take two words, the high one first, if the range needs more than 32 bits.
 */
function drawer(word: () => number, dtype: BoundedDType, span: bigint): () => bigint {
  if (span > 0xffff_ffffn) return () => (BigInt(word()) << 32n) | BigInt(word());
  const width = dtype === 'bool' ? 1 : formatOf(dtype).bits;
  if (width >= 32) return () => BigInt(word());
  let rest = 0;
  let left = 0;
  return () => {
    if (left === 0) {
      rest = word();
      left = 32;
    }
    const part = rest & (2 ** width - 1);
    rest >>>= width;
    left -= width;
    return BigInt(part);
  };
}
