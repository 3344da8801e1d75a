import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { bitView, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { TypedArray } from '../../oracles/numerics/trait.ts';

/** The bit patterns of NaN that are used: quiet ones, or signaling ones as well. */
export type PatternsOfNaN = 'quiet' | 'all';

/** Returns a tensor whose NaN elements use the bit patterns of their type in turn: of either sign, with payloads. */
export function inPatternsOfNaN(given: Tensor, which: PatternsOfNaN): Tensor {
  const format = formatOf(given.dtype);
  if (format.kind !== 'float' || !format.hasNaN) return given;
  const scalar = scalarsOf(given);
  const patterns = patternsOfNaN(format, which);
  const data = (given.data as TypedArray).slice();
  const bits = bitView(data) as Uint32Array | BigUint64Array;
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if (!Number.isNaN(scalar(i))) continue;
    const pattern = patterns[count++ % patterns.length]!;
    bits[i] = bits instanceof BigUint64Array ? pattern : Number(pattern);
  }
  return { ...given, data: data as Tensor['data'] };
}

/** Patterns of NaN; the negative one, which x86 produces, comes first. Types of up to 8 bits have no signaling NaN. */
function patternsOfNaN({ bits, precision, values }: FloatFormat, which: PatternsOfNaN): readonly bigint[] {
  if (bits <= 8)
    return [...values!.keys()]
      .filter((i) => Number.isNaN(values![i]))
      .map(BigInt)
      .toReversed();
  const sign = 1n << BigInt(bits - 1);
  const infinity = sign - (1n << BigInt(precision - 1));
  const usual = infinity | (1n << BigInt(precision - 2));
  const quiet = [sign | usual, usual | 1n, 2n * sign - 1n, usual];
  return which === 'quiet' ? quiet : [...quiet, infinity | 1n, sign | infinity | 1n, usual - 1n];
}
