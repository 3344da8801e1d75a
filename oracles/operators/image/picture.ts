import { NotJudged } from '../../spec/bad-input.ts';

/** An image: rows of pixels from the top, each of one number, which is gray, or of three, which are red, green and blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** number `i` of all, row by row and pixel by pixel */
  at(i: number): number;
}

/** What a decoder says of a stream that breaks its format. @throws NotJudged always */
export function broken(format: string): never {
  throw new NotJudged('a stream that is not a … image', format);
}

/** What a decoder says of a form that it does not know. @throws NotJudged always */
export function unknownForm(format: string, form: string): never {
  throw new NotJudged('… images of the form …', format, form);
}

/** Numbers in a stream of bytes. */
export class Bytes {
  readonly all: Uint8Array;
  readonly #format: string;
  readonly #isLittle: boolean;
  readonly #view: DataView;

  constructor(all: Uint8Array, format: string, isLittle = false) {
    this.all = all;
    this.#format = format;
    this.#isLittle = isLittle;
    this.#view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  }

  /** An unsigned number of so many bytes. @throws NotJudged beyond the end */
  number(at: number, size: 1 | 2 | 4): number {
    if (at < 0 || at + size > this.all.length) broken(this.#format);
    if (size === 1) return this.#view.getUint8(at);
    return size === 2 ? this.#view.getUint16(at, this.#isLittle) : this.#view.getUint32(at, this.#isLittle);
  }

  /** Bytes from a place on. @throws NotJudged beyond the end */
  part(at: number, size: number): Uint8Array {
    if (at < 0 || size < 0 || at + size > this.all.length) broken(this.#format);
    return this.all.subarray(at, at + size);
  }

  text(at: number, size: number): string {
    return String.fromCharCode(...this.part(at, size));
  }
}

/** Samples of few bits, the first one in the highest bits of its byte; rows begin at a byte. */
export function sampleIn(row: Uint8Array, i: number, bits: number): number {
  if (bits === 8) return row[i]!;
  const at = i * bits;
  return (row[at >> 3]! >> (8 - bits - (at & 7))) & ((1 << bits) - 1);
}

/** The bytes of a row of samples. */
export const bytesOfRow = (samples: number, bits: number): number => Math.ceil((samples * bits) / 8);
