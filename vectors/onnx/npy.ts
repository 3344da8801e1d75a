import { fromArrayBuffer } from 'numpy-parser';
import { type DType, dtypes, formatOf, type StorageOf } from '../../oracles/numerics/dtype.ts';
import { bytesOf, type Tensor, tensor, tensorFromBytes } from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type NpyHeader, readHeader, writeHeader, wrongLength } from './npy-header.ts';
import { readStrings, stringType, writeStrings } from './npy-strings.ts';
import { checkBools, checkedDims } from './shape.ts';

/** Returns whether an `.npy` file can have a dtype. */
export const isOfNumpy = (dtype: DType): boolean => formatOf(dtype).numpy !== undefined;

const dtypeOfKind = new Map(dtypes.map((dtype) => [formatOf(dtype).numpy, dtype]));

/** The types that numpy-parser 1.2.3 reads correctly, with a version 1 header in numpy's own layout and C order. */
const parsedByLibrary = new Set(['|i1', '|u1', '<i2', '<u2', '<i4', '<u4', '<f4', '<f8']);

/**
 * Reads the array in an `.npy` file: format versions 1 to 3, either byte order, C or Fortran order, every dtype of numpy. Bits
 * are unchanged; the result is little-endian and row-major.
 * @param origin the source for messages, usually the path of the file
 * @throws BadInput for bytes that are not an npy file, other dtypes (objects, dates, structures), and elements that do not
 * exactly fill the shape
 */
export function readNpy(bytes: Uint8Array, origin = 'npy'): Tensor {
  const header = readHeader(bytes, origin);
  const { dtype, width, unit, bigEndian } = readDescr(header.descr, origin);
  const { dims, count } = checkedDims(header.shape, origin);
  const found = bytes.length - header.dataOffset;
  if (found !== count * width) throw new BadInput(wrongLength(origin, found, dtype, dims, count * width));
  if (isPlain(header)) return byLibrary(dtype, dims, bytes);

  // not `slice`: Buffer's returns a view, and the caller's bytes would be swapped
  const given = new Uint8Array(bytes.subarray(header.dataOffset));
  if (bigEndian) swapBytes(given, unit);
  if (dtype === 'bool') checkBools(given, origin);
  const elements = header.fortranOrder ? toRowMajor(given, dims, width) : given;
  if (dtype === 'string') return tensor(dtype, dims, readStrings(elements, count, width, unit, origin));
  return tensorFromBytes(dtype, dims, elements);
}

/**
 * Returns an `.npy` file with the same elements, byte for byte as numpy's `save` writes a little-endian C-order array.
 * @throws BadInput for a dtype that numpy does not have
 */
export function writeNpy(t: Tensor): Uint8Array {
  const { numpy, bits } = formatOf(t.dtype);
  if (numpy === undefined) throw new BadInput(`numpy has no ${t.dtype}, so there is no npy file of it; use .pb`);
  if (isStrings(t)) return joined(writeHeader(stringType(t), t.dims), writeStrings(t));
  return joined(writeHeader((bits === 8 ? '|' : '<') + numpy, t.dims), bytesOf(t));
}

const isStrings = (t: Tensor): t is Tensor<'string'> => t.dtype === 'string';

function joined(header: Uint8Array, elements: Uint8Array): Uint8Array {
  const file = new Uint8Array(header.length + elements.length);
  file.set(header);
  file.set(elements, header.length);
  return file;
}

interface ElementType {
  readonly dtype: DType;
  /** the number of bytes of an element, and of its parts that have a byte order */
  readonly width: number;
  readonly unit: number;
  readonly bigEndian: boolean;
}

function readDescr(descr: string, origin: string): ElementType {
  const [, order = '', kind = ''] = /^([<>=|])(.*)$/.exec(descr) ?? [];
  const dtype = dtypeOfKind.get(kind);
  const text = /^([US])([1-9]\d*)$/.exec(kind);
  if (text) {
    const unit = text[1] === 'U' ? 4 : 1;
    if (unit === 1 || order !== '|') {
      return { dtype: 'string', width: unit * Number(text[2]), unit, bigEndian: order === '>' };
    }
  }
  if (dtype !== undefined && dtype !== 'string') {
    const { bits, parts } = formatOf(dtype);
    // '|' (no byte order) fits one byte or opaque bytes only
    const ordered = dtype !== 'bfloat16' && bits > 8;
    const bigEndian = ordered && order === '>';
    if (!ordered || order !== '|') return { dtype, width: bits / 8, unit: bits / 8 / parts, bigEndian };
  }
  throw new BadInput(`${origin}: numpy dtype '${descr}' is not supported`);
}

/** Returns whether numpy-parser can read a file: it expects numpy's own order of keys and aligned elements. */
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

/** Returns the elements of a Fortran-order array (first index fastest) in C order (last index fastest). */
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
