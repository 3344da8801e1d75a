import { type DType, floatDTypes } from '../../numerics/dtype.ts';
import type { Binding } from '../../spec/declaration.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** Types of the data and of the other inputs, where the two differ. */
const pairs: readonly (readonly [data: DType, others: DType])[] = [
  ['float16', 'float32'],
  ['bfloat16', 'float32'],
  ['float32', 'float16'],
  ['float32', 'float64'],
];

/** Returns the types to test for a version: all type variables equal, or the first one different from the last. */
export function statisticTypes({ types }: Schema): readonly Binding[] {
  const variables = Object.keys(types);
  const [first, last] = [variables[0]!, variables.at(-1)!];
  const admitted = types[first]!.split(' ');
  const same = floatDTypes
    .filter((dtype) => admitted.includes(dtype))
    .map((dtype) => Object.fromEntries(variables.map((variable) => [variable, dtype])));
  if (variables.length === 1) return same;
  const mixed = pairs.map(([data, others]) =>
    Object.fromEntries(variables.map((variable) => [variable, variable === last ? others : data])),
  );
  return [...same, ...mixed.filter((binding) => binding[first] !== binding[last])];
}
