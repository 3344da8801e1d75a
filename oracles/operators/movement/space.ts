import { BadInput } from '../../bad-input.ts';
import type { Node } from '../../node.ts';
import { moved, movement } from './movement.ts';

/** Depth between space: whether blocks of the channels lie together (DCR), or channels of the blocks (CRD). */
function modeOf<S>(node: Node<S>): 'DCR' | 'CRD' {
  const mode = node.has('mode') ? node.string('mode') : 'DCR';
  if (mode !== 'DCR' && mode !== 'CRD') throw new BadInput(`there is no mode '${mode}'`);
  return mode;
}

/** The channel of the deep tensor that has place i, j of the blocks of channel c; `count` channels are those of the wide one. */
const deepChannel = (mode: 'DCR' | 'CRD', c: number, i: number, j: number, block: number, count: number): number =>
  mode === 'DCR' ? (i * block + j) * count + c : (c * block + i) * block + j;

/** DepthToSpace: channels become blocks of rows and columns. */
export const depthToSpace = movement({
  name: 'DepthToSpace',
  definition:
    'output[n, c, h·b + i, w·b + j] = input[n, (i·b + j)·C + c, h, w], or [n, (c·b + i)·b + j, h, w] with CRD',
  evaluate: (_, node) => {
    const x = node.input(0);
    const block = node.number('blocksize');
    const mode = modeOf(node);
    const [n, depth, h, w] = x.dims as [number, number, number, number];
    const count = depth / block ** 2;
    if (!Number.isInteger(count)) throw new BadInput(`${depth} channels are no blocks of ${block ** 2}`);
    return [
      moved(x, {
        dims: [n, count, h * block, w * block],
        from: ([image, c, y, z]) => [
          image!,
          deepChannel(mode, c!, y! % block, z! % block, block, count),
          Math.floor(y! / block),
          Math.floor(z! / block),
        ],
      }),
    ];
  },
  says: ({ attributes }) => ({
    blocks: ['Blocks are of blocksize rows and columns.', 'attribute blocksize'],
    ...(attributes.length > 1 && { 'mode-crd': ['CRD: a channel has its blocks together.', 'attribute mode'] }),
  }),
});

/** SpaceToDepth: blocks of rows and columns become channels. */
export const spaceToDepth = movement({
  name: 'SpaceToDepth',
  definition:
    'output[n, (i·b + j)·C + c, h, w] = input[n, c, h·b + i, w·b + j], or output[n, (c·b + i)·b + j, h, w] with CRD',
  evaluate: (_, node) => {
    const x = node.input(0);
    const block = node.number('blocksize');
    const isCrd = modeOf(node) === 'CRD';
    const [n, count, height, width] = x.dims as [number, number, number, number];
    const [h, w] = [height / block, width / block];
    if (!Number.isInteger(h) || !Number.isInteger(w)) throw new BadInput(`[${x.dims}] has no blocks of ${block}`);
    return [
      moved(x, {
        dims: [n, count * block ** 2, h, w],
        from: ([image, channel, y, z]) => {
          const inBlock = isCrd ? channel! % block ** 2 : Math.floor(channel! / count);
          const c = isCrd ? Math.floor(channel! / block ** 2) : channel! % count;
          return [image!, c, y! * block + Math.floor(inBlock / block), z! * block + (inBlock % block)];
        },
      }),
    ];
  },
  says: ({ attributes }) => ({
    blocks: ['Blocks are of blocksize rows and columns.', 'attribute blocksize'],
    ...(attributes.length > 1 && { 'mode-crd': ['CRD: a channel has its blocks together.', 'attribute mode'] }),
  }),
});
