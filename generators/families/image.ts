import type { Draws } from '../covering/draws.ts';
import { defineFamily, filled, type NamedCall } from '../notation/call-notation.ts';
import { bmp, type Pixels, png, pnm, tiff, webp } from './image/encode.ts';

/** What stands in an image: any numbers, two colours, or gray ones. */
type Content = 'colours' | 'few colours' | 'gray' | 'black and white' | 'gray as colours';

/** An image whose numbers all differ from their neighbours, or nearly so. */
function pixels(width: number, height: number, content: Content, from = 0): Pixels {
  const number = (i: number): number => (i * 61 + from * 17 + (i >> 3) * 29 + 7) % 256;
  const ofPixel = (i: number): readonly number[] => {
    switch (content) {
      case 'colours':
        return [number(3 * i), number(3 * i + 1), number(3 * i + 2)];
      case 'few colours':
        return [number(i % 2), number((i % 2) + 5), number((i % 2) + 9)];
      case 'gray':
        return [number(i)];
      case 'black and white':
        return [number(i) < 128 ? 0 : 255];
      case 'gray as colours':
        return [number(i), number(i), number(i)];
    }
  };
  const data = Array.from({ length: width * height }, (_, i) => ofPixel(i)).flat();
  return { width, height, channels: content.endsWith('colours') ? 3 : 1, data };
}

const call = (
  stream: readonly number[],
  pixel_format?: string,
  form: 'input' | 'initializer' = 'input',
): NamedCall => ({
  encoded_stream: filled(`${stream.length}`, stream.map(BigInt), { form }),
  pixel_format,
});

const colours = (width: number, height: number, from = 0) => pixels(width, height, 'colours', from);
const gray = (width: number, height: number, from = 0) => pixels(width, height, 'gray', from);
const mono = (width: number, height: number) => pixels(width, height, 'black and white');
const few = (width: number, height: number) => pixels(width, height, 'few colours');
/** Rows of pixels that are mostly equal. */
const equal = (width: number, height: number): Pixels => ({
  width,
  height,
  channels: 3,
  data: Array.from({ length: width * height }, (_, i) => [
    7 + 40 * (i % 11 === 0 ? 1 : 0),
    50,
    200 - Math.floor(i / 16),
  ]).flat(),
});
const grays = (width: number, height: number) => pixels(width, height, 'gray as colours');

function drawImage(draws: Draws): NamedCall {
  const [width, height] = [draws.size(40, 1), draws.size(20, 1)];
  const from = draws.detail(0, 255);
  const isGray = draws.once(3);
  const image = isGray ? gray(width, height, from) : colours(width, height, from);
  const filter = draws.pick(undefined, 0, 1, 2, 3, 4) as 0 | undefined;
  const stream = draws.pick(
    () => (isGray ? png(image) : bmp(image, { isTopDown: draws.once(2) })),
    () => png(image, { ...(filter !== undefined && { filter }) }),
    () => (isGray ? png(image) : webp(image, draws.pick({}, { byGreen: true }, { guess: 7 }, { guess: 12 }))),
    () => pnm(image, isGray ? draws.pick(2, 5) : draws.pick(3, 6)),
    () => tiff(image, { isBig: draws.once(2), rows: draws.pick(height, 1, 2), compression: draws.pick(1, 8, 32773) }),
  )();
  const format = draws.maybe(() => draws.pick('RGB', 'BGR', ...(isGray ? ['Grayscale'] : [])));
  return call(stream, format, draws.pick('input', 'input', 'initializer'));
}

/** Files with images, of our own making. */
export const imageFamily = defineFamily('small', {
  draw: drawImage,
  samples: [
    call(pnm(colours(3, 2), 6), 'RGB'),
    call(png(colours(4, 3)), 'BGR'),
    call(bmp(colours(3, 2)), 'RGB'),
    call(tiff(gray(5, 2)), 'Grayscale'),
  ],
  sizes: [[call(pnm(colours(3, 2), 6), 'RGB'), call(pnm(colours(5, 4), 6), 'RGB'), call(pnm(colours(2, 7), 6), 'RGB')]],
  pairs: () => [{ differs: 'BGR', calls: [call(pnm(colours(3, 2), 6), 'RGB'), call(pnm(colours(3, 2), 6), 'BGR')] }],
  sameShapeCalls: [],
  plans: {
    definition: [
      call(pnm(colours(4, 3), 6)),
      call(png(colours(7, 2)), 'RGB'),
      call(bmp(colours(5, 4)), 'RGB'),
      call(tiff(colours(3, 6)), 'RGB'),
      call(pnm(colours(1, 1), 6), 'RGB'),
      call(png(colours(1, 9)), 'RGB'),
      call(png(colours(33, 1)), 'RGB'),
      call(png(colours(40, 30)), 'RGB'),
    ],
    bmp: [
      ...[1, 2, 3, 4, 5].map((width) => call(bmp(colours(width, 3)), 'RGB')),
      call(bmp(colours(4, 3), { isTopDown: true }), 'RGB'),
      call(bmp(colours(3, 5), { isTopDown: true }), 'BGR'),
      ...([1, 4, 8] as const).map((bits) => call(bmp(few(9, 4), { bits }), 'RGB')),
      call(bmp(colours(6, 5), { bits: 8, isTopDown: true }), 'RGB'),
      call(bmp(colours(17, 2), { isTopDown: true }), 'BGR'),
    ],
    png: [
      ...([0, 1, 2, 3, 4] as const).map((filter) => call(png(colours(6, 4), { filter }), 'RGB')),
      call(png(colours(9, 7)), 'RGB'),
      call(png(colours(12, 12), { parts: 3 }), 'BGR'),
      ...([1, 2, 4, 8] as const).map((bits) => call(png(few(11, 3), { bits }), 'RGB')),
      ...([0, 1, 2, 3, 4] as const).map((filter) => call(png(gray(7, 5), { filter }), 'Grayscale')),
      call(png(mono(13, 4), { bits: 1 }), 'Grayscale'),
      call(png(mono(6, 3), { bits: 4 }), 'RGB'),
    ],
    pnm: [
      call(pnm(mono(11, 3), 1), 'Grayscale'),
      call(pnm(gray(5, 3), 2), 'Grayscale'),
      call(pnm(colours(4, 2), 3), 'RGB'),
      call(pnm(mono(11, 3), 4), 'Grayscale'),
      call(pnm(gray(5, 3), 5), 'Grayscale'),
      call(pnm(colours(4, 2), 6), 'BGR'),
      call(pnm(mono(9, 2), 4), 'RGB'),
      call(pnm(colours(10, 10, 3), 6), 'RGB'),
    ],
    tiff: [
      call(tiff(colours(5, 4)), 'RGB'),
      call(tiff(colours(5, 4), { isBig: true }), 'RGB'),
      call(tiff(colours(3, 7), { rows: 2 }), 'RGB'),
      call(tiff(colours(4, 5), { rows: 1, isBig: true }), 'BGR'),
      call(tiff(few(9, 3), { compression: 32773 }), 'RGB'),
      call(tiff(colours(6, 3), { compression: 32773, rows: 1 }), 'RGB'),
      call(tiff(colours(8, 4), { compression: 8 }), 'RGB'),
      call(tiff(gray(7, 3), { isBig: true }), 'Grayscale'),
      call(tiff(gray(7, 6), { rows: 4 }), 'Grayscale'),
    ],
    webp: [
      call(webp(colours(5, 4)), 'RGB'),
      call(webp(colours(9, 3), { byGreen: true }), 'RGB'),
      ...([1, 2, 4, 7, 12] as const).map((guess) => call(webp(colours(7, 6), { guess }), 'RGB')),
      call(webp(colours(10, 5), { byGreen: true, guess: 12 }), 'BGR'),
      call(webp(equal(12, 4), { hasRuns: true }), 'RGB'),
      call(webp(equal(7, 9), { hasRuns: true, byGreen: true }), 'RGB'),
      call(webp(grays(6, 5)), 'Grayscale'),
      call(webp(colours(1, 1)), 'RGB'),
    ],
    bgr: [
      call(pnm(colours(4, 3), 6), 'BGR'),
      call(png(colours(5, 2)), 'BGR'),
      call(bmp(colours(3, 3)), 'BGR'),
      call(tiff(colours(2, 5)), 'BGR'),
      call(pnm(gray(3, 3), 5), 'BGR'),
    ],
    grayscale: [
      call(pnm(gray(4, 3), 5), 'Grayscale'),
      call(png(gray(5, 4)), 'Grayscale'),
      call(tiff(gray(3, 4)), 'Grayscale'),
      call(png(grays(6, 3)), 'Grayscale'),
      call(bmp(grays(5, 3)), 'Grayscale'),
      call(pnm(grays(4, 4), 6), 'Grayscale'),
    ],
    'gray-to-colour': [
      ...['RGB', 'BGR'].flatMap((format) => [
        call(pnm(gray(4, 3), 5), format),
        call(png(gray(3, 5)), format),
        call(tiff(gray(5, 3)), format),
      ]),
    ],
  },
});
