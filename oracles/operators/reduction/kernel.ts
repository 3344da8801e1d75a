import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type DType, formatOf, integerRange } from '../../numerics/dtype.ts';

/** Computes the result of the terms of one slice, in any arithmetic. */
export type ReductionKernel = <S>(a: Arithmetic<S>, xs: readonly S[], dtype: DType) => S;

/** Returns the greatest term; `ofNothing` without terms. */
export function greatest<S>(a: Arithmetic<S>, xs: readonly S[], ofNothing: number | bigint): S {
  return xs.length > 0 ? xs.reduce((x, y) => a.maximum(x, y)) : a.of(ofNothing);
}

/** Returns the least term; `ofNothing` without terms. */
export function least<S>(a: Arithmetic<S>, xs: readonly S[], ofNothing: number | bigint): S {
  return xs.length > 0 ? xs.reduce((x, y) => a.minimum(x, y)) : a.of(ofNothing);
}

/** Returns the ends of a type: infinities if it has them. */
export function endsOf(dtype: DType): { readonly least: number | bigint; readonly greatest: number | bigint } {
  const format = formatOf(dtype);
  if (format.kind === 'float') return { least: Number.NEGATIVE_INFINITY, greatest: Number.POSITIVE_INFINITY };
  if (format.kind !== 'integer') return { least: 0, greatest: 1 };
  const { min, max } = integerRange(format);
  return { least: min, greatest: max };
}
