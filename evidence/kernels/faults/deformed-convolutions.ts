import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../../oracles/arrays/index-map.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementCount, elementsOf, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { slidingOf } from '../../../oracles/operators/pooling/sliding.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom } from '../views.ts';
import { convolutionFaults, windowFaultsOf } from './convolutions.ts';
import { ofEach, ofEpsilon } from './normalizations.ts';

/** An offset: the group, the place in the window and the dimension that it belongs to, and the window. */
interface Spot {
  readonly n: number;
  readonly group: number;
  readonly place: readonly number[];
  readonly dimension: number;
  readonly window: readonly number[];
}

const shapeOf = (node: Node<unknown>): readonly number[] => {
  const [w, offset] = [node.input(1).dims.slice(2), node.input(2).dims];
  return [offset[0]!, node.number('offset_group'), ...w, w.length, ...offset.slice(2)];
};

/** The same kernel with other offsets, each by where it belongs; `at` reads that of another spot. */
const withOffsets = (
  change: (offset: number, spot: Spot, at: (spot: Partial<Spot>) => number, node: Node<unknown>) => number,
): Alter =>
  onNode(<S>(node: Node<S>, a: Arithmetic<S>) => {
    const { tensor, dims, dtype } = node.input(2);
    const [shape, numbers, rank] = [shapeOf(node), elementsOf(tensor!) as readonly number[], dims.length - 2];
    const changed = tensorOfScalars(dtype, dims, (index) => {
      const all = placeOf(index, shape);
      const spot: Spot = {
        n: all[0]!,
        group: all[1]!,
        place: all.slice(2, 2 + rank),
        dimension: all[2 + rank]!,
        window: all.slice(3 + rank),
      };
      const at = (other: Partial<Spot>) => {
        const { n, group, place, dimension, window } = { ...spot, ...other };
        return numbers[indexOf([n, group, ...place, dimension, ...window], shape)]!;
      };
      return roundDouble(change(numbers[index]!, spot, at, node), formatOf(dtype) as FloatFormat);
    });
    const own = elementsOf(changed) as readonly number[];
    const offset = { dtype, dims, tensor: changed, at: (index: number) => a.of(own[index]!) };
    return { inputs: node.inputs.with(2, offset) };
  });

/** Where a spot lies without its offset, and how long its dimension is. */
function usualPlace(node: Node<unknown>, { place, dimension, window }: Spot) {
  const { stride, dilation, begin } = slidingOf(node, node.input(1).dims.slice(2))[dimension]!;
  return {
    usual: window[dimension]! * stride - begin + place[dimension]! * dilation,
    length: node.input(0).dims[dimension + 2]!,
    dilation,
  };
}

const far = 100;
const shared = ['turned round', 'reads the channels', 'has the filters', 'has the data of the first', 'multiple of 8'];

/** Faults of convolutions whose windows have an offset at each place. */
export const deformedConvolutionFaults: readonly Mutant[] = [
  ...windowFaultsOf(['DeformConv'], 'DeformConv').filter(({ name }) => !name.includes('SAME')),
  ...convolutionFaults
    .filter(({ name }) => shared.some((words) => name.includes(words)))
    .map((fault) => ({
      ...fault,
      name: fault.name.replace('convolution', 'DeformConv'),
      operators: ['DeformConv'],
    })),
  ...ofEach(['DeformConv'], {
    'float64 goes through float32': ofEpsilon['float64 goes through float32'],
    'offsets are not looked at': ['Conv under another name', withOffsets(() => 0)],
    'offsets are width before height': [
      'x before y',
      withOffsets((_, { dimension, place }, at) => at({ dimension: place.length - 1 - dimension })),
    ],
    'all offsets of a dimension stand together': [
      'a layout by dimensions',
      withOffsets((_, { place, dimension }, at, node) => {
        const [sizes, rank] = [node.input(1).dims.slice(2), place.length];
        const number = dimension * elementCount(sizes) + indexOf(place, sizes);
        return at({ place: placeOf(Math.floor(number / rank), sizes), dimension: number % rank });
      }),
    ],
    'offsets are in units of dilations': [
      'a place times the dilation, offset included',
      withOffsets((offset, spot, _, node) => offset * usualPlace(node, spot).dilation),
    ],
    'locations are rounded to the nearest element': ['nearest for linear', withOffsets((offset) => Math.round(offset))],
    'locations are rounded down': ['a cast to integers', withOffsets((offset) => Math.floor(offset))],
    'locations are truncated': [
      'a cast to integers',
      withOffsets((offset, spot, _, node) => {
        const { usual } = usualPlace(node, spot);
        return Math.trunc(usual + offset) - usual;
      }),
    ],
    'the shares of both sides change places': [
      'the fraction for what is left of it',
      withOffsets((offset) => (Number.isInteger(offset) ? offset : 2 * Math.floor(offset) + 1 - offset)),
    ],
    'outside of the data stands the border': [
      'clamped coordinates',
      withOffsets((offset, spot, _, node) => {
        const { usual, length } = usualPlace(node, spot);
        return Math.min(Math.max(usual + offset, 0), length - 1) - usual;
      }),
    ],
    'outside of the data coordinates wrap': [
      'negative indices from the end',
      withOffsets((offset, spot, _, node) => {
        const { usual, length } = usualPlace(node, spot);
        return usual + offset <= -1 ? offset + length : offset;
      }),
    ],
    'what lies between the padding and the data is 0': [
      'a test of the corner before the location',
      withOffsets((offset, spot, _, node) => {
        const { usual, length } = usualPlace(node, spot);
        return usual + offset < 0 || usual + offset > length - 1 ? far : offset;
      }),
    ],
    'offsets are kept in half precision': [
      'compressed coordinates',
      withOffsets((offset) => Math.round(offset * 2 ** 10) / 2 ** 10),
    ],
    'offsets beyond 8 bits wrap': [
      'packed offsets',
      withOffsets((offset) => (Math.abs(offset) < 128 ? offset : offset % 128)),
    ],
    'all groups have the offsets of the first': [
      'an attribute that is not read',
      withOffsets((_, __, at) => at({ group: 0 })),
    ],
    'all instances have the offsets of the first': ['a batch stride of 0', withOffsets((_, __, at) => at({ n: 0 }))],
    'all windows have the offsets of the first': [
      'one offset for each place',
      withOffsets((_, { window }, at) => at({ window: window.map(() => 0) })),
    ],
    'all places have the offsets of the first': [
      'windows that are moved as a whole',
      withOffsets((_, { place }, at) => at({ place: place.map(() => 0) })),
    ],
    'windows of as many rows as columns are transposed': [
      'column-major offsets',
      withOffsets((offset, { window }, at, node) => {
        const [rows, columns] = node.input(2).dims.slice(2);
        return rows === columns && window.length === 2 ? at({ window: window.toReversed() }) : offset;
      }),
    ],
    'the bias is left out': ['an optional input that is not read', onInput(3, () => undefined)],
    'the bias of the first channel is added to all': [
      'a bias that is taken for a scalar',
      onInput(3, (B) => readFrom(B, () => [0])),
    ],
    'the mask is not looked at': ['the first version of the paper', onInput(4, () => undefined)],
    'the mask is not looked at without a bias': [
      'inputs counted and not named',
      (correct) => (a, node) => (node.inputs[3] ? correct : onInput(4, () => undefined)(correct))(a, node),
    ],
    'the mask is brought between 0 and 1': [
      'a clamp of what a sigmoid gave',
      onNode(<S>({ inputs }: Node<S>, a: Arithmetic<S>) => {
        const within = (x: S) => a.minimum(a.maximum(x, a.of(0)), a.of(1));
        return inputs[4] ? { inputs: inputs.with(4, eachOf(inputs[4], within)) } : {};
      }),
    ],
    'all groups have the mask of the first': [
      'a group stride of 0',
      onInput(4, (mask, node) =>
        readFrom(mask, ([n, c, ...rest]) => [n!, c! % (mask.dims[1]! / node.number('offset_group')), ...rest]),
      ),
    ],
    'all instances have the mask of the first': [
      'a batch stride of 0',
      onInput(4, (mask) => readFrom(mask, ([_, ...rest]) => [0, ...rest])),
    ],
    'of sums the terms after the first 64 are lost': [
      'one block of columns',
      inArithmetic((a) => ({ dot: (xs, ys) => a.dot(xs.slice(0, 64), ys.slice(0, 64)) })),
    ],
  }),
];
