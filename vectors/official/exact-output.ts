import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { isSameAt, type Tensor } from '../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import type { OfficialVector } from './official.ts';

/** Returns the oracle's own outputs for an official vector: the true values, rounded once. */
export function exactOutputs({ operator, opset, call }: OfficialVector): Tensor[] {
  const known = findOperator(operator)!;
  return known.expect(versionAt(known, opset), call).map(referenceTensor);
}

/** Returns the number of output elements that differ from the true value rounded once. */
export function inexactElements(vector: OfficialVector): number {
  const exact = exactOutputs(vector);
  const differing = (output: Tensor, right: Tensor) =>
    Array.from({ length: output.data.length }, (_, i) => i).filter((i) => !isSameAt(output, right, i)).length;
  return vector.outputs.reduce((sum, output, o) => sum + differing(output, exact[o]!), 0);
}
