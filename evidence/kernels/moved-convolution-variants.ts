import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { exp } from '../../oracles/arithmetic/functions.ts';
import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { elementCount, elementsOf } from '../../oracles/numerics/tensor.ts';
import { slidingOf } from '../../oracles/operators/pooling/sliding.ts';
import { type Node, type NodeValues, values } from '../../oracles/spec/node.ts';
import { wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';
import { isInside } from './views.ts';

/** A location on one dimension: the element before it, and how far past that it is. */
interface Between<S> {
  readonly before: number;
  readonly past: S;
}
type Read<S> = (at: readonly number[]) => S;
/** The values between elements; `read` returns 0 outside of the data. */
type Sample = <S>(a: Arithmetic<S>, at: readonly Between<S>[], read: Read<S>, times: S | undefined) => S;

const masked = <S>(a: Arithmetic<S>, x: S, times: S | undefined): S => (times === undefined ? x : a.multiply(times, x));

/** Every corner's weight first: high and low shares multiplied, as the kernels for images have them. */
const corners: Sample = (a, at, read, times) => {
  const ends = at.map(({ before, past }) => [
    { index: before, weight: a.subtract(a.of(1), past) },
    { index: before + 1, weight: past },
  ]);
  const all = range(2 ** at.length).map((bits) => ends.map((pair, i) => pair[(bits >> (at.length - 1 - i)) & 1]!));
  // what lies on an element has no other neighbour
  const weights = all.map((corner) =>
    corner.map(({ weight }) => weight).reduce((product, x) => a.multiply(product, x)),
  );
  const there = range(all.length).filter((i) => a.equal(weights[i]!, a.of(0)) !== a.of(1));
  const sum = there
    .map((i) => a.multiply(weights[i]!, read(all[i]!.map(({ index }) => index))))
    .reduce((total, x) => a.add(total, x), a.of(0));
  return masked(a, sum, times);
};

/** One dimension after the other, each by the difference of its ends. */
const differences =
  (isLastFirst: boolean): Sample =>
  (a, all, read, times) => {
    const along = <S>(b: Arithmetic<S>, at: readonly Between<S>[], x: Read<S>): S => {
      const one = isLastFirst ? at[0] : at.at(-1);
      if (!one) return x([]);
      const rest = isLastFirst ? at.slice(1) : at.slice(0, -1);
      const end = (index: number) => along(b, rest, (other) => x(isLastFirst ? [index, ...other] : [...other, index]));
      const from = end(one.before);
      return b.add(from, b.multiply(one.past, b.subtract(end(one.before + 1), from)));
    };
    return masked(a, along(a, all, read), times);
  };

/** How samples and filters of some channels, by places, come to an element. */
type Total = <S>(
  a: Arithmetic<S>,
  filter: readonly (readonly S[])[],
  under: readonly (readonly S[])[],
  bias: S | undefined,
) => S;

const plus = <S>(a: Arithmetic<S>, x: S, bias: S | undefined): S => (bias === undefined ? x : a.add(x, bias));
const atOnce: Total = (a, filter, under, bias) => plus(a, a.dot(filter.flat(), under.flat()), bias);
const fromBias: Total = (a, filter, under, bias) =>
  bias === undefined ? a.dot(filter.flat(), under.flat()) : a.dot([bias, ...filter.flat()], [a.of(1), ...under.flat()]);
const byChannel: Total = (a, filter, under, bias) =>
  plus(
    a,
    filter.map((row, c) => a.dot(row, under[c]!)).reduce((sum, x) => a.add(sum, x), a.of(0)),
    bias,
  );

/** A deformed convolution as a loop over windows, channels and places. */
const deformed =
  (sample: Sample, total: Total): Alter =>
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w, offset] = [node.input(0), node.input(1), node.input(2)];
    const [bias, mask] = [node.inputs[3], node.inputs[4]];
    const { dims, dtype } = correct(a, node)[0]!;
    const [sizes, spatial, depth] = [w.dims.slice(2), x.dims.slice(2), w.dims[1]!];
    const sliding = slidingOf(node, sizes);
    const numbers = elementsOf(offset.tensor!) as readonly number[];
    const [places, rank, groups] = [elementCount(sizes), sizes.length, node.number('offset_group')];
    const perGroup = x.dims[1]! / groups;
    const perFilter = dims[1]! / node.number('group');
    return [
      values(dtype, dims, (index) => {
        const [n, m, ...out] = placeOf(index, dims) as [number, number, ...number[]];
        const channels = range(depth).map((c) => Math.floor(m / perFilter) * depth + c);
        const under = channels.map((channel) =>
          range(places).map((place) => {
            const first = Math.floor(channel / perGroup) * places + place;
            const at = placeOf(place, sizes).map((k, i): Between<S> => {
              const { stride, dilation, begin } = sliding[i]!;
              const number = indexOf([n, first * rank + i, ...out], offset.dims);
              const usual = out[i]! * stride - begin + k * dilation;
              const location = a.add(a.of(usual), offset.at(number));
              const before = Math.floor(usual + numbers[number]!);
              // what moves by elements needs no location: the type may not hold it
              return {
                before,
                past: Number.isInteger(numbers[number]!) ? a.of(0) : a.subtract(location, a.of(before)),
              };
            });
            const read = (spot: readonly number[]) =>
              isInside(spot, spatial) ? x.at(indexOf([n, channel, ...spot], x.dims)) : a.of(0);
            return sample(a, at, read, mask?.at(indexOf([n, first, ...out], mask.dims)));
          }),
        );
        const filter = range(depth).map((c) => range(places).map((place) => w.at((m * depth + c) * places + place)));
        return total(a, filter, under, bias?.at(m));
      }),
    ];
  };

/** The output of a causal convolution, element by element; `taps` computes one. */
const causal =
  (
    taps: <S>(a: Arithmetic<S>, filter: readonly S[], window: readonly S[], bias: S | undefined) => S,
    gate: <S>(a: Arithmetic<S>, x: S) => S,
  ): Alter =>
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w] = [node.input(0), node.input(1)];
    const [bias, past] = [node.inputs[2], node.inputs[3]];
    const [, channels, length] = x.dims as [number, number, number];
    const size = w.dims[2]!;
    const [, ...state] = correct(a, node);
    /** data behind those that came before */
    const joined = (line: number): readonly S[] => [
      ...range(size - 1).map((j) => past?.at(line * (size - 1) + j) ?? a.of(0)),
      ...range(length).map((t) => x.at(line * length + t)),
    ];
    const y: NodeValues<S> = values(x.dtype, x.dims, (index) => {
      const [line, t] = [Math.floor(index / length), index % length];
      const filter = range(size).map((j) => w.at((line % channels) * size + j));
      const sum = taps(a, filter, joined(line).slice(t, t + size), bias?.at(line % channels));
      return node.string('activation') === 'none' ? sum : gate(a, sum);
    });
    return [y, ...state];
  };

const divided = <S>(a: Arithmetic<S>, x: S): S => a.divide(x, a.add(a.of(1), a.apply(exp, a.negate(x))));
const timesSigmoid = <S>(a: Arithmetic<S>, x: S): S =>
  a.multiply(x, a.divide(a.of(1), a.add(a.of(1), a.apply(exp, a.negate(x)))));
const ofSmallPowers = <S>(a: Arithmetic<S>, x: S): S => {
  const power = a.apply(exp, a.negate(a.abs(x)));
  const top = a.select(a.less(x, a.of(0)), power, a.of(1));
  return a.multiply(x, a.divide(top, a.add(a.of(1), power)));
};
const inOrder = <S>(a: Arithmetic<S>, terms: readonly S[], start: S): S =>
  terms.reduce((sum, x) => a.add(sum, x), start);
const products = <S>(a: Arithmetic<S>, xs: readonly S[], ys: readonly S[]) => xs.map((x, i) => a.multiply(x, ys[i]!));

/** Correct kernels of convolutions whose windows are moved, and of those that hand a state on. */
export const movedConvolutionVariants: readonly Candidate[] = [
  variant('DeformConv', 'corner by corner', deformed(corners, atOnce)),
  variant('DeformConv', 'corner by corner, in the next wider type', deformed(corners, atOnce), wider),
  variant('DeformConv', 'corner by corner, channel by channel', deformed(corners, byChannel)),
  variant('DeformConv', 'corner by corner, from the bias on', deformed(corners, fromBias)),
  variant('DeformConv', 'by differences, the last dimension first', deformed(differences(true), atOnce)),
  variant('DeformConv', 'by differences, the first dimension first', deformed(differences(false), byChannel)),
  variant('DeformConv', 'by differences, in the next wider type', deformed(differences(true), fromBias), wider),
  variant(
    'CausalConvWithState',
    'tap by tap',
    causal((a, w, x, bias) => plus(a, inOrder(a, products(a, w, x), a.of(0)), bias), divided),
  ),
  variant(
    'CausalConvWithState',
    'from the bias on',
    causal((a, w, x, bias) => inOrder(a, products(a, w, x), bias ?? a.of(0)), timesSigmoid),
  ),
  variant(
    'CausalConvWithState',
    'from the newest tap on',
    causal((a, w, x, bias) => plus(a, inOrder(a, products(a, w, x).toReversed(), a.of(0)), bias), ofSmallPowers),
  ),
  variant(
    'CausalConvWithState',
    'from the bias on, in the next wider type',
    causal((a, w, x, bias) => inOrder(a, products(a, w, x), bias ?? a.of(0)), divided),
    wider,
  ),
];
