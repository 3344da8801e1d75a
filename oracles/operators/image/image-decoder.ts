import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import { knownTensor } from '../movement/movement.ts';
import { decodeBmp } from './bmp.ts';
import type { Picture } from './picture.ts';
import { decodePng } from './png.ts';
import { decodePnm } from './pnm.ts';
import { decodeTiff } from './tiff.ts';
import { decodeWebp } from './webp.ts';

const starts = (stream: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, i) => stream[i] === byte);

/** Decodes an image of a format that defines each pixel exactly. @throws NotJudged for all other formats */
function decoded(stream: Uint8Array): Picture {
  if (starts(stream, 0x42, 0x4d)) return decodeBmp(stream);
  if (starts(stream, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return decodePng(stream);
  if (starts(stream, 0x49, 0x49, 42, 0) || starts(stream, 0x4d, 0x4d, 0, 42)) return decodeTiff(stream);
  if (starts(stream, 0x52, 0x49, 0x46, 0x46)) return decodeWebp(stream);
  if (stream[0] === 0x50 && stream[1]! >= 0x31 && stream[1]! <= 0x36) return decodePnm(stream);
  throw new NotJudged('a stream of an unsupported format');
}

const channelsOf: Readonly<Record<string, readonly number[]>> = { RGB: [0, 1, 2], BGR: [2, 1, 0], Grayscale: [0] };

/** Returns whether all pixels of a colour image are gray. The text does not define grayscale of a colour image. */
const isGray = ({ width, height, at }: Picture): boolean =>
  Array.from({ length: width * height }, (_, i) => 3 * i).every((i) => at(i) === at(i + 1) && at(i) === at(i + 2));

/** ImageDecoder: the pixels of an image in a file. */
export const imageDecoder = define({
  name: 'ImageDecoder',
  family: 'image',
  definition: 'output[y, x, c] is channel c, by pixel_format, of the pixel in row y and column x',
  copiesElements: true,
  attributeValues: () => ({ pixel_format: Object.keys(channelsOf) }),
  evaluate(a, node) {
    const input = node.input(0);
    if (input.dims.length !== 1) throw new NotJudged('a stream of … dimensions', input.dims.length);
    const picture = decoded(Uint8Array.from(knownTensor(input).data as Uint8Array));
    const { width, height, channels, at } = picture;
    const wanted = channelsOf[node.string('pixel_format')]!;
    if (wanted.length < channels && !isGray(picture)) throw new NotJudged('grayscale of a colour image');
    return [
      values('uint8', [height, width, wanted.length], (index) => {
        const [channel, pixel] = [wanted[index % wanted.length]!, Math.floor(index / wanted.length)];
        return a.of(BigInt(at(channels * pixel + (channels === 1 ? 0 : channel))));
      }),
    ];
  },
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      says('definition', 'The dimensions of the output are height, width and channels.'),
      says('bmp', 'Bitmaps are decoded, with three bytes a pixel or a palette.'),
      says('png', 'PNG images are decoded, with all filters.'),
      says('pnm', 'Portable maps (PBM, PGM, PPM) are decoded, in text and in binary form.'),
      says('tiff', 'TIFF images are decoded, in either byte order.'),
      says('webp', 'Lossless WebP images are decoded, with all transforms.'),
      says('bgr', 'With pixel_format BGR, blue comes first.', 'attribute pixel_format'),
      says('grayscale', 'With pixel_format Grayscale, there is one channel.', 'attribute pixel_format'),
      says('gray-to-colour', 'A gray image has three equal channels in RGB and BGR.', 'attribute pixel_format'),
    ];
  },
});
