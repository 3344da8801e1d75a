import { type DType, type FloatFormat, formatOf } from '../numerics/dtype.ts';
import type { ReducedTier } from './tier.ts';

/** TF32 has the exponents of float32 and ten bits of fraction (NVIDIA A100 Tensor Core GPU Architecture, whitepaper, 2020). */
const formats: Readonly<Record<ReducedTier, FloatFormat>> = {
  tf32: { ...formatOf('float32'), precision: 11, minExponent: -136 },
  bfloat16: formatOf('bfloat16'),
};

/** Returns whether tensor cores round factors of a type. */
export const hasFactors = (dtype: DType): boolean => dtype === 'float32';

/** Returns the format to which factors may be rounded under a tier; `undefined` if they may not. */
export const factorsOf = (dtype: DType, tier: ReducedTier | undefined): FloatFormat | undefined =>
  tier && hasFactors(dtype) ? formats[tier] : undefined;
