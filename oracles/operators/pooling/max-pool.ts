import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { range } from '../../arrays/lines.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, Node, type NodeValues, values } from '../../spec/node.ts';
import { poolingClauses } from './clauses.ts';
import { poolingRules } from './pooling.ts';
import { paddings } from './sliding.ts';
import { type PoolWindows, windowOfChannel, windowsOf } from './windows.ts';

const maximaOf = <S>(a: Arithmetic<S>, x: NodeValues<S>, { dims, places }: PoolWindows): NodeValues<S> =>
  values(x.dtype, dims, (index) =>
    places(index)
      .map((place) => x.at(place))
      .reduce((one, other) => a.maximum(one, other)),
  );

const maxima: Evaluate = (a, node) => {
  const x = node.input(0);
  const windows = windowsOf(node);
  const { dims, places } = windows;
  const maximum = maximaOf(a, x, windows);
  const first = values('int64' as const, dims, (index) => {
    const found = places(index).map((place) => ({ value: x.at(place), number: a.of(numberOf(node, place)) }));
    return found.reduce((best, next) => {
      // after a NaN, the maximum remains NaN
      const isMore = a.select(
        a.isNaN(best.value),
        a.of(0),
        a.select(a.isNaN(next.value), a.of(1), a.less(best.value, next.value)),
      );
      return { value: a.maximum(best.value, next.value), number: a.select(isMore, next.number, best.number) };
    }).number;
  });
  return [maximum, first].slice(0, node.outputs);
};

/** The maximum of each channel. */
const ofChannels: Evaluate = (a, node) => [maximaOf(a, node.input(0), windowOfChannel(node))];

/** Returns the alternative that ignores NaN. */
export const nanIgnoringAlternative = (evaluate: Evaluate): Alternative => ({
  choices: [observe('nan-in-extremum', 'ignored')],
  otherwise: [observe('nan-in-extremum', 'propagates')],
  evaluate: (a, node) => evaluate(a, numbersOnly(a, node)),
});

/** GlobalMaxPool: the maximum of each channel. */
export const globalMaxPool = define({
  name: 'GlobalMaxPool',
  family: 'pooling',
  definition: 'y = max x over a channel',
  evaluate: ofChannels,
  alternatives: () => [nanIgnoringAlternative(ofChannels)],
  clauses: (schema) => poolingClauses(schema),
});

/** MaxPool: the maximum of each window, without its padding, and the index of the maximum. */
export const maxPool = define({
  name: 'MaxPool',
  family: 'pooling',
  definition: 'y = max x over a window',
  attributeValues: () => ({ auto_pad: paddings }),
  evaluate: maxima,
  alternatives: () => [nanIgnoringAlternative(maxima)],
  refine([maxima, indices], version, call) {
    if (!indices) return [maxima!];
    const node = nodeOf(version, call, 2, (x) => x as number | bigint);
    const { places } = windowsOf(node);
    const x = node.input(0);
    const accept = (index: number) => {
      const all = places(index);
      const isNone = (place: number) => Number.isNaN(x.at(place));
      const most = all.filter((place) => !isNone(place)).map((place) => x.at(place));
      const largest = most.reduce((one, other) => (other > one ? other : one), Number.NEGATIVE_INFINITY);
      // the text does not choose one of several equal maxima; a NaN may have its index
      const among = all.filter((place) => x.at(place) === largest || isNone(place));
      return acceptAnyOf(among.map((place) => copiedElement(BigInt(numberOf(node, place)))));
    };
    return [maxima!, { ...indices, accept: memoized(elementCount(indices.dims), accept) }];
  },
  clauses: (schema) => poolingClauses(schema),
  rules: poolingRules,
});

/** Returns the number of an element in Indices: row-major, or with column-major spatial dimensions. */
function numberOf<S>(node: Node<S>, place: number): number {
  if (!node.has('storage_order') || !node.flag('storage_order')) return place;
  const spatial = node.input(0).dims.slice(2);
  const size = elementCount(spatial);
  const coordinates = range(spatial.length).map(
    (i) => Math.floor(place / elementCount(spatial.slice(i + 1))) % spatial[i]!,
  );
  const within = coordinates.reduce((sum, c, i) => sum + c * elementCount(spatial.slice(0, i)), 0);
  return Math.floor(place / size) * size + within;
}

/** Returns the node with each NaN replaced by -∞, which is never greater. */
function numbersOnly<S>(a: Arithmetic<S>, { version, attributes, inputs: [x, ...more], outputs }: Node<S>): Node<S> {
  const least = a.of(Number.NEGATIVE_INFINITY);
  const at = (index: number) => a.select(a.isNaN(x!.at(index)), least, x!.at(index));
  return new Node(version, attributes, [{ dtype: x!.dtype, dims: x!.dims, at }, ...more], outputs);
}
