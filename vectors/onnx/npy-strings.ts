import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';

/**
 * Reads the strings in an array of numpy's fixed-width texts, U (UTF-32 in little-endian order) or S (bytes, read as UTF-8).
 * Trailing zeros are not part of a text, as in numpy.
 * @param width the number of bytes of an element
 * @param unit the number of bytes of a code point: 4 for U, 1 for S
 * @throws BadInput for bytes that are not Unicode text
 */
export function readStrings(bytes: Uint8Array, count: number, width: number, unit: number, origin: string): string[] {
  const decode = unit === 4 ? fromUtf32 : fromUtf8;
  return Array.from({ length: count }, (_, i) => {
    try {
      return decode(bytes.subarray(i * width, (i + 1) * width)).replace(/\0+$/, '');
    } catch {
      throw new BadInput(`${origin}: string element ${i} is not Unicode text`);
    }
  });
}

const fromUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

function fromUtf32(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const points = Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
  return points.map((point) => String.fromCodePoint(point)).join('');
}

/** Returns numpy's type of an array of strings: as many code points as the longest has, and at least one. */
export function stringType({ data }: Tensor<'string'>): string {
  return `<U${widthOf(data)}`;
}

/** Returns the elements of an array of that type as bytes. */
export function writeStrings({ data }: Tensor<'string'>): Uint8Array {
  const width = widthOf(data);
  const points = new Uint32Array(data.length * width);
  for (const [i, text] of data.entries()) points.set(codePoints(text), i * width);
  return new Uint8Array(points.buffer);
}

const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

const widthOf = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, codePoints(text).length), 1);
