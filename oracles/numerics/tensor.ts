import { type DType, formatOf } from './dtype.ts';

/** How elements of each dtype are held: 16-bit floats as bit patterns, 64-bit integers as BigInt arrays, bool as 0/1. */
export interface StorageOf {
  float16: Uint16Array;
  bfloat16: Uint16Array;
  float32: Float32Array;
  float64: Float64Array;
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  bool: Uint8Array;
}

export type Storage = StorageOf[DType];

/**
 * A dense tensor in row-major (C) order. `dims` is empty for rank 0 and may hold zeros; `data` has exactly the product
 * of `dims` elements. The raw bits survive every copy that the suite makes (NaN payloads, signs of zero, subnormals).
 */
export interface Tensor<D extends DType = DType> {
  readonly dtype: D;
  readonly dims: readonly number[];
  readonly data: StorageOf[D];
}

type StorageConstructor = { new (length: number): Storage; new (buffer: ArrayBuffer): Storage };

const constructors: Record<DType, unknown> = {
  float16: Uint16Array,
  bfloat16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
};

/** Number of elements of a shape: the product of `dims`, 1 for rank 0. */
export function elementCount(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}

/** Zero-filled storage for `length` elements. */
export function allocate<D extends DType>(dtype: D, length: number): StorageOf[D] {
  return new (constructors[dtype] as StorageConstructor)(length) as StorageOf[D];
}

/**
 * A tensor from its parts.
 * @throws RangeError if `data` does not hold as many elements as `dims` says
 */
export function tensor<D extends DType>(dtype: D, dims: readonly number[], data: StorageOf[D]): Tensor<D> {
  if (data.length !== elementCount(dims)) {
    throw new RangeError(`${data.length} elements do not fill a tensor of shape [${dims}]`);
  }
  return { dtype, dims, data };
}

/** The little-endian bytes of the elements: a view where the host is little-endian (every platform Node runs on). */
export function bytesOf(t: Tensor): Uint8Array {
  return new Uint8Array(t.data.buffer, t.data.byteOffset, t.data.byteLength);
}

/**
 * A tensor from little-endian bytes, copied (so alignment of `bytes` does not matter).
 * @throws RangeError if `bytes` is not exactly as long as dtype and dims require
 */
export function tensorFromBytes<D extends DType>(dtype: D, dims: readonly number[], bytes: Uint8Array): Tensor<D> {
  const expected = elementCount(dims) * (formatOf(dtype as DType).bits / 8);
  if (bytes.byteLength !== expected) {
    throw new RangeError(`${bytes.byteLength} bytes where ${dtype}[${dims}] needs ${expected}`);
  }
  const copy = new ArrayBuffer(expected);
  new Uint8Array(copy).set(bytes);
  return { dtype, dims, data: new (constructors[dtype] as StorageConstructor)(copy) as StorageOf[D] };
}

/** The bit pattern of element `index` as an unsigned integer. Two elements are identical iff their bit patterns are. */
export function bitsAt(t: Tensor, index: number): bigint {
  const width = formatOf(t.dtype).bits / 8;
  const view = new DataView(t.data.buffer, t.data.byteOffset + index * width, width);
  switch (width) {
    case 1:
      return BigInt(view.getUint8(0));
    case 2:
      return BigInt(view.getUint16(0, true));
    case 4:
      return BigInt(view.getUint32(0, true));
    default:
      return view.getBigUint64(0, true);
  }
}

/** Elements before and behind a view. */
const margin = 5;

/** The same tensor as a view into the middle of a larger buffer, as programs have them that pack their inputs. */
export function inLargerBuffer(given: Tensor): Tensor {
  const { dtype, dims, data } = given;
  const buffer = allocate(dtype, data.length + 2 * margin);
  const element = typeof buffer[0] === 'bigint' ? 1n : 1;
  (buffer as unknown as { fill(x: number | bigint): void }).fill(element);
  const view = buffer.subarray(margin, margin + data.length) as Float64Array;
  view.set(data as Float64Array);
  return tensor(dtype, dims, view);
}
