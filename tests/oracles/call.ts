import type { ElementAcceptance } from '../../oracles/acceptance/acceptance.ts';
import type { Attributes, Call } from '../../oracles/declaration.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import type { ExpectedOutput } from '../../oracles/operator.ts';
import { findOperator, newestOpset, operators, versionAt } from '../../oracles/operators.ts';

export const floatNames = ['float16', 'bfloat16', 'float32', 'float64'] as const;
export type FloatName = (typeof floatNames)[number];

/** The operators of the family that reduces over a list of axes. */
export const reductions = operators.filter(({ family }) => family === 'reduction');

/** A tensor of any dtype from plain numbers or bigints, rounded to floats; a vector unless `dims` says otherwise. */
export function tensorOf(
  dtype: DType,
  values: readonly NumericScalar[],
  dims: readonly number[] = [values.length],
): Tensor {
  const format = formatOf(dtype);
  const value = (x: NumericScalar) => (format.kind === 'float' ? roundDouble(Number(x), format) : x);
  return tensorOfScalars(dtype, dims, (i) => value(values[i]!));
}

/** What a node asks for, wherever its version takes axes from. */
export interface Request {
  readonly axes?: readonly number[];
  readonly keepdims?: number;
  readonly noop?: number;
}

/** The call of a reduction at an opset. */
export function callAt(name: string, opset: number, data: Tensor, { axes, keepdims, noop }: Request = {}): Call {
  const fromInput = versionAt(findOperator(name)!, opset).inputs.length > 1;
  const attributes: Attributes = {
    ...(axes && !fromInput && { axes: { type: 'INTS', value: axes } }),
    ...(keepdims !== undefined && { keepdims: { type: 'INT', value: keepdims } }),
    ...(noop !== undefined && { noop_with_empty_axes: { type: 'INT', value: noop } }),
  };
  const inputs = axes && fromInput ? [data, tensorOf('int64', axes)] : [data];
  return { attributes, inputs };
}

/** What the oracle says of a reduction. */
export function reduce(name: string, data: Tensor, request: Request = {}, opset = newestOpset): ExpectedOutput {
  const operator = findOperator(name)!;
  const outputs = operator.expect(versionAt(operator, opset), callAt(name, opset, data, request));
  return outputs[0]!;
}

/** The acceptance of one row that is reduced to a scalar. */
export function row(
  name: string,
  dtype: DType,
  values: readonly (number | bigint)[],
  opset = newestOpset,
): ElementAcceptance {
  return reduce(name, tensorOf(dtype, values), { keepdims: 0 }, opset).accept(0);
}
