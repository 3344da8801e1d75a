import { fromArrayBuffer } from 'numpy-parser';
import { BadInput } from '../oracles/bad-input.ts';
import { type DType, formatOf } from '../oracles/numerics/dtype.ts';
import { bytesOf, type StorageOf, type Tensor, tensor, tensorFromBytes } from '../oracles/numerics/tensor.ts';
import { type NpyHeader, readHeader, writeHeader, wrongLength } from './npy-header.ts';
import { checkBools, checkedDims } from './shape.ts';

/**
 * The part of numpy's array-protocol string after the byte order. numpy has no bfloat16: 'V2' (two opaque bytes) is what
 * its `save` writes for the bfloat16 of the ml_dtypes package, and what `load(…).view(bfloat16)` reads back.
 */
const kinds: Record<DType, string> = {
  float16: 'f2',
  bfloat16: 'V2',
  float32: 'f4',
  float64: 'f8',
  int8: 'i1',
  uint8: 'u1',
  int16: 'i2',
  uint16: 'u2',
  int32: 'i4',
  uint32: 'u4',
  int64: 'i8',
  uint64: 'u8',
  bool: 'b1',
};

const dtypeOfKind = new Map(Object.entries(kinds).map(([dtype, kind]) => [kind, dtype as DType]));

/** What numpy-parser 1.2.3 reads right, given a version 1 header in numpy's own layout and C order. */
const parsedByLibrary = new Set(['|i1', '|u1', '<i2', '<u2', '<i4', '<u4', '<f4', '<f8']);

/**
 * The array in an `.npy` file: format versions 1 to 3, either byte order, C or Fortran order, every dtype of the suite.
 * Bits are kept as they are; the result is little-endian and row-major.
 * @param origin what messages name as the culprit, usually the path of the file
 * @throws BadInput for bytes that are no npy file, other dtypes (complex, strings, objects, structures), and elements
 * that do not exactly fill the shape
 */
export function readNpy(bytes: Uint8Array, origin = 'npy'): Tensor {
  const header = readHeader(bytes, origin);
  const { dtype, bigEndian } = readDescr(header.descr, origin);
  const { dims, count } = checkedDims(header.shape, origin);
  const found = bytes.length - header.dataOffset;
  const expected = count * (formatOf(dtype).bits / 8);
  if (found !== expected) throw new BadInput(wrongLength(origin, found, dtype, dims, expected));
  if (isPlain(header)) return byLibrary(dtype, dims, bytes);

  // not `slice`: Buffer's returns a view, and the caller's bytes would be swapped
  const elements = new Uint8Array(bytes.subarray(header.dataOffset));
  if (bigEndian) swapBytes(elements, formatOf(dtype).bits / 8);
  if (dtype === 'bool') checkBools(elements, origin);
  return tensorFromBytes(
    dtype,
    dims,
    header.fortranOrder ? toRowMajor(elements, dims, formatOf(dtype).bits / 8) : elements,
  );
}

/** An `.npy` file with the same elements, byte for byte what numpy's `save` writes for a little-endian C-order array. */
export function writeNpy(t: Tensor): Uint8Array {
  const order = formatOf(t.dtype).bits === 8 ? '|' : '<';
  const header = writeHeader(order + kinds[t.dtype], t.dims);
  const file = new Uint8Array(header.length + t.data.byteLength);
  file.set(header);
  file.set(bytesOf(t), header.length);
  return file;
}

function readDescr(descr: string, origin: string): { readonly dtype: DType; readonly bigEndian: boolean } {
  const order = descr[0] ?? '';
  const dtype = '<>=|'.includes(order) ? dtypeOfKind.get(descr.slice(1)) : undefined;
  // '|' (no byte order) fits one byte or opaque bytes only
  const ordered = dtype !== undefined && dtype !== 'bfloat16' && formatOf(dtype).bits > 8;
  if (dtype === undefined || (ordered && order === '|')) {
    throw new BadInput(`${origin}: numpy dtype '${descr}' is not supported`);
  }
  return { dtype, bigEndian: ordered && order === '>' };
}

/** True for a file that numpy-parser understands: it expects numpy's own order of keys and aligned elements. */
function isPlain({ version, descr, text, fortranOrder, dataOffset }: NpyHeader): boolean {
  return (
    version === 1 &&
    parsedByLibrary.has(descr) &&
    !fortranOrder &&
    dataOffset % 16 === 0 &&
    /^\{'descr': '[^']*', 'fortran_order': False, 'shape': \([\d, ]*\), \} *\n$/.test(text)
  );
}

function byLibrary(dtype: DType, dims: readonly number[], bytes: Uint8Array): Tensor {
  // a copy, because the library reads from the start of a buffer to its end
  const { data } = fromArrayBuffer(new Uint8Array(bytes).buffer);
  return tensor(dtype, dims, data as StorageOf[DType]);
}

function swapBytes(bytes: Uint8Array, width: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (width === 2) buffer.swap16();
  else if (width === 4) buffer.swap32();
  else if (width === 8) buffer.swap64();
}

/** The elements of a Fortran-order array (first index fastest) in C order (last index fastest). */
function toRowMajor(bytes: Uint8Array, dims: readonly number[], width: number): Uint8Array {
  const result = new Uint8Array(bytes.length);
  const strides = dims.map((_, axis) => dims.slice(0, axis).reduce((product, dim) => product * dim, width));
  const index = dims.map(() => 0);
  let source = 0;
  for (let target = 0; target < bytes.length; target += width) {
    result.set(bytes.subarray(source, source + width), target);
    for (let axis = dims.length - 1; axis >= 0; axis--) {
      source += strides[axis]!;
      if (++index[axis]! < dims[axis]!) break;
      index[axis] = 0;
      source -= strides[axis]! * dims[axis]!;
    }
  }
  return result;
}
