import { inflateSync } from 'node:zlib';
import { Bytes, bytesOfRow, type Picture, sampleIn, throwBroken, throwUnknownForm } from './picture.ts';

/**
 * Decodes a PNG of up to 8 bits without transparency: gray, colour or with a palette.
 * @throws NotJudged for other PNGs and broken streams
 */
export function decodePng(stream: Uint8Array): Picture {
  const bytes = new Bytes(stream, 'PNG');
  const parts: Uint8Array[] = [];
  let palette: Uint8Array | undefined;
  for (let at = 8; ; ) {
    const size = bytes.number(at, 4);
    const type = bytes.text(at + 4, 4);
    const content = bytes.part(at + 8, size);
    if (type === 'IEND') break;
    if (type === 'IDAT') parts.push(content);
    if (type === 'PLTE') palette = content;
    if (type === 'tRNS') throwUnknownForm('PNG', 'transparency');
    at += size + 12;
  }
  const [width, height] = [bytes.number(16, 4), bytes.number(20, 4)];
  const [bits, colour, interlaced] = [24, 25, 28].map((at) => bytes.number(at, 1)) as [number, number, number];
  if (bits > 8 || interlaced !== 0 || ![0, 2, 3].includes(colour))
    throwUnknownForm('PNG', `${bits} bits, colour ${colour}, interlace ${interlaced}`);
  if (width < 1 || height < 1 || (colour === 3 && !palette)) throwBroken('PNG');
  const samples = colour === 2 ? 3 : 1;
  const rows = unfiltered(
    inflated(parts),
    height,
    bytesOfRow(width * samples, bits),
    Math.max(1, (samples * bits) >> 3),
  );
  const channels = colour === 0 ? 1 : 3;
  const most = 2 ** bits - 1;
  return {
    width,
    height,
    channels,
    at(i) {
      const [channel, pixel] = [i % channels, Math.floor(i / channels)];
      const [x, row] = [pixel % width, rows[Math.floor(pixel / width)]!];
      if (colour === 2) return row[3 * x + channel]!;
      const sample = sampleIn(row, x, bits);
      return colour === 0 ? (sample * 255) / most : (palette![3 * sample + channel] ?? throwBroken('PNG'));
    },
  };
}

function inflated(parts: readonly Uint8Array[]): Uint8Array {
  try {
    return inflateSync(Buffer.concat(parts));
  } catch {
    return throwBroken('PNG');
  }
}

/** Returns the rows of an image. Their bytes are stored as differences from the left or upper neighbours, or from both. */
function unfiltered(data: Uint8Array, height: number, stride: number, pixel: number): readonly Uint8Array[] {
  if (data.length < (stride + 1) * height) throwBroken('PNG');
  const rows: Uint8Array[] = [];
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    const row = data.slice(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    const above = rows[y - 1] ?? new Uint8Array(stride);
    for (let i = 0; i < stride; i++) {
      const [a, b, c] = [row[i - pixel] ?? 0, above[i]!, above[i - pixel] ?? 0];
      const predicted = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter] ?? throwBroken('PNG');
      row[i] = row[i]! + predicted;
    }
    rows.push(row);
  }
  return rows;
}

/** Returns which of a, b and c is nearest to a + b - c. */
function paeth(a: number, b: number, c: number): number {
  const [da, db, dc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return da <= db && da <= dc ? a : db <= dc ? b : c;
}
