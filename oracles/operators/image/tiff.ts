import { inflateSync } from 'node:zlib';
import { Bytes, type Picture, throwBroken, throwUnknownForm } from './picture.ts';

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  offsets: 273,
  samples: 277,
  rowsOfStrip: 278,
  counts: 279,
  planar: 284,
  predictor: 317,
} as const;

const sizes: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 3: 2, 4: 4 };

/**
 * Decodes the first image of a TIFF with strips of 8-bit samples: gray or RGB; uncompressed, in PackBits or deflated.
 * @throws NotJudged for other TIFFs and broken streams
 */
export function decodeTiff(stream: Uint8Array): Picture {
  const bytes = new Bytes(stream, 'TIFF', stream[0] === 0x49);
  const directory = bytes.number(4, 4);
  const entries = Array.from({ length: bytes.number(directory, 2) }, (_, i) => directory + 2 + 12 * i);
  const listOf = (tag: number): readonly number[] | undefined => {
    const entry = entries.find((at) => bytes.number(at, 2) === tag);
    if (entry === undefined) return undefined;
    const size = sizes[bytes.number(entry + 2, 2)];
    if (!size) return throwUnknownForm('TIFF', `type of tag ${tag}`);
    const count = bytes.number(entry + 4, 4);
    const at = count * size > 4 ? bytes.number(entry + 8, 4) : entry + 8;
    return Array.from({ length: count }, (_, i) => bytes.number(at + i * size, size));
  };
  const oneOf = (tag: number, otherwise?: number): number => listOf(tag)?.[0] ?? otherwise ?? throwBroken('TIFF');
  const [width, height] = [oneOf(tags.width), oneOf(tags.height)];
  const samples = oneOf(tags.samples, 1);
  const photometric = oneOf(tags.photometric);
  const isPlain =
    (listOf(tags.bits) ?? [1]).every((bits) => bits === 8) &&
    ((samples === 1 && photometric <= 1) || (samples === 3 && photometric === 2)) &&
    oneOf(tags.planar, 1) === 1 &&
    oneOf(tags.predictor, 1) === 1;
  if (!isPlain) throwUnknownForm('TIFF', `${samples} samples, photometric ${photometric}`);
  const compression = oneOf(tags.compression, 1);
  const counts = listOf(tags.counts) ?? throwBroken('TIFF');
  const strips = (listOf(tags.offsets) ?? throwBroken('TIFF')).map((at, i) =>
    expanded(bytes.part(at, counts[i] ?? throwBroken('TIFF')), compression),
  );
  const data = Buffer.concat(strips);
  if (data.length < width * height * samples || width < 1 || height < 1) throwBroken('TIFF');
  return { width, height, channels: samples as 1 | 3, at: (i) => (photometric === 0 ? 255 - data[i]! : data[i]!) };
}

function expanded(strip: Uint8Array, compression: number): Uint8Array {
  switch (compression) {
    case 1:
      return strip;
    case 8:
    case 32946:
      try {
        return inflateSync(strip);
      } catch {
        return throwBroken('TIFF');
      }
    case 32773:
      return ofRuns(strip);
    default:
      return throwUnknownForm('TIFF', `compression ${compression}`);
  }
}

/** Expands PackBits: a signed byte n, then n + 1 bytes as they are, or one byte that is repeated 1 - n times; -128 is skipped. */
function ofRuns(strip: Uint8Array): Uint8Array {
  const result: number[] = [];
  for (let at = 0; at < strip.length; ) {
    const n = (strip[at++]! << 24) >> 24;
    if (n >= 0) {
      result.push(...strip.subarray(at, at + n + 1));
      at += n + 1;
    } else if (n !== -128) result.push(...Array<number>(1 - n).fill(strip[at++] ?? throwBroken('TIFF')));
  }
  return Uint8Array.from(result);
}
