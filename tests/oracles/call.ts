import type { ElementAcceptance } from '../../oracles/judge/acceptance.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import { findOperator, newestOpset, operators, versionAt } from '../../oracles/operators.ts';
import type { Attributes, AttributeValue, Call } from '../../oracles/spec/declaration.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';

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

/** Elements as they are written in tests, nested as the dimensions are. */
export type Nested = Written | readonly Nested[];
type Written = number | bigint | boolean | string;

const dtypeOfType: Readonly<Record<string, DType>> = {
  number: 'float32',
  bigint: 'int64',
  boolean: 'bool',
  string: 'string',
};

/** A tensor of what is written: numbers are float32, bigints int64; nothing at all is float32. */
function tensorFrom(written: Nested): Tensor {
  const dims: number[] = [];
  for (let part: Nested | undefined = written; typeof part === 'object'; part = part[0]) dims.push(part.length);
  const elementsOf = (part: Nested): Written[] => (typeof part === 'object' ? part.flatMap(elementsOf) : [part]);
  const elements = elementsOf(written);
  const scalars = elements.map((x) => (typeof x === 'boolean' ? BigInt(x) : x));
  const dtype = dtypeOfType[typeof elements[0]] ?? 'float32';
  return tensorOfScalars(dtype, dims, (i) => scalars[i]!);
}

/** What else a test asks for. */
interface Asked {
  readonly opset?: number;
  /** how many outputs; those that are not optional if absent */
  readonly outputs?: number;
}

/**
 * The true values of each output of a node, nested as its dimensions are: floats as numbers, integers as bigints.
 * @param attributes plain values, of the types that the schema gives them
 */
export function allValues(
  name: string,
  attributes: Readonly<Record<string, AttributeValue['value']>>,
  inputs: readonly (Nested | Tensor | undefined)[],
  { opset = newestOpset, outputs }: Asked = {},
) {
  const operator = findOperator(name)!;
  const version = versionAt(operator, opset);
  const typed = Object.entries(attributes).map(([key, value]) => {
    const declared = version.attributes.find((one) => one.name === key);
    if (!declared) throw new Error(`${name} has no attribute ${key} at opset ${opset}`);
    return [key, { type: declared.type, value }] as const;
  });
  const call: Call = {
    attributes: Object.fromEntries(typed) as Attributes,
    inputs: inputs.map((given) =>
      given === undefined || (typeof given === 'object' && 'dtype' in given) ? given : tensorFrom(given),
    ),
    ...(outputs !== undefined && { outputs }),
  };
  return operator.expect(version, call).map(({ dims, accept }) => nested(dims, (i) => accept(i).best));
}

/** The same of the first output. */
export const values = (...node: Parameters<typeof allValues>) => allValues(...node)[0];

/** The elements of a tensor, row-major, nested as its dimensions are. */
function nested<T>([size, ...inner]: readonly number[], at: (index: number) => T, first = 0): T | unknown[] {
  if (size === undefined) return at(first);
  return Array.from({ length: size }, (_, i) => nested(inner, at, first * size + i));
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

/** What the oracle says about a reduction. */
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
