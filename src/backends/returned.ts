import { type DType, dtypes, formatOf, integerRange, isDType } from '../../oracles/numerics/dtype.ts';
import { allocate, bitView, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { TypedArray } from '../../oracles/numerics/trait.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';

/**
 * Checks that an adapter returned a list, and returns it.
 * @throws Error that describes the required value
 */
export function returnedList<T>(returned: readonly T[]): readonly T[] {
  if (Array.isArray(returned)) return returned;
  throw new Error(
    `run or runTensors has to return a list of tensors in the order of outputs, not ${describeKind(returned)}`,
  );
}

/** Returns the session that `prepare` of an adapter returned. @throws Error if it is none */
export function returnedSession<S extends { readonly run: unknown }>(returned: S): S {
  if (typeof returned?.run === 'function') return returned;
  throw new Error(`prepare has to return an object with a function run, not ${describeKind(returned)}`);
}

/** Checks a value from an adapter, and returns it. @throws Error that names it and its problem */
export function checkReturned(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null || !('within' in value)) return checkReturnedTensor(value, name);
  return mapTensors(value, (tensor) => checkReturnedTensor(tensor, name));
}

/**
 * Checks a tensor from an adapter, which may be any JavaScript value, and returns it. A Float16Array, which newer engines
 * have, is replaced by its bits in the same memory.
 * @throws Error that names the tensor and its problem
 */
export function checkReturnedTensor(value: Tensor, name: string): Tensor {
  const refuse = (what: string) => new Error(`${name}: ${what}`);
  if (typeof value !== 'object' || value === null) {
    throw refuse(`a tensor is { dtype, dims, data }, not ${describeKind(value)}`);
  }
  const { dtype, dims, data } = value;
  if (!isDType(dtype)) throw refuse(`dtype has to be one of ${dtypes.join(', ')}, not ${JSON.stringify(dtype)}`);
  if (!Array.isArray(dims)) throw refuse(`dims has to be a list of numbers, not ${describeKind(dims)}`);
  const strange = firstUnlike(dims, (dim) => Number.isSafeInteger(dim) && (dim as number) >= 0);
  if (strange) throw refuse(`dims has to be a list of integers from 0, and holds ${nameOf(strange.value)}`);
  const wanted = allocate(dtype, 0);
  const tag = tagOf(data);
  const stranger =
    dtype === 'string' && Array.isArray(data) ? firstUnlike(data, (x) => typeof x === 'string') : undefined;
  if (stranger) throw refuse(`data of string has to be an Array of strings, and holds ${nameOf(stranger.value)}`);
  if (dtype === 'float16' && tag === 'Float16Array')
    return { dtype, dims, data: bitView(data as TypedArray) as Uint16Array };
  if (tag !== tagOf(wanted))
    throw refuse(`data of ${dtype} has to be ${describeKind(wanted)}, not ${describeKind(data)}`);
  const { min, max } = entriesOf(dtype);
  const beyond = max < 0xff ? (data as Uint8Array).findIndex((x) => x < min || x > max) : -1;
  if (beyond >= 0) throw refuse(`element ${beyond} is ${data[beyond]}; those of ${dtype} are held as ${min} … ${max}`);
  return value;
}

/** Returns the first entry of another kind; a hole, which most loops skip, counts too. */
function firstUnlike(list: readonly unknown[], is: (x: unknown) => boolean): { readonly value: unknown } | undefined {
  const all = Array.from(list);
  const place = all.findIndex((x) => !is(x));
  return place < 0 ? undefined : { value: all[place] };
}

const nameOf = (value: unknown): string => (typeof value === 'number' ? `${value}` : describeKind(value));

/** Returns the range of bytes that hold an element of fewer than 8 bits; no limits for wider elements. */
function entriesOf(dtype: DType): { readonly min: number; readonly max: number } {
  const format = formatOf(dtype);
  if (format.bits === 0 || format.bits >= 8) return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  if (format.kind !== 'integer') return { min: 0, max: 2 ** format.bits - 1 };
  const { min, max } = integerRange(format);
  return { min: Number(min), max: Number(max) };
}

/** Returns the class name, such as "Float32Array", also for a subclass or another realm. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Names the kind of a value: "undefined", "an Array", "a Map". */
function describeKind(value: unknown): string {
  const tag = tagOf(value);
  if (value === undefined || value === null) return tag.toLowerCase();
  return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
}
