import { Bytes, type Picture, throwBroken, throwUnknownForm } from './picture.ts';

/** A pixel as four bytes in one number: alpha, red, green and blue, from the highest byte. */
type Argb = number;

const channel = (pixel: Argb, shift: number): number => (pixel >>> shift) & 255;
const argb = (alpha: number, red: number, green: number, blue: number): Argb =>
  ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0;
/** Adds two pixels channel by channel, modulo 256. */
const added = (a: Argb, b: Argb): Argb =>
  (((((a & 0xff00ff00) >>> 0) + ((b & 0xff00ff00) >>> 0)) & 0xff00ff00) |
    (((a & 0xff00ff) + (b & 0xff00ff)) & 0xff00ff)) >>>
  0;

/** Decodes a lossless WebP image: RFC 9649, section 3. @throws NotJudged for other WebP images and broken streams */
export function decodeWebp(stream: Uint8Array): Picture {
  const bytes = new Bytes(stream, 'WebP', true);
  const kind = bytes.text(12, 4);
  if (bytes.text(8, 4) !== 'WEBP') throwBroken('WebP');
  if (kind !== 'VP8L') throwUnknownForm('WebP', kind.trim());
  const bits = new Bits(bytes.part(20, bytes.number(16, 4)));
  if (bits.read(8) !== 0x2f) throwBroken('WebP');
  const [width, height] = [bits.read(14) + 1, bits.read(14) + 1];
  if (bits.read(1) === 1) throwUnknownForm('WebP', 'transparency');
  if (bits.read(3) !== 0) throwBroken('WebP');
  const pixels = imageOf(bits, width, height);
  return { width, height, channels: 3, at: (i) => channel(pixels[Math.floor(i / 3)]!, 16 - 8 * (i % 3)) };
}

/** Reads numbers of some bits, the lowest bit of a byte first. */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let x = 0;
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3] ?? throwBroken('WebP');
      x += ((byte >> (this.#at & 7)) & 1) * 2 ** i;
    }
    return x;
  }
}

/** Inverts a transform that the encoder applied to the image. */
type Undo = (pixels: Uint32Array) => Uint32Array;

function imageOf(bits: Bits, width: number, height: number): Uint32Array {
  const undo: Undo[] = [];
  let stored = width;
  while (bits.read(1) === 1) {
    const type = bits.read(2);
    const own = stored;
    if (type === 2) undo.unshift((pixels) => pixels.map((x) => added(x, argb(0, channel(x, 8), 0, channel(x, 8)))));
    else if (type === 3) {
      const palette = dataOf(bits, bits.read(8) + 1, 1);
      for (let i = 1; i < palette.length; i++) palette[i] = added(palette[i]!, palette[i - 1]!);
      const few = [2, 4, 16].findIndex((most) => palette.length <= most);
      const together = few < 0 ? 1 : 8 >> few;
      stored = Math.ceil(own / together);
      const from = stored;
      undo.unshift((pixels) => ofPalette(pixels, palette, own, from, together));
    } else {
      const size = bits.read(3) + 2;
      const columns = blocks(own, size);
      const blockOf = dataOf(bits, columns, blocks(height, size));
      const at = (x: number, y: number) => blockOf[(y >> size) * columns + (x >> size)]!;
      undo.unshift((pixels) => (type === 0 ? predicted(pixels, own, at) : coloured(pixels, own, at)));
    }
  }
  return undo.reduce((pixels, step) => step(pixels), dataOf(bits, stored, height, true));
}

const blocks = (size: number, bits: number): number => Math.ceil(size / 2 ** bits);

/** Looks up pixels in a palette: their green channels hold indices, several in a byte if the palette is small. */
function ofPalette(
  pixels: Uint32Array,
  palette: Uint32Array,
  width: number,
  from: number,
  together: number,
): Uint32Array {
  const bits = 8 / together;
  const height = pixels.length / from;
  return Uint32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const green = channel(pixels[y * from + Math.floor(x / together)]!, 8);
    return palette[(green >> (bits * (x % together))) & (2 ** bits - 1)] ?? 0;
  });
}

/** Inverts the colour transform: adds to red and blue what was predicted from green, and to blue what was predicted from red. */
function coloured(pixels: Uint32Array, width: number, blockOf: (x: number, y: number) => Argb): Uint32Array {
  const signed = (x: number) => (x << 24) >> 24;
  const delta = (factor: number, colour: number) => (signed(factor) * signed(colour)) >> 5;
  return pixels.map((pixel, i) => {
    const block = blockOf(i % width, Math.floor(i / width));
    const green = channel(pixel, 8);
    const red = (channel(pixel, 16) + delta(channel(block, 0), green)) & 255;
    const blue = (channel(pixel, 0) + delta(channel(block, 8), green) + delta(channel(block, 16), red)) & 255;
    return argb(channel(pixel, 24), red, green, blue);
  });
}

const ofChannels = (make: (shift: number) => number): Argb => argb(make(24), make(16), make(8), make(0));
const average = (a: Argb, b: Argb): Argb => ofChannels((shift) => (channel(a, shift) + channel(b, shift)) >> 1);
const clamped = (x: number): number => Math.min(Math.max(x, 0), 255);
/** Returns left or top, whichever is nearer to left + top - corner by the sum over all channels. */
function selected(left: Argb, top: Argb, corner: Argb): Argb {
  const apart = (a: Argb) =>
    [24, 16, 8, 0].reduce((sum, shift) => sum + Math.abs(channel(a, shift) - channel(corner, shift)), 0);
  return apart(top) < apart(left) ? left : top;
}

/** The predictors of a pixel from its neighbours: left, top, top right and top left. */
const predictors: readonly ((l: Argb, t: Argb, tr: Argb, tl: Argb) => Argb)[] = [
  () => 0xff000000,
  (l) => l,
  (_, t) => t,
  (_l, _t, tr) => tr,
  (_l, _t, _tr, tl) => tl,
  (l, t, tr) => average(average(l, tr), t),
  (l, _t, _tr, tl) => average(l, tl),
  (l, t) => average(l, t),
  (_, t, _tr, tl) => average(tl, t),
  (_, t, tr) => average(t, tr),
  (l, t, tr, tl) => average(average(l, tl), average(t, tr)),
  (l, t, _, tl) => selected(l, t, tl),
  (l, t, _, tl) => ofChannels((s) => clamped(channel(l, s) + channel(t, s) - channel(tl, s))),
  (l, t, _, tl) =>
    ofChannels((s) => {
      const mean = (channel(l, s) + channel(t, s)) >> 1;
      return clamped(mean + Math.trunc((mean - channel(tl, s)) / 2));
    }),
];

function predicted(pixels: Uint32Array, width: number, blockOf: (x: number, y: number) => Argb): Uint32Array {
  const result = new Uint32Array(pixels.length);
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const mode = y === 0 ? (x === 0 ? 0 : 1) : x === 0 ? 2 : channel(blockOf(x, y), 8) & 15;
    // the pixel to the top right of the last column is the first one of the same row
    const near = (before: number) => result[i - before] ?? 0;
    const predict = predictors[mode] ?? predictors[0]!;
    result[i] = added(pixels[i]!, predict(near(1), near(width), near(width - 1), near(width + 1)));
  }
  return result;
}

/** A prefix code: the symbols of each code length, in the order of their codes. */
class PrefixCode {
  readonly #byLength: readonly (readonly number[])[];
  readonly #only: number | undefined;

  constructor(lengths: readonly number[]) {
    const there = lengths.flatMap((length, symbol) => (length > 0 ? [symbol] : []));
    this.#only = there.length === 1 ? there[0] : undefined;
    this.#byLength = Array.from({ length: 16 }, (_, length) => there.filter((symbol) => lengths[symbol] === length));
    if (there.length === 0) throwBroken('WebP');
  }

  next(bits: Bits): number {
    // a single symbol has a code of no bits
    if (this.#only !== undefined) return this.#only;
    let [code, first] = [0, 0];
    for (let length = 1; length < 16; length++) {
      code = code * 2 + bits.read(1);
      first *= 2;
      const symbols = this.#byLength[length]!;
      if (code - first < symbols.length) return symbols[code - first]!;
      first += symbols.length;
    }
    return throwBroken('WebP');
  }
}

const orderOfLengths = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;

function prefixCode(bits: Bits, symbols: number): PrefixCode {
  const lengths = Array<number>(symbols).fill(0);
  if (bits.read(1) === 1) {
    const isPair = bits.read(1) === 1;
    lengths[bits.read(bits.read(1) === 1 ? 8 : 1)] = 1;
    if (isPair) lengths[bits.read(8)] = 1;
    return new PrefixCode(lengths);
  }
  const count = 4 + bits.read(4);
  const ofLengths = Array<number>(19).fill(0);
  for (const symbol of orderOfLengths.slice(0, count)) ofLengths[symbol] = bits.read(3);
  const code = new PrefixCode(ofLengths);
  let left = bits.read(1) === 1 ? 2 + bits.read(2 + 2 * bits.read(3)) : symbols;
  let before = 8;
  for (let at = 0; at < symbols && left > 0; left--) {
    const symbol = code.next(bits);
    if (symbol < 16) {
      lengths[at++] = symbol;
      if (symbol > 0) before = symbol;
      continue;
    }
    const [extra, least] = (
      [
        [2, 3],
        [3, 3],
        [7, 11],
      ] as const
    )[symbol - 16]!;
    const repeats = least + bits.read(extra);
    if (at + repeats > symbols) throwBroken('WebP');
    lengths.fill(symbol === 16 ? before : 0, at, at + repeats);
    at += repeats;
  }
  return new PrefixCode(lengths);
}

/** The places of near pixels for distance codes from 1. Each is stored as two digits: rows above, and 8 - columns to the left. */
const nearPlaces: readonly (readonly [left: number, above: number])[] = Array.from(
  [
    '1807171928062729161a262a38053739151b363a252b48044749141c353b464a242c58454b343c03',
    '5759131d565a232d444c555b333d68026769121e666a222e545c434d656b323e78017779535d111f',
    '646c424e767a212f757b313f636d525e00747c414f1020626e30737d515f40727e616f50717f6070',
  ]
    .join('')
    .matchAll(/(.)(.)/g),
  ([, above, left]) => [8 - Number.parseInt(left!, 16), Number.parseInt(above!, 16)] as const,
);

/** Returns a length or a distance: the symbol encodes its highest bits, and the others follow as they are. */
function copied(bits: Bits, symbol: number): number {
  if (symbol < 4) return symbol + 1;
  const extra = (symbol - 2) >> 1;
  return (2 + (symbol & 1)) * 2 ** extra + bits.read(extra) + 1;
}

/** Decodes pixels that are prefix codes of new pixels, of copies of earlier ones, or of entries of a colour cache. */
function dataOf(bits: Bits, width: number, height: number, isMain = false): Uint32Array {
  const cacheBits = bits.read(1) === 1 ? bits.read(4) : 0;
  const cache = new Uint32Array(cacheBits > 0 ? 2 ** cacheBits : 0);
  let groupOf = (_x: number, _y: number): number => 0;
  let groups = 1;
  if (isMain && bits.read(1) === 1) {
    const size = bits.read(3) + 2;
    const columns = blocks(width, size);
    const entropy = dataOf(bits, columns, blocks(height, size)).map((x) => (x >>> 8) & 0xffff);
    groups = entropy.reduce((most, x) => Math.max(most, x), 0) + 1;
    groupOf = (x, y) => entropy[(y >> size) * columns + (x >> size)]!;
  }
  const codes = Array.from({ length: groups }, () =>
    [256 + 24 + cache.length, 256, 256, 256, 40].map((symbols) => prefixCode(bits, symbols)),
  );
  const pixels = new Uint32Array(width * height);
  const keep = (pixel: Argb) => {
    if (cacheBits > 0) cache[Math.imul(0x1e35a7bd, pixel) >>> (32 - cacheBits)] = pixel;
  };
  for (let at = 0; at < pixels.length; ) {
    const [green, red, blue, alpha, distances] = codes[groupOf(at % width, Math.floor(at / width))]! as [
      PrefixCode,
      PrefixCode,
      PrefixCode,
      PrefixCode,
      PrefixCode,
    ];
    const symbol = green.next(bits);
    if (symbol < 256) {
      const [r, b, a] = [red, blue, alpha].map((code) => code.next(bits)) as [number, number, number];
      pixels[at] = argb(a, r, symbol, b);
      keep(pixels[at++]!);
    } else if (symbol < 280) {
      const length = copied(bits, symbol - 256);
      const number = copied(bits, distances.next(bits));
      const [left, above] = nearPlaces[number - 1] ?? [number - 120, 0];
      const distance = Math.max(1, left + above * width);
      if (distance > at) throwBroken('WebP');
      for (let i = 0; i < length && at < pixels.length; i++, at++) {
        pixels[at] = pixels[at - distance]!;
        keep(pixels[at]!);
      }
    } else {
      pixels[at] = cache[symbol - 280]!;
      keep(pixels[at++]!);
    }
  }
  return pixels;
}
