import { type DType, formatOf, type StorageOf } from './dtype.ts';
import { pack, packedLength, unpack } from './packing.ts';
import type { NumericScalar, Scalar, Storage, TypedArray } from './trait.ts';

/**
 * A dense tensor in row-major (C) order. `dims` is empty for rank 0 and may hold zeros; `data` has exactly the product
 * of `dims` elements (of complex numbers twice as many entries). The raw bits survive every copy that the suite makes (NaN
 * payloads, signs of zero, subnormals).
 */
export interface Tensor<D extends DType = DType> {
  readonly dtype: D;
  readonly dims: readonly number[];
  readonly data: StorageOf[D];
}

/** Returns the number of elements of a shape: the product of `dims`, 1 for rank 0. */
export function elementCount(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}

/** Creates storage for `length` elements, all zero or empty. */
export function allocate<D extends DType>(dtype: D, length: number): StorageOf[D] {
  return formatOf<DType>(dtype).allocate(length) as StorageOf[D];
}

/** Returns whether `data` has as many elements of the dtype as `dims` requires. */
export function isFilled(dtype: DType, dims: readonly number[], data: Storage): boolean {
  return data.length === elementCount(dims) * formatOf(dtype).parts;
}

/**
 * Creates a tensor from its parts.
 * @throws RangeError if `data` does not have as many elements as `dims` requires
 */
export function tensor<D extends DType>(dtype: D, dims: readonly number[], data: StorageOf[D]): Tensor<D> {
  if (!isFilled(dtype, dims, data)) {
    const { parts } = formatOf<DType>(dtype);
    const found = data.length / parts;
    throw new RangeError(`${found} elements do not fill a tensor of shape [${dims}]`);
  }
  return { dtype, dims, data };
}

/**
 * Creates a tensor from the values of its elements, by their row-major index; the dtype must represent them.
 * @throws RangeError for values that a format stored as bit patterns does not have
 */
export function tensorOfScalars<D extends DType>(
  dtype: D,
  dims: readonly number[],
  valueAt: (index: number) => Scalar,
): Tensor<D> {
  const count = elementCount(dims);
  const data = allocate(dtype, count);
  const write = formatOf<DType>(dtype).writer(data);
  for (let i = 0; i < count; i++) write(i, valueAt(i));
  return { dtype, dims, data };
}

/** Returns a function from the index of an element to its value. */
export function scalarsOf({ dtype, data }: Tensor): (index: number) => Scalar {
  return formatOf(dtype).reader(data);
}

/**
 * As {@link scalarsOf}, for a tensor of real numbers or truth values.
 * @throws RangeError for another dtype
 */
export function numbersOf({ dtype, data }: Tensor): (index: number) => NumericScalar {
  const format = formatOf(dtype);
  if (format.kind === 'complex' || format.kind === 'string') throw new RangeError(`${dtype} has no real numbers`);
  return format.reader(data);
}

/** Copies a tensor to its own memory. */
export const copyOf = (tensor: Tensor): Tensor => ({ ...tensor, data: tensor.data.slice() as typeof tensor.data });

/** Returns the values of all elements. */
export function elementsOf(t: Tensor): Scalar[] {
  const value = scalarsOf(t);
  return Array.from({ length: elementCount(t.dims) }, (_, i) => value(i));
}

/** Returns whether a tensor contains NaN. */
export const holdsNaN = (t: Tensor | undefined): boolean => holds(t, Number.isNaN);

/** Returns whether a tensor contains an infinity. */
export const holdsInfinity = (t: Tensor | undefined): boolean =>
  holds(t, (x) => Math.abs(x) === Number.POSITIVE_INFINITY);

function holds(t: Tensor | undefined, is: (x: number) => boolean): boolean {
  // the cached magnitude saves a search of many weights
  return (
    t !== undefined && formatOf(t.dtype).kind === 'float' && !Number.isFinite(largestMagnitude(t)) && someNumber(t, is)
  );
}

/** Returns whether a number of a tensor of floats meets a condition; it asks for the numbers in order, up to the first one. */
function someNumber({ dtype, data }: Tensor, is: (x: number) => boolean): boolean {
  if (data instanceof Float32Array || data instanceof Float64Array) {
    for (let i = 0; i < data.length; i++) if (is(data[i]!)) return true;
    return false;
  }
  const value = formatOf(dtype).reader(data);
  for (let i = 0; i < data.length; i++) if (is(value(i) as number)) return true;
  return false;
}

const magnitudes = new WeakMap<Tensor, number>();

/** Returns the largest magnitude in a tensor of floats; Infinity if it contains NaN. It is cached. */
export function largestMagnitude(t: Tensor): number {
  const known = magnitudes.get(t);
  if (known !== undefined) return known;
  const largest = t.data instanceof Float32Array ? largestIn(t.data) : largestOf(t);
  magnitudes.set(t, largest);
  return largest;
}

/** A plain loop, since a network has millions of weights. */
function largestIn(data: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < data.length; i++) {
    const own = Math.abs(data[i]!);
    if (own <= largest) continue;
    if (Number.isNaN(own)) return Number.POSITIVE_INFINITY;
    largest = own;
  }
  return largest;
}

function largestOf(t: Tensor): number {
  let largest = 0;
  const isNaNAmong = someNumber(t, (x) => {
    const own = Math.abs(x);
    if (own > largest) largest = own;
    return Number.isNaN(own);
  });
  return isNaNAmong ? Number.POSITIVE_INFINITY : largest;
}

/** Returns a view of the bytes of the entries. */
function viewOf({ dtype, data }: Tensor): Uint8Array {
  if (isText(data)) throw new RangeError(`${dtype} is not made of bytes`);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

const isText = (data: Storage): data is string[] => Array.isArray(data);

/**
 * Returns the elements as in raw_data of TensorProto: little-endian, those smaller than a byte packed. Others are a view,
 * because the host is little-endian (like every platform of Node).
 * @throws RangeError for strings, which raw_data cannot contain
 */
export function bytesOf(t: Tensor): Uint8Array {
  const { bits } = formatOf(t.dtype);
  return bits % 8 === 0 ? viewOf(t) : pack(viewOf(t), bits);
}

/**
 * Creates a tensor from bytes as returned by {@link bytesOf}. They are copied, so that their alignment does not matter. Bits
 * between the last packed element and the end of its byte are ignored.
 * @throws RangeError if `bytes` does not have exactly the length that dtype and dims require
 */
export function tensorFromBytes<D extends DType>(dtype: D, dims: readonly number[], bytes: Uint8Array): Tensor<D> {
  const count = elementCount(dims);
  const expected = byteLength(dtype, count);
  if (bytes.byteLength !== expected) {
    throw new RangeError(`${bytes.byteLength} bytes where ${dtype}[${dims}] needs ${expected}`);
  }
  const result = { dtype, dims, data: allocate(dtype, count) };
  const format = formatOf<DType>(dtype);
  const { bits } = format;
  viewOf(result as Tensor).set(bits % 8 === 0 ? bytes : unpack(bytes, bits, count));
  // negative numbers smaller than a byte are sign-extended to a byte
  if (bits < 8 && format.kind === 'integer' && format.signed) {
    const elements = result.data as Int8Array;
    for (const [i, x] of elements.entries()) elements[i] = (x << (32 - bits)) >> (32 - bits);
  }
  return result;
}

/** Returns the number of bytes of `count` elements in raw_data. */
export function byteLength(dtype: DType, count: number): number {
  return packedLength(count, formatOf(dtype).bits);
}

/**
 * Returns the bit pattern of element `index` as an unsigned integer; the imaginary part of a complex number is the higher half.
 * @throws RangeError for strings
 */
export function bitsAt({ dtype, data }: Tensor, index: number): bigint {
  if (isText(data)) throw new RangeError(`${dtype} has no bit patterns`);
  const { bits, parts } = formatOf(dtype);
  const entries = bitView(data);
  const entry = (i: number) => BigInt.asUintN(bits / parts, BigInt(entries[i]!));
  if (parts === 1) return entry(index);
  return (entry(2 * index + 1) << BigInt(bits / 2)) | entry(2 * index);
}

/** Returns a view of the same memory as unsigned integers, so that storing a bit pattern never goes through a float. */
export function bitView(data: TypedArray): Uint8Array | Uint16Array | Uint32Array | BigUint64Array {
  const { buffer, byteOffset, length } = data;
  switch (data.BYTES_PER_ELEMENT) {
    case 1:
      return new Uint8Array(buffer, byteOffset, length);
    case 2:
      return new Uint16Array(buffer, byteOffset, length);
    case 4:
      return new Uint32Array(buffer, byteOffset, length);
    default:
      return new BigUint64Array(buffer, byteOffset, length);
  }
}

/** Returns whether two tensors of one dtype have the same bits, or the same string, at an index. */
export function isSameAt(a: Tensor, b: Tensor, index: number): boolean {
  if (isText(a.data) || isText(b.data)) return a.data[index] === b.data[index];
  return bitsAt(a, index) === bitsAt(b, index);
}

/** Returns whether two tensors have the same dtype, shape and bits. */
export function isSameTensor(a: Tensor, b: Tensor): boolean {
  if (a.dtype !== b.dtype || String(a.dims) !== String(b.dims)) return false;
  if (isText(a.data) || isText(b.data)) return elementsOf(a).every((_, i) => isSameAt(a, b, i));
  return Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

/** The number of elements before and after a view. */
const margin = 5;

/**
 * Returns the same tensor as a view into the middle of a larger buffer, as in programs that pack their inputs. Strings, which
 * have no buffers, are copied.
 */
export function inLargerBuffer({ dtype, dims, data }: Tensor): Tensor {
  if (isText(data)) return tensor('string', dims, [...data]);
  const larger = allocate(dtype, elementCount(dims) + 2 * margin) as Float64Array;
  const { parts } = formatOf(dtype);
  (larger as { fill(x: unknown): void }).fill(typeof larger[0] === 'bigint' ? 1n : 1);
  const view = larger.subarray(margin * parts, margin * parts + data.length);
  view.set(data as Float64Array);
  return tensor<DType>(dtype, dims, view);
}

/** Replaces the elements of a tensor by those of another one of the same dtype and shape, in place. */
export function overwrite(target: Tensor, source: Tensor): void {
  const { data } = target;
  if (!isText(data)) (data as Float64Array).set(source.data as Float64Array);
  else for (const [i, text] of (source.data as string[]).entries()) data[i] = text;
}
