import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { type Node, type Values, values } from '../../oracles/node.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { slidingOf } from '../../oracles/operators/pooling/sliding.ts';
import { wider } from './computed.ts';
import type { Candidate } from './suite.ts';
import { type Alter, variant } from './variant.ts';
import { isInside, withPadding } from './views.ts';

/** An element of what a convolution gives: of a filter, and of what lies under it at each place, by channels. */
type Taps = <S>(
  a: Arithmetic<S>,
  filter: readonly (readonly S[])[],
  window: readonly (readonly S[])[],
  bias: S | undefined,
) => S;

/** An element of data, or 0 beside them. */
const orZero = <S>(a: Arithmetic<S>, x: Values<S>, at: readonly number[]): S =>
  isInside(at, x.dims) ? x.at(indexOf(at, x.dims)) : a.of(0);

/** Windows as columns of a matrix, padding being copied as zeros; the result is its product with the filters. */
const ofColumns =
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

/**
 * F(2,3) along the last dimension (Lavin and Gray, "Fast algorithms for convolutional neural networks", 2016): two neighbours of four
 * products, each summed over everything else before they are put together. Other filters, and what is not finite, go the usual way.
 */
const winograd: Alter = (correct) => (a, node) => {
  const [x, w, bias] = [node.input(0), node.input(1), node.inputs[2]];
  const isUnit = ['strides', 'dilations'].every((name) => (node.numbers(name) ?? []).every((n) => n === 1));
  const isTame = (one: Values<unknown>) => range(elementCount(one.dims)).every((i) => Number.isFinite(one.at(i)));
  const usual = correct(a, node);
  if (w.dims.at(-1) !== 3 || !isUnit || !isTame(x) || !isTame(w)) return usual;
  const { dims, dtype } = usual[0]!;
  const [depth, sizes, length] = [w.dims[1]!, w.dims.slice(2), dims.at(-1)!];
  const sliding = slidingOf(node, sizes);
  const rows = range(elementCount(sizes.slice(0, -1)));
  const half = a.of(0.5);
  return [
    values(dtype, dims, (index) => {
      const [n, m, ...at] = placeOf(index, dims) as [number, number, ...number[]];
      const first = Math.floor(m / (dims[1]! / node.number('group'))) * depth;
      const isFirst = (index % length) % 2 === 0;
      const begin = (index % length) - (isFirst ? 0 : 1);
      const outer = at.slice(0, -1);
      const lines = range(depth).flatMap((c) =>
        rows.map((row) => {
          const inWindow = placeOf(row, sizes.slice(0, -1));
          const spatial = outer.map((o, i) => o - sliding[i]!.begin + inWindow[i]!);
          const data = range(4).map((k) => orZero(a, x, [n, first + c, ...spatial, begin - sliding.at(-1)!.begin + k]));
          const filter = range(3).map((k) => w.at(((m * depth + c) * rows.length + row) * 3 + k));
          return { d: data, g: filter };
        }),
      );
      const [m1, m2, m3, m4] = [
        a.dot(
          lines.map(({ d }) => a.subtract(d[0]!, d[2]!)),
          lines.map(({ g }) => g[0]!),
        ),
        a.dot(
          lines.map(({ d }) => a.add(d[1]!, d[2]!)),
          lines.map(({ g }) => a.multiply(half, a.add(a.add(g[0]!, g[1]!), g[2]!))),
        ),
        a.dot(
          lines.map(({ d }) => a.subtract(d[2]!, d[1]!)),
          lines.map(({ g }) => a.multiply(half, a.add(a.subtract(g[0]!, g[1]!), g[2]!))),
        ),
        a.dot(
          lines.map(({ d }) => a.subtract(d[1]!, d[3]!)),
          lines.map(({ g }) => g[2]!),
        ),
      ] as const;
      const y = isFirst ? a.add(a.add(m1, m2), m3) : a.subtract(a.subtract(m2, m3), m4);
      return plus(a, y, bias?.at(m));
    }),
  ];
};

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
  // in 16 bits its transformed filters are rounded, and exact data are not exact any more
  { ...variant('Conv', 'by F(2,3) of Winograd', winograd), dtypes: ['float32', 'float64'] },
  variant('Conv', 'by F(2,3) of Winograd, in the next wider type', winograd, wider),
];
