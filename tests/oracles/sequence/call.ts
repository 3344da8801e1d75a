import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { sequenceOf, type Value } from '../../../oracles/numerics/value.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';

/** float32 of rank 1. */
export const list = (...numbers: number[]): Tensor => tensor('float32', [numbers.length], new Float32Array(numbers));

export const place = (position: number): Tensor => tensor('int64', [], BigInt64Array.of(BigInt(position)));

export const sequenceWith = (...tensors: Tensor[]) => sequenceOf(tensors[0]?.dtype ?? 'float32', tensors);

/** What may stand in the outputs of a node. */
export function expected(
  name: string,
  inputs: readonly (Value | undefined)[],
  attributes: Attributes = {},
  opset = newestOpset,
) {
  const operator = findOperator(name)!;
  return expectValues(operator, versionAt(operator, opset), { attributes, inputs });
}

/** The first output of a node. */
export const result = (...node: Parameters<typeof expected>): Value => referenceValue(expected(...node)[0]!);
