import { NotJudged } from '../../spec/bad-input.ts';

/** An image: rows of pixels from the top. A pixel has one channel, gray, or three: red, green and blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** the value, from 0 to 255, at index `i`; channels vary fastest, then columns */
  at(i: number): number;
}

/** Reports a stream that breaks its format. @throws NotJudged always */
export function throwBroken(format: string): never {
  throw new NotJudged('a stream that is not a … image', format);
}

/** Reports a form of images that a decoder does not support. @throws NotJudged always */
export function throwUnknownForm(format: string, form: string): never {
  throw new NotJudged('… images of the form …', format, form);
}

/** Reads numbers from a stream of bytes. */
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

  /** Returns the unsigned integer of `size` bytes at an offset. @throws NotJudged beyond the end */
  number(at: number, size: 1 | 2 | 4): number {
    if (at < 0 || at + size > this.all.length) throwBroken(this.#format);
    if (size === 1) return this.#view.getUint8(at);
    return size === 2 ? this.#view.getUint16(at, this.#isLittle) : this.#view.getUint32(at, this.#isLittle);
  }

  /** Returns `size` bytes from an offset. @throws NotJudged beyond the end */
  part(at: number, size: number): Uint8Array {
    if (at < 0 || size < 0 || at + size > this.all.length) throwBroken(this.#format);
    return this.all.subarray(at, at + size);
  }

  /** Returns `size` bytes from an offset as characters. @throws NotJudged beyond the end */
  text(at: number, size: number): string {
    return String.fromCharCode(...this.part(at, size));
  }
}

/** Returns sample `i` of a row of samples of up to 8 bits; the first one is in the highest bits of the first byte. */
export function sampleIn(row: Uint8Array, i: number, bits: number): number {
  if (bits === 8) return row[i]!;
  const at = i * bits;
  return (row[at >> 3]! >> (8 - bits - (at & 7))) & ((1 << bits) - 1);
}

/** Returns the number of bytes of a row of samples. */
export const bytesOfRow = (samples: number, bits: number): number => Math.ceil((samples * bits) / 8);
