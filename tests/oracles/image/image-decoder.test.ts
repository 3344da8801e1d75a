import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bmp, type Pixels, png, pnm, tiff, webp } from '../../../generators/families/image/encode.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

const decoded = (stream: readonly number[], attributes = {}) =>
  values('ImageDecoder', attributes, [tensorOf('uint8', stream.map(BigInt))]) as bigint[][][];
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const numbers = (image: readonly (readonly (readonly bigint[])[])[]) => image.flat(2).map(Number);

describe('ImageDecoder', () => {
  it('decodes streams that are written by hand', () => {
    expect(decoded(ascii('P3 2 1 255 1 2 3 4 5 6'))).toEqual([
      [
        [1n, 2n, 3n],
        [4n, 5n, 6n],
      ],
    ]);
    expect(decoded(ascii('P1\n3 2\n101\n0 1 0'), { pixel_format: 'Grayscale' })).toEqual([
      [[0n], [255n], [0n]],
      [[255n], [0n], [255n]],
    ]);
    expect(decoded(ascii('P5 2 1 255\n\x07\x09'), { pixel_format: 'BGR' })).toEqual([
      [
        [7n, 7n, 7n],
        [9n, 9n, 9n],
      ],
    ]);
    // one pixel below another: the first row of the file is the last of the image
    const bitmap = [
      ...[0x42, 0x4d, 62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0],
      ...[40, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0],
      ...[8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ...[1, 2, 3, 0, 4, 5, 6, 0],
    ];
    expect(decoded(bitmap)).toEqual([[[6n, 5n, 4n]], [[3n, 2n, 1n]]]);
  });

  const pixels = fc
    .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 9 }) })
    .chain(({ width, height }) =>
      fc
        .array(fc.nat(255), { minLength: width * height * 3, maxLength: width * height * 3 })
        .map((data): Pixels => ({ width, height, channels: 3, data })),
    );

  it('gives back what was encoded', () => {
    fc.assert(
      fc.property(pixels, fc.boolean(), fc.constantFrom(1, 8, 32773), (image, flag, compression) => {
        for (const stream of [
          bmp(image, { isTopDown: flag }),
          png(image),
          pnm(image, flag ? 3 : 6),
          webp(image, { ...(flag && { byGreen: true, guess: 12 }) }),
          tiff(image, { isBig: flag, rows: 2, compression: compression as 1 }),
        ]) {
          expect(numbers(decoded(stream))).toEqual(image.data);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is not judged where decoders differ, and for what is not an image', () => {
    for (const stream of [[0xff, 0xd8, 0xff, 0xe0], [1, 2, 3], [], ascii('P6 2 2 255\n'), ascii('P5 1 1 15\n\x01')]) {
      expect(() => decoded(stream)).toThrow(NotJudged);
    }
    const colour: Pixels = { width: 1, height: 1, channels: 3, data: [1, 2, 3] };
    expect(() => decoded(png(colour), { pixel_format: 'Grayscale' })).toThrow('grayscale of a colour image');
    expect(() => decoded(png(colour).slice(0, 40))).toThrow('a stream that is not a PNG image');
    const broken = png(colour).with(45, 255);
    expect(() => decoded(broken)).toThrow(NotJudged);
  });
});
