import { BadInput } from '../../oracles/spec/bad-input.ts';
import { shapeText } from './shape.ts';

/** The text at the start of an npy file, and the offset of the elements. */
export interface NpyHeader {
  readonly version: number;
  readonly text: string;
  /** numpy's array-protocol string, as '<f4' */
  readonly descr: string;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  readonly dataOffset: number;
}

const magic = '\x93NUMPY';
// magic, then two bytes of version
const prefixLength = magic.length + 2;
// The alignment of the elements in numpy.
const alignment = 64;

/**
 * Reads the header of an npy file, format versions 1 to 3; source: the docstring of numpy.lib.format.
 * @throws BadInput if it is truncated, of another version, or describes anything but one plain array
 */
export function readHeader(bytes: Uint8Array, origin: string): NpyHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Buffer.from(bytes.subarray(0, magic.length)).toString('latin1');
  if (start !== magic) throw new BadInput(`${origin}: not an npy file`);
  const version = bytes[magic.length];
  if (version !== 1 && version !== 2 && version !== 3) {
    throw new BadInput(
      version === undefined ? cut(origin) : `${origin}: npy format version ${version} is not supported`,
    );
  }
  // version 1 counts the header in two bytes, later ones in four
  const textOffset = prefixLength + (version === 1 ? 2 : 4);
  if (bytes.length < textOffset) throw new BadInput(cut(origin));
  const length = version === 1 ? view.getUint16(prefixLength, true) : view.getUint32(prefixLength, true);
  const dataOffset = textOffset + length;
  if (bytes.length < dataOffset) throw new BadInput(cut(origin));
  const text = Buffer.from(bytes.subarray(textOffset, dataOffset)).toString(version === 3 ? 'utf8' : 'latin1');
  return { version, text, dataOffset, ...parseText(text, origin) };
}

/**
 * Returns the bytes before the elements, as numpy writes them: format version 1, padded with spaces to a multiple of 64, with
 * room for the first dimension to grow in place.
 */
export function writeHeader(descr: string, dims: readonly number[]): Uint8Array {
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  // numpy reserves the room for a 64-bit first dimension
  const growth = dims.length > 0 ? ' '.repeat(Math.max(0, 21 - String(dims[0]).length)) : '';
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape}), }${growth}`;
  const long = text.length + alignment > 0xffff;
  const textOffset = prefixLength + (long ? 4 : 2);
  const length = Math.ceil((textOffset + text.length + 1) / alignment) * alignment - textOffset;
  const header = Buffer.alloc(textOffset + length);
  header.write(magic, 'latin1');
  header[magic.length] = long ? 2 : 1;
  if (long) header.writeUint32LE(length, prefixLength);
  else header.writeUint16LE(length, prefixLength);
  header.write(`${text.padEnd(length - 1)}\n`, textOffset, 'latin1');
  return header;
}

// The text is a Python dict literal with three known keys in any order; Python 2 wrote its integers as `3L`.
const entry = {
  descr: /['"]descr['"]\s*:\s*(['"])([^'"]*)\1\s*[,}]/,
  fortranOrder: /['"]fortran_order['"]\s*:\s*(True|False)\s*[,}]/,
  shape: /['"]shape['"]\s*:\s*\(([\d\sL,]*)\)\s*[,}]/,
};

function parseText(text: string, origin: string): Pick<NpyHeader, 'descr' | 'fortranOrder' | 'shape'> {
  const descr = entry.descr.exec(text)?.[2];
  const fortranOrder = entry.fortranOrder.exec(text)?.[1];
  const tuple = entry.shape.exec(text)?.[1] ?? ',';
  const shape = tuple.trim() === '' ? [] : tuple.replace(/,\s*$/, '').split(',').map(readDimension);
  if (descr === undefined && /['"]descr['"]\s*:\s*\[/.test(text)) {
    throw new BadInput(`${origin}: structured dtypes are not supported`);
  }
  if (descr === undefined || fortranOrder === undefined || shape.includes(undefined)) {
    throw new BadInput(`${origin}: the npy header is not a dict of descr, fortran_order and shape`);
  }
  return { descr, fortranOrder: fortranOrder === 'True', shape: shape as number[] };
}

function readDimension(item: string): number | undefined {
  const digits = /^\s*(0|[1-9]\d*)L?\s*$/.exec(item)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function cut(origin: string): string {
  return `${origin}: the npy file ends inside its header`;
}

/** Returns a message for a file whose elements do not fill its shape. */
export function wrongLength(
  origin: string,
  found: number,
  dtype: string,
  shape: readonly number[],
  expected: number,
): string {
  return `${origin}: ${found} bytes of elements where ${dtype}${shapeText(shape)} needs ${expected}`;
}
