import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { slidingOf } from '../../oracles/operators/pooling/sliding.ts';
import { type Node, type NodeValues, values } from '../../oracles/spec/node.ts';
import { wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';
import { isInside, withPadding } from './views.ts';

/** An element of what a convolution gives: of a filter, and of what lies under it at each place, by channels. */
export type Taps = <S>(
  a: Arithmetic<S>,
  filter: readonly (readonly S[])[],
  window: readonly (readonly S[])[],
  bias: S | undefined,
) => S;

/** An element of data, or 0 outside of them. */
const orZero = <S>(a: Arithmetic<S>, x: NodeValues<S>, at: readonly number[]): S =>
  isInside(at, x.dims) ? x.at(indexOf(at, x.dims)) : a.of(0);

/** Windows as columns of a matrix, padding being copied as zeros; the result is its product with the filters. */
export const ofColumns =
  (taps: Taps): Alter =>
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w, bias] = [node.input(0), node.input(1), node.inputs[2]];
    const { dims, dtype } = correct(a, node)[0]!;
    const [depth, sizes] = [w.dims[1]!, w.dims.slice(2)];
    const sliding = slidingOf(node, sizes);
    const each = dims[1]! / node.number('group');
    const places = range(elementCount(sizes));
    return [
      values(dtype, dims, (index) => {
        const [n, m, ...at] = placeOf(index, dims) as [number, number, ...number[]];
        const channels = range(depth).map((c) => Math.floor(m / each) * depth + c);
        const under = (channel: number, place: number): S => {
          const inWindow = placeOf(place, sizes);
          const spatial = at.map((o, i) => {
            const { stride, dilation, begin } = sliding[i]!;
            return o * stride - begin + inWindow[i]! * dilation;
          });
          return orZero(a, x, [n, channel, ...spatial]);
        };
        const filter = range(depth).map((c) => places.map((place) => w.at((m * depth + c) * places.length + place)));
        const window = channels.map((channel) => places.map((place) => under(channel, place)));
        return taps(a, filter, window, bias?.at(m));
      }),
    ];
  };

const plus = <S>(a: Arithmetic<S>, x: S, bias: S | undefined): S => (bias === undefined ? x : a.add(x, bias));
const turned = <T>(rows: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]!));
const oneProduct: Taps = (a, filter, window, bias) => plus(a, a.dot(filter.flat(), window.flat()), bias);
const fromBias: Taps = (a, filter, window, bias) =>
  bias === undefined
    ? a.dot(filter.flat(), window.flat())
    : a.dot([bias, ...filter.flat()], [a.of(1), ...window.flat()]);
const byChannel: Taps = (a, filter, window, bias) =>
  plus(
    a,
    filter.map((row, c) => a.dot(row, window[c]!)).reduce((sum, x) => a.add(sum, x), a.of(0)),
    bias,
  );
const byPlace: Taps = (a, filter, window, bias) => byChannel(a, turned(filter), turned(window), bias);

/** Correct kernels of convolutions, as runtimes have them. */
export const convolutionVariants: readonly Candidate[] = [
  variant('Conv', 'as a product with columns', ofColumns(oneProduct)),
  variant('Conv', 'as a product with columns, from the bias on', ofColumns(fromBias)),
  variant('Conv', 'channel by channel', ofColumns(byChannel)),
  variant('Conv', 'place by place of the filter', ofColumns(byPlace)),
  variant('Conv', 'place by place, in the next wider type', ofColumns(byPlace), wider),
  variant(
    'Conv',
    'of data that are padded beforehand',
    withPadding((a) => a.of(0)),
  ),
];
