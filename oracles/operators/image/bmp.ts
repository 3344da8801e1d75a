import { Bytes, bytesOfRow, type Picture, sampleIn, throwBroken, throwUnknownForm } from './picture.ts';

/**
 * Decodes a Windows bitmap without compression. A pixel is three bytes, blue first, or an index into a palette. The last row comes
 * first unless the height is negative.
 * @throws NotJudged for other bitmaps and broken streams
 */
export function decodeBmp(stream: Uint8Array): Picture {
  const bytes = new Bytes(stream, 'BMP', true);
  const start = bytes.number(10, 4);
  const header = bytes.number(14, 4);
  if (header < 40) throwUnknownForm('BMP', `header of ${header} bytes`);
  const width = bytes.number(18, 4) | 0;
  const signed = bytes.number(22, 4) | 0;
  const height = Math.abs(signed);
  const bits = bytes.number(28, 2);
  const compression = bytes.number(30, 4);
  if (width < 1 || height < 1) throwBroken('BMP');
  if (compression !== 0 || ![1, 4, 8, 24].includes(bits))
    throwUnknownForm('BMP', `${bits} bits, compression ${compression}`);
  const stride = Math.ceil(bytesOfRow(width * bits, 1) / 4) * 4;
  const rows = Array.from({ length: height }, (_, y) =>
    bytes.part(start + (signed < 0 ? y : height - 1 - y) * stride, stride),
  );
  const palette = bits === 24 ? [] : paletteOf(bytes, 14 + header, bytes.number(46, 4) || 2 ** bits);
  return {
    width,
    height,
    channels: 3,
    at(i) {
      const [channel, pixel] = [i % 3, Math.floor(i / 3)];
      const [x, row] = [pixel % width, rows[Math.floor(pixel / width)]!];
      if (bits === 24) return row[3 * x + 2 - channel]!;
      return (palette[sampleIn(row, x, bits)] ?? throwBroken('BMP'))[channel]!;
    },
  };
}

const paletteOf = (bytes: Bytes, at: number, count: number): (readonly number[])[] =>
  Array.from({ length: count }, (_, i) => [2, 1, 0].map((channel) => bytes.number(at + 4 * i + channel, 1)));
