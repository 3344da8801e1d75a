import { deflateSync } from 'node:zlib';

/** An image to encode: numbers of pixels, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: readonly number[];
}

const little = (x: number, size: number): number[] => Array.from({ length: size }, (_, i) => (x >> (8 * i)) & 255);
const big = (x: number, size: number): number[] => little(x, size).reverse();
const ascii = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

const rowOf = ({ width, channels, data }: Pixels, y: number): readonly number[] =>
  data.slice(y * width * channels, (y + 1) * width * channels);
const rowsOf = (pixels: Pixels): (readonly number[])[] =>
  Array.from({ length: pixels.height }, (_, y) => rowOf(pixels, y));

/** Samples of few bits, the first one in the highest bits. */
function packed(row: readonly number[], bits: number): number[] {
  const bytes = Array<number>(Math.ceil((row.length * bits) / 8)).fill(0);
  for (const [i, x] of row.entries()) bytes[(i * bits) >> 3]! |= x << (8 - bits - ((i * bits) & 7));
  return bytes;
}

/** The colours of an image, each once, and the places of its pixels among them. */
function withPalette({ width, height, data }: Pixels): {
  readonly colours: readonly (readonly number[])[];
  readonly places: Pixels;
} {
  const known = new Map<string, number>();
  const colours: (readonly number[])[] = [];
  const places = Array.from({ length: width * height }, (_, i) => {
    const colour = data.slice(3 * i, 3 * i + 3);
    const place = known.get(`${colour}`) ?? colours.push(colour) - 1;
    known.set(`${colour}`, place);
    return place;
  });
  return { colours, places: { width, height, channels: 1, data: places } };
}

/** A Windows bitmap: of colours, or of places in a palette if bits are given. */
export function bmp(pixels: Pixels, how: { readonly bits?: 1 | 4 | 8; readonly isTopDown?: boolean } = {}): number[] {
  const { colours, places } = how.bits ? withPalette(pixels) : { colours: [], places: pixels };
  const rows = rowsOf(places).map((row) => {
    const bytes = how.bits ? packed(row, how.bits) : row.map((_, i) => row[i - (i % 3) + 2 - (i % 3)]!);
    return [...bytes, ...Array<number>((4 - (bytes.length % 4)) % 4).fill(0)];
  });
  const data = (how.isTopDown ? rows : rows.toReversed()).flat();
  const palette = colours.flatMap(([red, green, blue]) => [blue!, green!, red!, 0]);
  const start = 54 + palette.length;
  return [
    ...ascii('BM'),
    ...little(start + data.length, 4),
    ...little(0, 4),
    ...little(start, 4),
    ...little(40, 4),
    ...little(pixels.width, 4),
    ...little(how.isTopDown ? -pixels.height : pixels.height, 4),
    ...little(1, 2),
    ...little(how.bits ?? 24, 2),
    ...little(0, 4),
    ...little(data.length, 4),
    ...little(2835, 4),
    ...little(2835, 4),
    ...little(colours.length, 4),
    ...little(0, 4),
    ...palette,
    ...data,
  ];
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: readonly number[]): number =>
  (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 255]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

const chunk = (type: string, content: readonly number[]): number[] => {
  const named = [...ascii(type), ...content];
  return [...big(content.length, 4), ...named, ...big(crc(named), 4)];
};

/** A PNG: a row's filter is `filter`, or each in turn; of gray or of colours, or of places in a palette if bits are given. */
export function png(
  pixels: Pixels,
  how: { readonly filter?: 0 | 1 | 2 | 3 | 4; readonly bits?: 1 | 2 | 4 | 8; readonly parts?: number } = {},
): number[] {
  const isPalette = how.bits !== undefined && pixels.channels === 3;
  const { colours, places } = isPalette ? withPalette(pixels) : { colours: [], places: pixels };
  const bits = how.bits ?? 8;
  const most = 2 ** bits - 1;
  const ofBits = (row: readonly number[]) =>
    packed(isPalette ? row : row.map((x) => Math.round((x * most) / 255)), bits);
  const rows = rowsOf(places).map(bits === 8 ? (row) => [...row] : ofBits);
  const step = Math.max(1, (places.channels * bits) >> 3);
  const data = rows.flatMap((row, y) => {
    const filter = how.filter ?? y % 5;
    const above = rows[y - 1] ?? row.map(() => 0);
    return [
      filter,
      ...row.map((x, i) => (x - predicted(filter, row[i - step] ?? 0, above[i]!, above[i - step] ?? 0)) & 255),
    ];
  });
  const deflated = [...deflateSync(Uint8Array.from(data))];
  const size = Math.ceil(deflated.length / (how.parts ?? 1));
  const chunks = Array.from({ length: how.parts ?? 1 }, (_, i) =>
    chunk('IDAT', deflated.slice(i * size, (i + 1) * size)),
  );
  return [
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [
      ...big(pixels.width, 4),
      ...big(pixels.height, 4),
      ...[bits, isPalette ? 3 : pixels.channels === 3 ? 2 : 0, 0, 0, 0],
    ]),
    ...(isPalette ? chunk('PLTE', colours.flat()) : []),
    ...chunks.flat(),
    ...chunk('IEND', []),
  ];
}

function predicted(filter: number, a: number, b: number, c: number): number {
  if (filter < 4) return [0, a, b, (a + b) >> 1][filter]!;
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** A portable map of kind 1 to 6. Bits are those of gray numbers that are 0 or 255. */
export function pnm(pixels: Pixels, kind: 1 | 2 | 3 | 4 | 5 | 6): number[] {
  const { width, height, data } = pixels;
  const isBits = kind % 3 === 1;
  const header = ascii(`P${kind}\n# made for a test\n${width} ${height}\n${isBits ? '' : '255\n'}`);
  const numbers = isBits ? data.map((x) => (x === 0 ? 1 : 0)) : data;
  if (kind <= 3) return [...header, ...ascii(`${numbers.join(isBits ? '' : ' ')}\n`)];
  if (!isBits) return [...header, ...numbers];
  return [...header, ...rowsOf({ ...pixels, data: numbers }).flatMap((row) => packed(row, 1))];
}

/** A TIFF of strips, in either order of bytes. */
export function tiff(
  pixels: Pixels,
  how: { readonly isBig?: boolean; readonly rows?: number; readonly compression?: 1 | 8 | 32773 } = {},
): number[] {
  const { width, height, channels } = pixels;
  const { compression = 1, rows = height } = how;
  const of = how.isBig ? big : little;
  const strips = Array.from({ length: Math.ceil(height / rows) }, (_, i) => {
    const own = rowsOf(pixels).slice(i * rows, (i + 1) * rows);
    if (compression === 32773) return own.flatMap(inRuns);
    return compression === 8 ? [...deflateSync(Uint8Array.from(own.flat()))] : own.flat();
  });
  const lengths = strips.map((strip) => strip.length);
  const end = lengths.reduce((sum, length) => sum + length, 8);
  const offsets = lengths.map((_, i) => lengths.slice(0, i).reduce((sum, length) => sum + length, 8));
  const entries: readonly (readonly [tag: number, size: 2 | 4, values: readonly number[]])[] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 2, Array<number>(channels).fill(8)],
    [259, 2, [compression]],
    [262, 2, [channels === 3 ? 2 : 1]],
    [273, 4, offsets],
    [277, 2, [channels]],
    [278, 4, [rows]],
    [279, 4, lengths],
    [284, 2, [1]],
  ];
  const directory = end + (end % 2);
  let extra = directory + 2 + 12 * entries.length + 4;
  const written: number[] = [];
  const lists: number[] = [];
  for (const [tag, size, values] of entries) {
    const bytes = values.flatMap((x) => of(x, size));
    written.push(...of(tag, 2), ...of(size === 2 ? 3 : 4, 2), ...of(values.length, 4));
    if (bytes.length <= 4) written.push(...bytes, ...Array<number>(4 - bytes.length).fill(0));
    else {
      written.push(...of(extra, 4));
      lists.push(...bytes);
      extra += bytes.length;
    }
  }
  return [
    ...ascii(how.isBig ? 'MM' : 'II'),
    ...of(42, 2),
    ...of(directory, 4),
    ...strips.flat(),
    ...(end % 2 === 1 ? [0] : []),
    ...of(entries.length, 2),
    ...written,
    ...of(0, 4),
    ...lists,
  ];
}

/** PackBits. */
function inRuns(row: readonly number[]): number[] {
  const result: number[] = [];
  for (let i = 0; i < row.length; ) {
    let run = 1;
    while (run < 128 && row[i + run] === row[i]) run++;
    if (run > 1) result.push(257 - run, row[i]!);
    else {
      while (run < 128 && i + run < row.length && row[i + run] !== row[i + run + 1]) run++;
      result.push(run - 1, ...row.slice(i, i + run));
    }
    i += run;
  }
  return result;
}

/** What a pixel of a WebP is thought to be, by its neighbours: left, top and top left. */
const guesses = {
  1: (l: number) => l,
  2: (_: number, t: number) => t,
  4: (_l: number, _t: number, tl: number) => tl,
  7: (l: number, t: number) => (l + t) >> 1,
  12: (l: number, t: number, tl: number) => Math.min(Math.max(l + t - tl, 0), 255),
} as const;

/** A WebP without loss: as it is, by differences to green or to a guess, or with runs of four equal pixels. */
export function webp(
  { width, height, data }: Pixels,
  how: { readonly byGreen?: true; readonly guess?: keyof typeof guesses; readonly hasRuns?: true } = {},
): number[] {
  const bits: number[] = [];
  const write = (x: number, count: number) => {
    for (let i = 0; i < count; i++) bits.push((x >> i) & 1);
  };
  /** codes begin with their highest bit */
  const writeCode = (code: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((code >> i) & 1);
  };
  const one = (symbol: number) => {
    write(1, 1);
    write(0, 1);
    write(1, 1);
    write(symbol, 8);
  };
  /** every byte by eight bits; with runs by nine, and the symbol 259 by one */
  const bytes = (hasRuns: boolean, symbols: number) => {
    const order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9];
    const lengths: Readonly<Record<number, number>> = hasRuns
      ? { 0: 2, 1: 2, 9: 1 }
      : symbols > 256
        ? { 0: 1, 8: 1 }
        : { 8: 1 };
    write(0, 1);
    write(order.length - 4, 4);
    for (const symbol of order) write(lengths[symbol] ?? 0, 3);
    write(0, 1);
    for (let symbol = 0; symbol < symbols; symbol++) {
      if (hasRuns) writeCode(...((symbol < 256 ? [0, 1] : symbol === 259 ? [3, 2] : [2, 2]) as [number, number]));
      else if (symbols > 256) writeCode(symbol < 256 ? 1 : 0, 1);
    }
  };
  let pixels = Array.from({ length: width * height }, (_, i) => data.slice(3 * i, 3 * i + 3));
  write(0x2f, 8);
  write(width - 1, 14);
  write(height - 1, 14);
  write(0, 4);
  if (how.byGreen) {
    write(1, 1);
    write(2, 2);
    pixels = pixels.map(([red, green, blue]) => [(red! - green!) & 255, green!, (blue! - green!) & 255]);
  }
  if (how.guess) {
    write(1, 1);
    write(0, 2);
    write(0, 3);
    write(0, 1);
    for (const symbol of [how.guess, 0, 0, 255, 0]) one(symbol);
    const guess = guesses[how.guess];
    const given = pixels;
    pixels = given.map((pixel, i) => {
      const near = (before: number, c: number) => given[i - before]?.[c] ?? 0;
      const [x, y] = [i % width, Math.floor(i / width)];
      return pixel.map((value, c) => {
        if (i === 0) return value;
        const [l, t, tl] = [near(1, c), near(width, c), near(width + 1, c)];
        return (value - (y === 0 ? l : x === 0 ? t : guess(l, t, tl))) & 255;
      });
    });
  }
  write(0, 1);
  write(0, 1);
  write(0, 1);
  bytes(how.hasRuns === true, 280);
  bytes(false, 256);
  bytes(false, 256);
  one(255);
  one(1);
  for (let i = 0; i < pixels.length; i++) {
    const [red, green, blue] = pixels[i] as [number, number, number];
    const isRun = how.hasRuns && i > 0 && [0, 1, 2, 3].every((j) => `${pixels[i + j]}` === `${pixels[i - 1]}`);
    if (isRun) {
      writeCode(0, 1);
      i += 3;
      continue;
    }
    if (how.hasRuns) writeCode(256 + green, 9);
    else writeCode(green, 8);
    writeCode(red, 8);
    writeCode(blue, 8);
  }
  const content = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit, j) => byte + bit * 2 ** j, 0),
  );
  const padded = [...content, ...(content.length % 2 === 1 ? [0] : [])];
  return [
    ...ascii('RIFF'),
    ...little(12 + padded.length, 4),
    ...ascii('WEBPVP8L'),
    ...little(content.length, 4),
    ...padded,
  ];
}
