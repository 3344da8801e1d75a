import { formatScalar } from '../../oracles/judge/acceptance.ts';
import { type DType, dtypes, formatOf, integerRange, isDType, type StorageOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, isFilled, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Complex, Scalar } from '../../oracles/numerics/trait.ts';
import {
  formatForm,
  isSequence,
  isTensor,
  mapTensors,
  type OptionalOf,
  optionalOf,
  type SequenceOf,
  sequenceOf,
  typeOf,
  type Value,
} from '../../oracles/numerics/value.ts';
import { parseType } from '../../oracles/numerics/value-type.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { checkReturnedTensor } from '../backends/returned.ts';
import { printAs } from './printing.ts';

/** An element in the form in which users write it. */
export type Element = number | bigint | boolean | string | Complex;

/** A Float16Array, a class of newer engines and compilers. */
type Halves = ArrayBufferView & ArrayLike<number> & { readonly [Symbol.toStringTag]: 'Float16Array' };

/** The greatest number of elements to print. */
const few = 16;

/**
 * Returns a tensor in row-major order; `dims` is empty for rank 0.
 * @param data the typed array of the dtype, whose memory is shared (16-bit floats are bit patterns in a `Uint16Array`, or the
 *   bits of a `Float16Array`); or a plain list of numbers, bigints, booleans or strings, each rounded to the dtype
 * @throws BadInput for an unknown dtype, and if the number of elements in `data` does not match `dims`
 */
export function tensor<D extends DType>(
  dtype: D,
  dims: readonly number[],
  data: StorageOf[D] | Halves | readonly Element[],
): Tensor<D> {
  if (!isDType(dtype)) throw new BadInput(`unknown dtype '${dtype}'; use one of ${dtypes.join(', ')}`);
  const isPlain = Array.isArray(data) && dtype !== 'string';
  if (!isPlain) return printable(tensorOf({ dtype, dims, data: data as StorageOf[D] }, 'the tensor'));
  checkDims(dims, 'the tensor');
  if (data.length !== elementCount(dims)) throw notFilled(dtype, dims, data);
  return printable(tensorOfScalars(dtype, dims, (i) => scalarOf(dtype, data[i] as Element)));
}

/** Validates a tensor and returns it. @throws BadInput that names it and its problem */
export function tensorOf<T extends Tensor>(value: T, name: string): T {
  let checked: Tensor;
  try {
    checked = checkReturnedTensor(value, name);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
  const { dtype, dims, data } = checked;
  checkDims(dims, name);
  if (!isFilled(dtype, dims, data)) throw notFilled(dtype, dims, data);
  return checked as T;
}

/**
 * Returns a sequence of tensors of one dtype.
 * @param dtype the dtype of an empty sequence
 * @throws BadInput for tensors of several dtypes, and for no tensors without a dtype
 */
export function sequence(tensors: readonly Tensor[], dtype: DType | undefined = tensors[0]?.dtype): SequenceOf<Tensor> {
  if (dtype === undefined) throw new BadInput('a sequence without tensors needs a dtype');
  const elements = tensors.map((one, i) => tensorOf(one, `tensor ${i}`));
  const stranger = elements.find((one) => one.dtype !== dtype);
  if (stranger) throw new BadInput(`a tensor of ${stranger.dtype} in a sequence of ${dtype}`);
  return sequenceOf(dtype, elements);
}

/**
 * Returns an optional with or without a content.
 * @param content a tensor or a sequence; or, for an empty optional, its type, such as `'seq(float32)'`
 * @throws BadInput for anything else
 */
export function optional(content: Tensor | SequenceOf<Tensor> | string): OptionalOf<Tensor> {
  if (typeof content !== 'string') {
    const checked = checkedValue(content, 'the content') as Tensor | SequenceOf<Tensor>;
    return optionalOf(typeOf<Tensor>(checked), checked);
  }
  try {
    return optionalOf<Tensor>(parseType(content), undefined);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}

/** Validates a tensor, sequence or optional and returns it. @throws BadInput that names it and its problem */
export function checkedValue(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null || !('within' in value)) return tensorOf(value, name);
  if (isSequence(value)) return sequence(value.elements, value.dtype);
  return mapTensors(value, (one) => tensorOf(one, name));
}

function checkDims(dims: unknown, name: string): void {
  if (Array.isArray(dims) && dims.every((dim) => Number.isSafeInteger(dim) && dim >= 0)) return;
  throw new BadInput(`${name}: dims are a list of integers from 0, such as [2, 3], not ${JSON.stringify(dims)}`);
}

const notFilled = (dtype: DType, dims: readonly number[], { length }: ArrayLike<unknown>) =>
  new BadInput(`${length} entries do not fill a tensor of ${dtype}[${dims}]`);

/** @throws BadInput for a value that is neither tensors by name nor a list, with a hint to await for a promise */
export function refuseNoTensors(given: unknown, what: string): void {
  if (typeof given !== 'object' || given === null) {
    throw new BadInput(`${what} are tensors by name, or a list of them, not ${given}`);
  }
  if (given instanceof Promise) throw new BadInput(`${what} are a promise; await it`);
}

/** Formats a value in one line. */
export const formatValue = (value: Value): string => (isTensor(value) ? formatTensor(value) : formatForm(value));

/** Makes a tensor print in one line: "float32[2,2] = 1, 2.5, -0, NaN". */
export function printable<T extends Tensor>(value: T): T {
  return printAs(value, () => formatTensor(value));
}

function formatTensor(value: Tensor): string {
  const count = elementCount(value.dims);
  const scalar = scalarsOf(value);
  const words = Array.from({ length: Math.min(count, few) }, (_, i) => formatScalar(scalar(i)));
  if (count > few) words.push(`… ${count - few} more`);
  return `${value.dtype}[${value.dims}]${count > 0 ? ` = ${words.join(', ')}` : ', no elements'}`;
}

function scalarOf(dtype: DType, element: Element): Scalar {
  const format = formatOf(dtype);
  if (format.kind === 'complex') return typeof element === 'object' ? element : { re: Number(element), im: 0 };
  if (format.kind === 'float') return roundDouble(Number(element), format);
  const { min, max } = format.kind === 'integer' ? integerRange(format) : { min: 0n, max: 1n };
  const value = integerIn(element);
  if (value !== undefined && value >= min && value <= max) return value;
  throw new BadInput(`${String(element)} is not a value of ${dtype}`);
}

function integerIn(element: Element): bigint | undefined {
  if (typeof element === 'object' || typeof element === 'string') return undefined;
  return typeof element === 'number' && !Number.isInteger(element) ? undefined : BigInt(element);
}
