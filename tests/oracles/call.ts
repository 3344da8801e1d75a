import type { ElementAcceptance } from '../../oracles/acceptance/acceptance.ts';
import { type DType, type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { encode16, isHeldAsBits } from '../../oracles/numerics/rounding.ts';
import { allocate, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { Attributes, Call, ExpectedOutput } from '../../oracles/operator.ts';
import { findOperator, newestOpset, operators, versionAt } from '../../oracles/operators.ts';

export type FloatName = FloatFormat['name'];
export const floatNames: readonly FloatName[] = ['float16', 'bfloat16', 'float32', 'float64'];

/** The operators of the family that reduces over a list of axes. */
export const reductions = operators.filter(({ family }) => family === 'reduction');

/** A tensor of any dtype from plain numbers or bigints; a vector unless `dims` says otherwise. */
export function tensorOf(
  dtype: DType,
  values: readonly (number | bigint)[],
  dims: readonly number[] = [values.length],
): Tensor {
  const data = allocate(dtype, values.length);
  for (const [i, value] of values.entries()) {
    if (isHeldAsBits(dtype)) data[i] = encode16(Number(value), formatOf(dtype));
    else if (data instanceof BigInt64Array || data instanceof BigUint64Array) data[i] = BigInt(value);
    else data[i] = Number(value);
  }
  return tensor(dtype, dims, data);
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

/** The oracle's own answers for all elements of an output, as a tensor. */
export function best(expected: ExpectedOutput): Tensor {
  const count = expected.dims.reduce((a, b) => a * b, 1);
  const values = Array.from({ length: count }, (_, i) => expected.accept(i).best);
  return tensorOf(expected.dtype, values, expected.dims);
}
