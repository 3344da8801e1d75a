import type { DType } from '../../numerics/dtype.ts';
import type { Binding } from '../../spec/declaration.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

const pairs: readonly (readonly [base: DType, exponent: DType])[] = [
  ...(['float32', 'float64', 'float16', 'bfloat16', 'int32', 'int64'] as const).map((t) => [t, t] as const),
  ...(['int32', 'int64', 'float64', 'uint8', 'float16'] as const).map((exponent) => ['float32', exponent] as const),
  ['float64', 'float32'],
  ['int32', 'float32'],
  ['int64', 'float32'],
  ['int32', 'int64'],
  ['int64', 'int32'],
];

/** Returns the types of base and exponent to test if they may differ; all pairs of one type if they may not. */
export function exponentTypes({ types }: Schema): readonly Binding[] {
  const admits = (variable: string, dtype: DType) => types[variable]!.split(' ').includes(dtype);
  if (!types.T1) return pairs.flatMap(([T, other]) => (T === other && admits('T', T) ? [{ T }] : []));
  return pairs.flatMap(([T, T1]) => (admits('T', T) && admits('T1', T1) ? [{ T, T1 }] : []));
}
