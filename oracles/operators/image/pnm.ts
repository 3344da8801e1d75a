import { bytesOfRow, type Picture, sampleIn, throwBroken, throwUnknownForm } from './picture.ts';

/**
 * Decodes a portable map of bits, gray or colours. P1 to P3 hold their numbers as text, P4 to P6 as bytes.
 * @throws NotJudged for numbers that do not go up to 255, and for broken streams
 */
export function decodePnm(stream: Uint8Array): Picture {
  const kind = stream[1]! - 0x30;
  let at = 2;
  const isSpace = (byte: number | undefined) => byte !== undefined && (byte === 0x20 || (byte >= 9 && byte <= 13));
  /** the next number of the text. Bits need no space between them: each has one digit */
  const next = (ofOneDigit = false): number => {
    for (; isSpace(stream[at]) || stream[at] === 0x23; at++) {
      if (stream[at] === 0x23) while (at < stream.length && stream[at] !== 0x0a) at++;
    }
    const first = at;
    while (stream[at]! >= 0x30 && stream[at]! <= 0x39 && !(ofOneDigit && at > first)) at++;
    if (at === first) throwBroken('PNM');
    return Number(String.fromCharCode(...stream.subarray(first, at)));
  };
  const [isBits, isText] = [kind % 3 === 1, kind <= 3];
  const [width, height] = [next(), next()];
  const most = isBits ? 1 : next();
  if (width < 1 || height < 1) throwBroken('PNM');
  // numbers of another range would have to be scaled to that of a byte
  if (!isBits && most !== 255) throwUnknownForm('PNM', `numbers up to ${most}`);
  const channels = kind % 3 === 0 ? 3 : 1;
  const count = width * height * channels;
  if (isText) {
    const numbers = Array.from({ length: count }, () => next(isBits));
    return { width, height, channels, at: (i) => (isBits ? 255 * (1 - numbers[i]!) : numbers[i]!) };
  }
  at++;
  const stride = bytesOfRow(width * channels, isBits ? 1 : 8);
  const data = stream.subarray(at, at + stride * height);
  if (data.length < stride * height) throwBroken('PNM');
  if (!isBits) return { width, height, channels, at: (i) => data[i]! };
  const row = (y: number) => data.subarray(y * stride, (y + 1) * stride);
  return { width, height, channels, at: (i) => 255 * (1 - sampleIn(row(Math.floor(i / width)), i % width, 1)) };
}
