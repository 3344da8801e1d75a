import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import type { Sliding } from '../../arrays/windows.ts';
import { observe } from '../../judge/policy.ts';
import { elementCount, elementsOf, holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { slidingOf } from '../pooling/sliding.ts';
import { convolutionClauses, convolutionRules } from './clauses.ts';
import { biasFirst, biasLast, type WithBias, withEitherZero } from './conv.ts';
import { checkShape, convolutionOf } from './convolution.ts';
import {
  byCorners,
  byDifferences,
  byDifferencesFromLast,
  byDimensions,
  cellOf,
  type Interpolation,
  type Location,
} from './sampling.ts';

/** Returns whether data are read at a location; if not, it counts as 0. */
type Reads = (location: Location<unknown>, length: number, padding: Sliding) => boolean;
const everywhere: Reads = () => true;
const onPaddedData: Reads = ({ place, offset }, length, { begin, end }) =>
  place + offset >= -begin && place + offset <= length - 1 + end;

const deformed =
  (interpolation: Interpolation, reads: Reads, way: WithBias = biasLast): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w, offset] = [node.input(0), node.input(1), node.input(2)];
    const [bias, mask] = node.inputs.slice(3);
    const { dims, channel } = convolutionOf(node, x.dims, w.dims);
    checkShapes(node, dims);
    if (!offset.tensor) throw new NotJudged('offsets that another node computes with rounding');
    const numbers = elementsOf(offset.tensor) as readonly number[];
    const [channels, spatial] = [x.dims[1]!, x.dims.slice(2)];
    const [depth, sizes] = [w.dims[1]!, w.dims.slice(2)];
    const [groups, counts, sliding] = [node.number('offset_group'), dims.slice(2), slidingOf(node, sizes)];
    const [count, places] = [elementCount(counts), elementCount(sizes)];

    /** returns the data under a position of a window, in a channel of an instance */
    const under = (n: number, c: number, place: number, window: number): S => {
      const group = n * groups + Math.floor(c / (channels / groups));
      const [inWindow, at] = [placeOf(place, sizes), placeOf(window, counts)];
      const locations = sliding.map(({ stride, begin, dilation }, i): Location<S> => {
        const index = ((group * places + place) * sizes.length + i) * count + window;
        const usual = at[i]! * stride - begin + inWindow[i]! * dilation;
        return { place: usual, offset: numbers[index]!, moved: offset.at(index) };
      });
      const sample = locations.every((location, i) => reads(location, spatial[i]!, sliding[i]!))
        ? interpolation(
            a,
            locations.map((location, i) => cellOf(a, location, spatial[i]!)),
            (spot) => x.at(indexOf([n, c, ...spot], x.dims)),
          )
        : a.of(0);
      return mask ? a.multiply(mask.at((group * places + place) * count + window), sample) : sample;
    };
    const all = [x.dims[0]!, channels, places, count];
    const samples = memoized(elementCount(all), (index) =>
      under(...(placeOf(index, all) as [number, number, number, number])),
    );
    return [
      values(x.dtype, dims, (index) => {
        const [n, m, window] = [Math.floor(index / (dims[1]! * count)), channel(index), index % count];
        const first = Math.floor(m / (dims[1]! / node.number('group'))) * depth;
        const taps = range(depth * places);
        return way(
          a,
          taps.map((tap) => a.factor(w.at(m * taps.length + tap))),
          taps.map((tap) => a.factor(samples(((n * channels + first) * places + tap) * count + window))),
          bias?.at(m),
        );
      }),
    ];
  };

/**
 * Checks offsets, bias and mask.
 * @throws BadInput if they do not fit, NotJudged for a mask whose shape has an extra factor in the text
 */
function checkShapes<S>(node: Node<S>, [instances, filters, ...counts]: readonly number[]): void {
  const [x, w, offset, bias, mask] = node.inputs;
  const [groups, rank] = [node.number('offset_group'), counts.length];
  if (groups < 1 || x!.dims[1]! % groups !== 0) {
    throw new BadInput(`${groups} groups of offsets for ${x!.dims[1]} channels`);
  }
  const places = groups * elementCount(w!.dims.slice(2));
  checkShape('offsets', offset!.dims, [instances, places * rank, ...counts]);
  checkShape('a bias', bias?.dims, [filters]);
  if (mask && rank > 2) throw new NotJudged('a mask where windows have three dimensions or more');
  checkShape('a mask', mask?.dims, [instances, places, ...counts]);
}

/** DeformConv: a convolution whose windows have an offset at each position, with interpolated data. */
export const deformConv = define({
  name: 'DeformConv',
  family: 'convolution',
  definition: 'Y[n,m,o] = Σ W[m,c,k]·mask·X[n,c, o·stride + k·dilation - pad + offset] + B[m], X interpolated linearly',
  evaluate: deformed(byCorners, everywhere),
  algorithms: [deformed(byDimensions, everywhere), deformed(byCorners, everywhere, biasFirst)],
  alternatives: () => [
    {
      choices: [observe('sample-beyond-border', 'zero')],
      otherwise: [observe('sample-beyond-border', 'blended')],
      evaluate: deformed(byCorners, onPaddedData),
      algorithms: [deformed(byDimensions, onPaddedData), deformed(byCorners, onPaddedData, biasFirst)],
    },
    {
      choices: [observe('interpolation-formula', 'difference')],
      otherwise: [observe('interpolation-formula', 'shares')],
      isSameValue: true,
      evaluate: deformed(byDifferences, everywhere),
      algorithms: [deformed(byDifferences, everywhere, biasFirst), deformed(byDifferencesFromLast, everywhere)],
    },
    {
      choices: [observe('sample-beyond-border', 'zero'), observe('interpolation-formula', 'difference')],
      otherwise: [],
      evaluate: deformed(byDifferences, onPaddedData),
      algorithms: [deformed(byDifferences, onPaddedData, biasFirst), deformed(byDifferencesFromLast, onPaddedData)],
    },
  ],
  refine(expected, _, { attributes: { pads }, inputs: [x, w, offset, , mask] }) {
    const offsets = elementsOf(offset!) as readonly number[];
    const areInPlace = !String(pads?.value ?? '').match(/[1-9]/) && offsets.every((one) => one === 0);
    if (!offsets.every(Number.isFinite)) throw new NotJudged('offsets that are not numbers');
    if (!areInPlace && [w, mask].some((one) => holdsNaN(one) || holdsInfinity(one))) {
      throw new NotJudged('weights of NaN or infinity at possible padding');
    }
    // some implementations read the neighbour of a location on an element, and multiply it by 0
    if ((holdsNaN(x) || holdsInfinity(x)) && offsets.some(Number.isInteger)) {
      throw new NotJudged('NaN or infinity next to a location that is on an element');
    }
    return expected.map(withEitherZero);
  },
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      ...convolutionClauses(
        schema,
        'Each element is the dot product of a filter and the data at the positions of its window, shifted by their offsets.',
      ),
      says(
        'offsets',
        'Each position of a window has an offset for each dimension, the first dimension first.',
        'input offset',
      ),
      says('interpolation', 'Data between elements are interpolated linearly.', 'input offset'),
      says('outside', 'Data outside of the padding are zero.', 'input offset'),
      says('offset-groups', 'Channels are in groups, each with its own offsets and mask.', 'attribute offset_group'),
      says('mask', 'Data that are read are multiplied by their number in the mask.', 'input mask'),
    ];
  },
  rules: (schema) => [
    ...convolutionRules(schema),
    rule(
      'invalid-offsets',
      'There is an offset for each position, dimension, window and group of channels.',
      'input offset',
      schema,
    ),
    rule(
      'invalid-mask',
      'The mask has a number for each position, window and group of channels.',
      'input mask',
      schema,
    ),
  ],
});
