import { BadInput } from '../../spec/bad-input.ts';
import type { Node, NodeValues } from '../../spec/node.ts';
import { moveElements, movement } from './movement.ts';

const attributeValues = () => ({ mode: ['DCR', 'CRD'] });

/**
 * Returns whether the deep channels are in the order CRD, with the elements of a block adjacent, instead of DCR, with the
 * channels adjacent.
 */
const isCrd = <S>(node: Node<S>): boolean => node.has('mode') && node.string('mode') === 'CRD';

/** Returns the number of rows, and of columns, of a block. */
function blockOf<S>(node: Node<S>): number {
  const block = node.number('blocksize');
  if (block < 1) throw new BadInput(`a block of ${block} rows`);
  return block;
}

/** Returns the numbers of images, channels, rows and columns. */
function imagesOf({ dims }: NodeValues<unknown>): readonly [number, number, number, number] {
  if (dims.length !== 4) throw new BadInput(`[${dims}] are not images, which have 4 dimensions`);
  return dims as unknown as readonly [number, number, number, number];
}

/** The channel of the deep tensor that has place i, j of the blocks of channel c; `count` channels are those of the wide one. */
const deepChannel = (crd: boolean, c: number, i: number, j: number, block: number, count: number): number =>
  crd ? (c * block + i) * block + j : (i * block + j) * count + c;

/** DepthToSpace: channels become blocks of rows and columns. */
export const depthToSpace = movement({
  name: 'DepthToSpace',
  definition:
    'output[n, c, h·b + i, w·b + j] = input[n, (i·b + j)·C + c, h, w], or [n, (c·b + i)·b + j, h, w] with CRD',
  attributeValues,
  evaluate: (_, node) => {
    const x = node.input(0);
    const block = blockOf(node);
    const crd = isCrd(node);
    const [n, depth, h, w] = imagesOf(x);
    const count = depth / block ** 2;
    if (!Number.isInteger(count)) throw new BadInput(`${depth} channels are not blocks of ${block ** 2}`);
    return [
      moveElements(x, {
        dims: [n, count, h * block, w * block],
        from: ([image, c, y, z]) => [
          image!,
          deepChannel(crd, c!, y! % block, z! % block, block, count),
          Math.floor(y! / block),
          Math.floor(z! / block),
        ],
      }),
    ];
  },
  says: ({ attributes }) => ({
    blocks: ['Blocks have blocksize rows and columns.', 'attribute blocksize'],
    ...(attributes.length > 1 && {
      'mode-crd': ['CRD: the blocks of a channel are next to each other.', 'attribute mode'],
    }),
  }),
});

/** SpaceToDepth: blocks of rows and columns become channels. */
export const spaceToDepth = movement({
  name: 'SpaceToDepth',
  definition:
    'output[n, (i·b + j)·C + c, h, w] = input[n, c, h·b + i, w·b + j], or output[n, (c·b + i)·b + j, h, w] with CRD',
  attributeValues,
  evaluate: (_, node) => {
    const x = node.input(0);
    const block = blockOf(node);
    const crd = isCrd(node);
    const [n, count, height, width] = imagesOf(x);
    const [h, w] = [height / block, width / block];
    if (!Number.isInteger(h) || !Number.isInteger(w)) throw new BadInput(`[${x.dims}] has no blocks of ${block}`);
    return [
      moveElements(x, {
        dims: [n, count * block ** 2, h, w],
        from: ([image, channel, y, z]) => {
          const inBlock = crd ? channel! % block ** 2 : Math.floor(channel! / count);
          const c = crd ? Math.floor(channel! / block ** 2) : channel! % count;
          return [image!, c, y! * block + Math.floor(inBlock / block), z! * block + (inBlock % block)];
        },
      }),
    ];
  },
  says: ({ attributes }) => ({
    blocks: ['Blocks have blocksize rows and columns.', 'attribute blocksize'],
    ...(attributes.length > 1 && {
      'mode-crd': ['CRD: the blocks of a channel are next to each other.', 'attribute mode'],
    }),
  }),
});
