import type { Evaluate, Node } from '../../../oracles/spec/node.ts';
import { type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { withoutAttributes } from '../views.ts';

const fault = (name: string, source: string, alter: (correct: Evaluate) => Evaluate): Mutant => ({
  name: `ImageDecoder: ${name}`,
  source: [source],
  operators: ['ImageDecoder'],
  alter,
});

const bytesOf = (node: Node<unknown>): Uint8Array => node.input(0).tensor!.data as Uint8Array;
const isBmp = (node: Node<unknown>): boolean => bytesOf(node)[0] === 0x42;
const isTiff = (node: Node<unknown>): boolean => [0x49, 0x4d].includes(bytesOf(node)[0]!);
const isWebp = (node: Node<unknown>): boolean => bytesOf(node)[0] === 0x52;
const isPng = (node: Node<unknown>): boolean => bytesOf(node)[0] === 0x89;
/** Bits of a bitmap's pixels, and whether its rows begin at the top. */
const bitsOfBmp = (node: Node<unknown>): number => bytesOf(node)[28]!;
const isTopDown = (node: Node<unknown>): boolean => bytesOf(node)[25]! > 127;
const formatOf = (node: Node<unknown>): string => node.string('pixel_format');

type Place = (y: number, x: number, c: number) => readonly [y: number, x: number, c: number];

/** Elements read from other places of an image. */
const read = (from: (dims: readonly number[], node: Node<unknown>) => Place | undefined) =>
  onOutputs((output, _, node) => {
    const [height, width, channels] = output.dims as [number, number, number];
    const place = from(output.dims, node as Node<unknown>);
    if (!place) return output;
    return eachOf(output, (_, i) => {
      const [y, x, c] = place(Math.floor(i / (width * channels)), Math.floor(i / channels) % width, i % channels);
      return output.at(
        ((Math.min(Math.max(y, 0), height - 1) * width + x) * channels + c) % (height * width * channels),
      );
    });
  });

const swapped: Place = (y, x, c) => [y, x, 2 - c];
const turned =
  (height: number): Place =>
  (y, x, c) => [height - 1 - y, x, c];

/** Bits of a stream that are not 0 where an image is of bits. */
const inverted = onOutputs((output, a, node) => {
  const bytes = bytesOf(node as Node<unknown>);
  const isOfBits = bytes[0] === 0x50 && [0x31, 0x34].includes(bytes[1]!);
  return isOfBits ? eachOf(output, (x) => a.of(255n - BigInt(x as unknown as bigint))) : output;
});

const reshaped =
  (dimsOf: (dims: readonly number[], node: Node<unknown>) => readonly number[]) =>
  (correct: Evaluate): Evaluate =>
  (a, node) =>
    correct(a, node).map((output): NodeValues<never> => {
      const dims = dimsOf(output.dims, node as Node<unknown>);
      const count = output.dims.reduce((product, size) => product * size, 1);
      return values(output.dtype, dims, (i) => output.at(i % count) as never);
    });

/** Faults of decoders of images. */
export const imageFaults: readonly Mutant[] = [
  fault('pixel_format is not read', 'an attribute that is not read', withoutAttributes('pixel_format')),
  fault(
    'BGR is the default',
    'cv2.imread',
    onNode(({ attributes }) => ({ attributes: { pixel_format: { type: 'STRING', value: 'BGR' }, ...attributes } })),
  ),
  fault(
    'red and blue are swapped',
    'names of formats confused',
    read((dims) => (dims[2] === 3 ? swapped : undefined)),
  ),
  fault(
    'bitmaps have red first',
    'bytes of a bitmap as they are',
    read((_, node) => (isBmp(node) && bitsOfBmp(node) === 24 && formatOf(node) !== 'Grayscale' ? swapped : undefined)),
  ),
  fault(
    'palettes of bitmaps have red first',
    'bytes of a palette as they are',
    read((_, node) => (isBmp(node) && bitsOfBmp(node) < 24 ? swapped : undefined)),
  ),
  fault(
    'bitmaps are upside down',
    'the last row first',
    read(([height], node) => (isBmp(node) && !isTopDown(node) ? turned(height!) : undefined)),
  ),
  fault(
    'a negative height is that of a usual bitmap',
    'a sign that is left out',
    read(([height], node) => (isBmp(node) && isTopDown(node) ? turned(height!) : undefined)),
  ),
  fault(
    'rows of bitmaps are not filled to four bytes',
    'a stride of three times the width',
    read((dims, node) => {
      const width = dims[1]!;
      const padding = (4 - ((3 * width) % 4)) % 4;
      return isBmp(node) && bitsOfBmp(node) === 24 && padding > 0 ? (y, x, c) => [y, (x + y) % width, c] : undefined;
    }),
  ),
  fault(
    'rows and columns are swapped',
    'width before height',
    read((dims) => {
      const [height, width, channels] = dims as [number, number, number];
      return (y, x, c) => {
        const at = x * height + y;
        return [Math.floor(at / width) % height, at % width, c % channels];
      };
    }),
  ),
  fault(
    'width and height are swapped in the shape',
    'a shape of width and height',
    reshaped(([height, width, channels]) => [width!, height!, channels!]),
  ),
  fault(
    'channels first',
    'the layout of PyTorch',
    onOutputs((output) => {
      const [height, width, channels] = output.dims as [number, number, number];
      return eachOf(output, (_, i) => output.at((i % (height * width)) * channels + Math.floor(i / (height * width))));
    }),
  ),
  fault(
    'gray images have one channel',
    'no conversion to the format',
    reshaped((dims, node) => {
      const bytes = bytesOf(node);
      const isGray = bytes[0] === 0x50 && [0x32, 0x35].includes(bytes[1]!);
      return isGray && formatOf(node) !== 'Grayscale' ? [dims[0]!, dims[1]!, 1] : dims;
    }),
  ),
  fault(
    'a single channel has no dimension',
    'a shape of height and width',
    reshaped((dims) => (dims[2] === 1 ? dims.slice(0, 2) : dims)),
  ),
  fault(
    'Grayscale has three channels',
    'a format that is not known',
    onNode(({ attributes }) => ({
      attributes:
        attributes.pixel_format?.value === 'Grayscale'
          ? { pixel_format: { type: 'STRING', value: 'RGB' } }
          : attributes,
    })),
  ),
  fault('bits are white where they are 1', 'a map of bits taken for gray', inverted),
  fault(
    'the last row is that before it',
    'a loop that ends too early',
    read(([height]) => (y, x, c) => [Math.min(y, Math.max(0, height! - 2)), x, c]),
  ),
  fault(
    'only the first strip is read',
    'images of one strip',
    read(([height], node) =>
      isTiff(node) ? (y, x, c) => [height! > 3 ? y % Math.ceil(height! / 2) : y, x, c] : undefined,
    ),
  ),
  fault(
    'filters of rows are not undone',
    'rows as they are stored',
    onOutputs((output, a, node) => {
      if (!isPng(node as Node<unknown>)) return output;
      const row = output.dims[1]! * output.dims[2]!;
      return eachOf(output, (x, i) => {
        const filter = Math.floor(i / row) % 5;
        const before = i % row >= output.dims[2]! && filter === 1 ? output.at(i - output.dims[2]!) : a.of(0n);
        return a.of(BigInt.asUintN(8, BigInt(x as unknown as bigint) - BigInt(before as unknown as bigint)));
      });
    }),
  ),
  fault(
    'WebP images have blue first',
    'ARGB in the order of its bytes',
    read((dims, node) => (isWebp(node) && dims[2] === 3 ? swapped : undefined)),
  ),
  fault(
    'the first row of WebP images is guessed by the one above',
    'a predictor without its border',
    onOutputs((output, a, node) => {
      const row = output.dims[1]! * output.dims[2]!;
      if (!isWebp(node as Node<unknown>) || output.dims[0]! < 2) return output;
      return eachOf(output, (x, i) =>
        i < row
          ? a.of(BigInt.asUintN(8, BigInt(x as unknown as bigint) + BigInt(output.at(i + row) as unknown as bigint)))
          : x,
      );
    }),
  ),
  fault(
    'what comes after the last multiple of 8 is left out',
    'vector loops without a tail',
    (correct) => (a, node) => withoutTail(correct)({ ...a, of: (x) => a.of(BigInt(x)) }, node),
  ),
];
