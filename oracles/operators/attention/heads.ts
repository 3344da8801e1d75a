import { BadInput } from '../../spec/bad-input.ts';

/** The layout of a tensor by batch, head, position in the sequence and feature of the head. */
export interface HeadLayout {
  readonly batches: number;
  readonly heads: number;
  readonly length: number;
  /** the number of features of a head */
  readonly size: number;
  /** the shape of the tensor */
  readonly dims: readonly number[];
  index(batch: number, head: number, position: number, feature: number): number;
  /** returns the index of an element */
  place(index: number): readonly [batch: number, head: number, position: number, feature: number];
}

type HeadSizes = Pick<HeadLayout, 'batches' | 'heads' | 'length' | 'size'>;

/** [batch, head, position, feature] */
export const separateHeads = ({ batches, heads, length, size }: HeadSizes): HeadLayout => ({
  ...{ batches, heads, length, size },
  dims: [batches, heads, length, size],
  index: (batch, head, position, feature) => ((batch * heads + head) * length + position) * size + feature,
  place: (index) => {
    const row = Math.floor(index / size);
    const head = Math.floor(row / length);
    return [Math.floor(head / heads), head % heads, row % length, index % size];
  },
});

/** [batch, position, head · feature] */
export const packedHeads = ({ batches, heads, length, size }: HeadSizes): HeadLayout => ({
  ...{ batches, heads, length, size },
  dims: [batches, length, heads * size],
  index: (batch, head, position, feature) => ((batch * length + position) * heads + head) * size + feature,
  place: (index) => {
    const row = Math.floor(index / size);
    const position = Math.floor(row / heads);
    return [Math.floor(position / length), row % heads, position % length, index % size];
  },
});

/**
 * Returns the layout of a tensor of four dimensions, or of three, the last of which is divided into heads.
 * @throws BadInput for other ranks, and for numbers of heads that do not divide it
 */
export function layoutOf(what: string, dims: readonly number[], heads: () => number): HeadLayout {
  if (dims.length === 4) {
    const [batches, own, length, size] = dims as [number, number, number, number];
    return separateHeads({ batches, heads: own, length, size });
  }
  if (dims.length !== 3) throw new BadInput(`${what} of ${dims.length} dimensions`);
  const [batches, length, width] = dims as [number, number, number];
  const count = heads();
  if (!(count > 0) || width % count !== 0) throw new BadInput(`${what} [${dims}] of ${count} heads`);
  return packedHeads({ batches, heads: count, length, size: width / count });
}
