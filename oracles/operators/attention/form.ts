import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node, NodeValues } from '../../spec/node.ts';
import { checkShape } from '../convolution/convolution.ts';
import { type HeadLayout, layoutOf, packedHeads, separateHeads } from './heads.ts';

/** The queries, keys and values of a call, including past ones; keys and values by their own heads. */
export interface AttentionForm<S> {
  readonly queries: HeadLayout;
  /** past keys and values are included */
  readonly keys: HeadLayout;
  readonly values: HeadLayout;
  readonly output: HeadLayout;
  /** the number of past keys */
  readonly past: number;
  /** returns the head of keys and values that a head of queries reads */
  readonly headOfKeys: (head: number) => number;
  key(batch: number, head: number, position: number, feature: number): S;
  value(batch: number, head: number, position: number, feature: number): S;
}

/**
 * Returns the shapes of a call.
 * @throws BadInput for shapes that do not fit, NotJudged if there are no keys
 */
export function formOf<S>(node: Node<S>): AttentionForm<S> {
  const [Q, K, V] = [node.input(0), node.input(1), node.input(2)];
  const [pastKeys, pastValues] = [node.inputs[4], node.inputs[5]];
  checkRanks(node);
  const queries = layoutOf('queries', Q.dims, () => node.number('q_num_heads'));
  const keys = layoutOf('keys', K.dims, () => node.number('kv_num_heads'));
  const values = layoutOf('values', V.dims, () => node.number('kv_num_heads'));
  const { batches, heads } = keys;
  if (queries.heads % heads !== 0) throw new BadInput(`${queries.heads} heads of queries for ${heads} of keys`);
  checkShape('queries', Q.dims, queriesMeant(queries, keys).dims);
  checkShape(
    'values',
    V.dims,
    (Q.dims.length === 3 ? packedHeads : separateHeads)({ ...keys, size: values.size }).dims,
  );
  if ((pastKeys === undefined) !== (pastValues === undefined)) throw new BadInput('past keys or past values alone');
  const past = pastKeys?.dims[2] ?? 0;
  checkShape('past keys', pastKeys?.dims, [batches, heads, past, keys.size]);
  checkShape('past values', pastValues?.dims, [batches, heads, past, values.size]);
  const length = past + keys.length;
  if (length === 0 || keys.size === 0) throw new NotJudged('no keys, or keys without features');
  const read =
    (before: NodeValues<S> | undefined, own: NodeValues<S>, layout: HeadLayout) =>
    (batch: number, head: number, position: number, feature: number): S =>
      position < past
        ? before!.at(((batch * heads + head) * past + position) * layout.size + feature)
        : own.at(layout.index(batch, head, position - past, feature));
  const sizes = { ...queries, size: values.size };
  return {
    queries,
    keys: separateHeads({ ...keys, length }),
    values: separateHeads({ ...values, length }),
    output: Q.dims.length === 3 ? packedHeads(sizes) : separateHeads(sizes),
    past,
    headOfKeys: (head) => Math.floor((head * heads) / queries.heads),
    key: read(pastKeys, K, keys),
    value: read(pastValues, V, values),
  };
}

/** Checks that queries and keys have the same numbers of batches and features. */
const queriesMeant = (queries: HeadLayout, { batches, size }: HeadLayout): HeadLayout =>
  (queries.dims.length === 3 ? packedHeads : separateHeads)({ ...queries, batches, size });

/** @throws BadInput unless all have three dimensions or four, NotJudged for numbers of heads of four */
function checkRanks<S>(node: Node<S>): void {
  const ranks = [0, 1, 2].map((i) => node.input(i).dims.length);
  if (ranks.some((rank) => rank !== ranks[0])) throw new BadInput(`inputs of ${ranks.join(', ')} dimensions`);
  if (ranks[0] !== 4) return;
  if (node.has('q_num_heads') || node.has('kv_num_heads'))
    throw new NotJudged('a number of heads with inputs of four dimensions');
  if (node.input(0).dims[1] === 0 || node.input(1).dims[1] === 0) throw new NotJudged('attention without heads');
}
