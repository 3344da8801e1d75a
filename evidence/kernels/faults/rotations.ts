import { type HeadLayout, layoutOf } from '../../../oracles/operators/attention/heads.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import { type InputValues, type Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom, withNumbers, withoutAttributes } from '../views.ts';
import { ofEach } from './normalizations.ts';

const layoutOfData = <S>(node: Node<S>): HeadLayout =>
  layoutOf('data', node.input(0).dims, () => node.number('num_heads'));

/** How many features are turned. */
const turned = <S>(node: Node<S>): number => node.number('rotary_embedding_dim') || layoutOfData(node).size;

const isPacked = <S>(node: Node<S>): boolean => node.input(0).dims.length === 3;

const int = (value: number): AttributeValue => ({ type: 'INT', value });

/** Some elements are another than the right one, by where they lie. */
const elsewhere = (
  change: <S>(
    y: NodeValues<S>,
    node: Node<S>,
    at: readonly [number, number, number, number],
    layout: HeadLayout,
  ) => S | undefined,
): Alter =>
  onOutputs((output, _, node) => {
    const layout = layoutOfData(node);
    return eachOf(output, (x, index) => change(output, node, layout.place(index), layout) ?? x);
  });

/** Positions in the place of those that are given. */
const atPositions = (change: (id: number, place: number, ids: readonly number[], length: number) => number): Alter =>
  onNode((node) => {
    const ids = node.inputs[3];
    if (!ids) return {};
    const given = node.integers(3);
    const data = BigInt64Array.from(given, (id, i) => BigInt(change(id, i, given, ids.dims[1]!)));
    return { inputs: node.inputs.with(3, { ...ids, tensor: { ...ids.tensor!, data } as never }) };
  });

/** Both caches read from other places. */
const onCaches =
  (change: <S>(cache: InputValues<S>, node: Node<S>) => InputValues<S>): Alter =>
  (correct) =>
    onInput(2, change)(onInput(1, change)(correct));

/** Faults of features that are turned by the angles of their positions. */
export const rotationFaults: readonly Mutant[] = ofEach(['RotaryEmbedding'], {
  'cosines and sines are mixed up': [
    'two caches in one buffer',
    onNode(({ inputs: [x, cos, sin, ...rest] }) => ({ inputs: [x, sin, cos, ...rest] })),
  ],
  'pairs are turned the other way round': [
    'the sign on the other sine',
    onNode(({ inputs }, a) => ({
      inputs: inputs.with(
        2,
        eachOf(inputs[2]!, (sine) => a.negate(sine)),
      ),
    })),
  ],
  'interleaved is not read': ['an attribute that is not read', withoutAttributes('interleaved')],
  'pairs are always neighbours': [
    'kernels of the original paper',
    onNode(({ attributes }) => ({ attributes: { ...attributes, interleaved: int(1) } })),
  ],
  'neighbours are turned, and written as halves': [
    'a shuffle that is not undone',
    elsewhere((y, node, [b, h, i, d], layout) => {
      const half = turned(node) / 2;
      if (!node.flag('interleaved') || d >= 2 * half) return undefined;
      return y.at(layout.index(b, h, i, d < half ? 2 * d : 2 * (d - half) + 1));
    }),
  ],
  'rotary_embedding_dim is not read': [
    'kernels that turn whole heads; the caches are read in rows of another length',
    (correct) => (a, node) => {
      const { size } = layoutOfData(node);
      if (turned(node) === size) return correct(a, node);
      const wider = onCaches((cache) => {
        const [rows, pairs] = [cache.dims.slice(0, -1), cache.dims.at(-1)!];
        const dims = [...rows, size / 2];
        return {
          ...cache,
          dims,
          at: (index) => cache.at(Math.floor(index / (size / 2)) * pairs + ((index % (size / 2)) % pairs)),
        };
      });
      return withoutAttributes('rotary_embedding_dim')(wider(correct))(a, node);
    },
  ],
  'features that are not turned are 0': [
    'a buffer that is only written where features are turned',
    (correct) => (a, node) => {
      const layout = layoutOfData(node);
      const [y] = correct(a, node);
      return [eachOf(y!, (x, index) => (layout.place(index)[3] >= turned(node) ? a.of(0) : x))];
    },
  ],
  'features that are not turned come from the beginning of the head': [
    'a copy from the wrong offset',
    elsewhere((_, node, [b, h, i, d], layout) =>
      d < turned(node) ? undefined : node.input(0).at(layout.index(b, h, i, d - turned(node))),
    ),
  ],
  'the second of a pair is made of the first as it was turned': [
    'in place, without a copy',
    (correct) => (a, node) => {
      const layout = layoutOfData(node);
      const [y] = correct(a, node);
      const half = turned(node) / 2;
      const step = node.flag('interleaved') ? 1 : half;
      const isSecond = (d: number) => d < 2 * half && (node.flag('interleaved') ? d % 2 === 1 : d >= half);
      return [
        eachOf(y!, (x, index) => {
          const [b, h, i, d] = layout.place(index);
          if (!isSecond(d)) return x;
          const first = layout.index(b, h, i, d - step);
          const [was, is] = [node.input(0).at(first), y!.at(first)];
          const sine = sineAt(node, layout, b, i, node.flag('interleaved') ? (d - 1) / 2 : d - half);
          return a.add(x, a.multiply(sine, a.subtract(is, was)));
        }),
      ];
    },
  ],
  'position_ids are not read': [
    'an optional input that is not read',
    atPositions((_, place, ids, length) => Math.min(place % length, Math.max(...ids))),
  ],
  'every batch has the positions of the first': [
    'a batch stride of 0',
    atPositions((_, place, ids, length) => ids[place % length]!),
  ],
  'positions go on from the first id of a batch': [
    'kernels for ids that are an offset',
    atPositions((id, place, ids, length) =>
      Math.min(ids[place - (place % length)]! + (place % length), Math.max(id, ...ids)),
    ),
  ],
  'positions begin at 1': [
    'indices of other languages',
    atPositions((id, _, ids) => Math.min(id + 1, Math.max(...ids) + 1)),
  ],
  'position ids are read in columns': [
    'ids of [position, batch]',
    atPositions((_, place, ids, length) => {
      const batches = ids.length / length;
      return ids[(place % batches) * length + Math.floor(place / batches)] ?? 0;
    }),
  ],
  'every batch has the caches of the first': [
    'a batch stride of 0',
    onCaches((cache) => (cache.dims.length === 3 ? readFrom(cache, ([_, ...rest]) => [0, ...rest]) : cache)),
  ],
  'every position has the angle of the first': [
    'a stride of 0',
    onCaches((cache) => (cache.dims.length === 3 ? readFrom(cache, ([b, _, pair]) => [b!, 0, pair!]) : cache)),
  ],
  'every pair has the angle of the first': [
    'a stride of 0',
    onCaches((cache) => readFrom(cache, (at) => at.with(-1, 0))),
  ],
  'the rows of caches are as long as a head': [
    'caches of both halves, as other frameworks have them',
    onCaches((cache) => {
      const pairs = cache.dims.at(-1)!;
      const count = cache.dims.reduce((product, size) => product * size, 1);
      return eachOf(cache, (_, index) => cache.at((Math.floor(index / pairs) * 2 * pairs + (index % pairs)) % count));
    }),
  ],
  'heads come after positions in four dimensions': [
    'the layout of other frameworks',
    (correct) => (a, node) => {
      const { dims } = node.input(0);
      if (dims.length !== 4 || dims[1] !== dims[2]) return correct(a, node);
      const swap = ([b, h, i, d]: readonly number[]) => [b!, i!, h!, d!];
      return onOutputs((y) => readFrom(y, swap))(onInput(0, (x) => readFrom(x, swap))(correct))(a, node);
    },
  ],
  'heads come before positions in three dimensions': [
    'a reshape without a transposition',
    (correct) => (a, node) => {
      const [{ dims }, layout] = [node.input(0), layoutOfData(node)];
      if (dims.length !== 3) return correct(a, node);
      const { batches, heads, length, size } = layout;
      const reshaped = onNode((given) => ({
        inputs: given.inputs.with(0, { ...given.input(0), dims: [batches, heads, length, size] }),
      }));
      return reshaped(correct)(a, node).map(({ dtype, at }) => values(dtype, dims, at));
    },
  ],
  'only the first head is turned': [
    'a loop over heads that ends early',
    elsewhere((_, node, [b, h, i, d], layout) => (h === 0 ? undefined : node.input(0).at(layout.index(b, h, i, d)))),
  ],
  'only the first batch is turned': [
    'a loop over batches that is missing',
    elsewhere((_, node, [b, h, i, d], layout) => (b === 0 ? undefined : node.input(0).at(layout.index(b, h, i, d)))),
  ],
  'the last of an odd number of pairs is not turned': [
    'vectors of two',
    elsewhere((_, node, [b, h, i, d], layout) => {
      const half = turned(node) / 2;
      const pair = node.flag('interleaved') ? Math.floor(d / 2) : d % half;
      return d < 2 * half && half > 1 && half % 2 === 1 && pair === half - 1
        ? node.input(0).at(layout.index(b, h, i, d))
        : undefined;
    }),
  ],
  'num_heads is taken for 1': [
    'one head for all',
    (correct) => (a, node) => {
      if (!isPacked(node) || turned(node) === layoutOfData(node).size) return correct(a, node);
      return withNumbers('num_heads', () => [1])(correct)(a, node);
    },
  ],
});

/** The sine by which a pair is turned. */
function sineAt<S>(node: Node<S>, { length }: HeadLayout, batch: number, position: number, pair: number): S {
  const sin = node.input(2);
  const row = node.inputs[3] ? node.integers(3)[batch * length + position]! : batch * length + position;
  return sin.at(row * sin.dims.at(-1)! + pair);
}
