import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../../oracles/arrays/index-map.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementCount, elementsOf, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, ofFirstLane, onNode, onOutputs, withoutTail } from '../alter.ts';
import { gridSampled } from '../grid-sample-variants.ts';
import type { Mutant } from '../mutant.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom } from '../views.ts';

/** A location: its instance, its place in the output, and the dimension of the data that it belongs to. */
interface Spot {
  readonly n: number;
  readonly place: readonly number[];
  readonly dimension: number;
}

/** A location as a coordinate on its dimension, and back. */
interface Axis {
  readonly length: number;
  readonly isAligned: boolean;
  readonly toCoordinate: (location: number) => number;
  readonly toLocation: (coordinate: number) => number;
}

function axisOf(node: Node<unknown>, dimension: number): Axis {
  const length = node.input(0).dims[dimension + 2]!;
  const isAligned = node.flag('align_corners');
  return {
    length,
    isAligned,
    toCoordinate: (g) => (isAligned ? ((g + 1) / 2) * (length - 1) : ((g + 1) * length - 1) / 2),
    toLocation: (x) => (isAligned ? (length === 1 ? 0 : (2 * x) / (length - 1) - 1) : (2 * x + 1) / length - 1),
  };
}

/** The same kernel with other locations, each by where it belongs; `at` reads that of another spot. */
const withLocations = (
  change: (location: number, spot: Spot, at: (spot: Partial<Spot>) => number, node: Node<unknown>) => number,
): Alter =>
  onNode(<S>(node: Node<S>, a: Arithmetic<S>) => {
    const { tensor, dims, dtype } = node.input(1);
    const rank = dims.at(-1)!;
    const numbers = elementsOf(tensor!) as readonly number[];
    const changed = tensorOfScalars(dtype, dims, (index) => {
      const all = placeOf(index, dims);
      const spot: Spot = { n: all[0]!, place: all.slice(1, -1), dimension: rank - 1 - all.at(-1)! };
      const at = (other: Partial<Spot>) => {
        const { n, place, dimension } = { ...spot, ...other };
        return numbers[indexOf([n, ...place, rank - 1 - dimension], dims)]!;
      };
      return roundDouble(change(numbers[index]!, spot, at, node as Node<unknown>), formatOf(dtype) as FloatFormat);
    });
    const own = elementsOf(changed) as readonly number[];
    return { inputs: node.inputs.with(1, { dtype, dims, tensor: changed, at: (i: number) => a.of(own[i]!) }) };
  });

/** Coordinates changed one by one. */
const withCoordinates = (change: (x: number, axis: Axis, node: Node<unknown>) => number): Alter =>
  withLocations((location, { dimension }, _, node) => {
    const axis = axisOf(node, dimension);
    return axis.toLocation(change(axis.toCoordinate(location), axis, node));
  });

const when =
  (condition: (node: Node<unknown>) => boolean, alter: Alter): Alter =>
  (correct) =>
  (a, node) =>
    (condition(node as Node<unknown>) ? alter(correct) : correct)(a, node);

const has = (name: string, value: string) => (node: Node<unknown>) => node.string(name).endsWith(value);
const isNearest = has('mode', 'nearest');

/** A text among the attributes read as another one. */
const readAs = (name: string, others: Readonly<Record<string, string>>): Alter =>
  onNode((node) => {
    const given = node.string(name);
    const isOld = given.startsWith('bi');
    const other = others[isOld ? given.slice(2) : given];
    const value = isOld && other !== 'nearest' ? `bi${other}` : other;
    return other === undefined
      ? {}
      : { attributes: { ...node.attributes, [name]: { type: 'STRING', value } as AttributeValue } };
  });

const corners = (value: 0 | 1): Alter =>
  onNode(({ attributes }) => ({ attributes: { ...attributes, align_corners: { type: 'INT', value } } }));

const beyond = (x: number, { length }: Axis) => x < -0.5 || x > length - 0.5;

/** By name: how kernels come to it, and what they do. */
const faults: Readonly<Record<string, readonly [source: string, alter: Alter]>> = {
  'align_corners is not looked at': ['an attribute that is not read', corners(0)],
  'corners are always aligned': ['the first version of PyTorch', corners(1)],
  'align_corners is read the other way round': [
    'a condition that is negated',
    onNode((node) => ({
      attributes: { ...node.attributes, align_corners: { type: 'INT', value: node.flag('align_corners') ? 0 : 1 } },
    })),
  ],
  'locations have the outermost dimension first': [
    'y before x, as indices have them',
    withLocations((_, { place, dimension }, at) => at({ dimension: place.length - 1 - dimension })),
  ],
  'a location is multiplied by the length of another dimension': [
    'height and width swapped',
    withLocations((location, { dimension, place }, _, node) => {
      const [own, other] = [axisOf(node, dimension), axisOf(node, place.length - 1 - dimension)];
      return own.toLocation(other.toCoordinate(location));
    }),
  ],
  'locations go from 0 to 1': ['texture coordinates', withLocations((location) => 2 * location - 1)],
  'coordinates are half an element too high': [
    'the half element is not subtracted',
    when(
      (node) => !node.flag('align_corners'),
      withCoordinates((x) => x + 0.5),
    ),
  ],
  'padding_mode is not looked at': [
    'an attribute that is not read',
    readAs('padding_mode', { border: 'zeros', reflection: 'zeros' }),
  ],
  'reflection is border': [
    'two values of the attribute are implemented',
    readAs('padding_mode', { reflection: 'border' }),
  ],
  'border is reflection': ['words swapped', readAs('padding_mode', { border: 'reflection', reflection: 'border' })],
  'zeros is border': ['coordinates that are clamped in any case', readAs('padding_mode', { zeros: 'border' })],
  'outside of the data locations wrap': [
    'repeated textures',
    when(
      has('padding_mode', 'reflection'),
      withCoordinates((x, axis) => (beyond(x, axis) ? x - Math.floor((x + 0.5) / axis.length) * axis.length : x)),
    ),
  ],
  'locations are reflected once': [
    'a condition in the place of a loop',
    when(
      has('padding_mode', 'reflection'),
      withCoordinates((x, { length, isAligned }) => {
        const [first, last] = isAligned ? [0, length - 1] : [-0.5, length - 0.5];
        const once = x < first ? 2 * first - x : x > last ? 2 * last - x : x;
        return Math.min(Math.max(once, 0), length - 1);
      }),
    ),
  ],
  'the outer ends reflect where corners are aligned': [
    'one border for both',
    when(
      (node) => has('padding_mode', 'reflection')(node) && node.flag('align_corners'),
      withCoordinates((x, { length }) => {
        const turned = (((x + 0.5) % (2 * length)) + 2 * length) % (2 * length);
        return (turned > length ? 2 * length - turned : turned) - 0.5;
      }),
    ),
  ],
  'the middle of elements reflects where corners are not aligned': [
    'the sentence about index -1 taken for all',
    when(
      (node) => has('padding_mode', 'reflection')(node) && !node.flag('align_corners'),
      withCoordinates((x, axis) => {
        const last = axis.length - 1;
        if (last === 0 || !beyond(x, axis)) return x;
        const turned = ((x % (2 * last)) + 2 * last) % (2 * last);
        return turned > last ? 2 * last - turned : turned;
      }),
    ),
  ],
  'a sample that is partly outside is 0': [
    'a test of the whole cell',
    when(
      (node) => has('padding_mode', 'zeros')(node) && has('mode', 'linear')(node),
      withCoordinates((x, { length }) => (x < 0 || x > length - 1 ? -9 * length : x)),
    ),
  ],
  'the last element is outside': [
    '< length - 1 in the place of <= length - 1',
    when(
      (node) => has('padding_mode', 'zeros')(node) && isNearest(node),
      withCoordinates((x, { length }) => (x >= length - 1 ? 9 * length : x)),
    ),
  ],
  'linear takes the nearest element': ['a mode that is not implemented', readAs('mode', { linear: 'nearest' })],
  'cubic is linear': ['a mode that is not implemented', readAs('mode', { cubic: 'linear' })],
  'nearest is linear': ['the default in the place of the attribute', when(isNearest, gridSampled({ mode: 'linear' }))],
  'the coefficient of the cubic is -0.5': [
    'Keys, and OpenCV before 2.1',
    when(has('mode', 'cubic'), gridSampled({ coefficient: -0.5 })),
  ],
  'the coefficient of the cubic is -1': [
    'other libraries',
    when(has('mode', 'cubic'), gridSampled({ coefficient: -1 })),
  ],
  'nearest is rounded down': [
    'a cast to integers',
    when(
      isNearest,
      withCoordinates((x) => Math.floor(x)),
    ),
  ],
  'nearest is truncated after a half is added': [
    'static_cast<int>(x + 0.5)',
    when(
      isNearest,
      withCoordinates((x) => Math.trunc(x + 0.5)),
    ),
  ],
  'halves between elements go up': [
    'floor(x + 0.5), and std::round before ONNX 1.16',
    when(
      (node) => isNearest(node) && node.version.since >= 20,
      withCoordinates((x) => Math.floor(x + 0.5)),
    ),
  ],
  'the shares of both sides change places': [
    'the fraction for what is left of it',
    when(
      has('mode', 'linear'),
      withCoordinates((x) => (Number.isInteger(x) ? x : 2 * Math.floor(x) + 1 - x)),
    ),
  ],
  'only the innermost dimension is interpolated': [
    'a loop of one turn',
    when(
      has('mode', 'linear'),
      withLocations((location, { dimension, place }, _, node) => {
        const axis = axisOf(node, dimension);
        return dimension === place.length - 1 ? location : axis.toLocation(Math.round(axis.toCoordinate(location)));
      }),
    ),
  ],
  'all instances have the locations of the first': ['a batch stride of 0', withLocations((_, __, at) => at({ n: 0 }))],
  'all samples of a row have the location of its first': [
    'an index that does not move on',
    withLocations((_, { place }, at) => at({ place: place.with(-1, 0) })),
  ],
  'all channels have the data of the first': [
    'a channel stride of 0',
    onInput(0, (x) => readFrom(x, ([n, _, ...rest]) => [n!, 0, ...rest])),
  ],
  'instances have the data of the first': [
    'a batch stride of 0',
    onInput(0, (x) => readFrom(x, ([_, ...rest]) => [0, ...rest])),
  ],
  'samples of as many rows as columns are transposed': [
    'column-major outputs',
    withLocations((location, { place }, at, node) => {
      const [rows, columns] = node.input(1).dims.slice(1, -1);
      return rows === columns && place.length === 2 ? at({ place: place.toReversed() }) : location;
    }),
  ],
  'locations are kept in half precision': [
    'compressed coordinates',
    withLocations((location) => roundDouble(location, formatOf('float16'))),
  ],
  'the last sample of a row has the location before it': [
    'a border that is not handled',
    withLocations((location, { place }, at, node) => {
      const last = node.input(1).dims.at(-2)! - 1;
      return place.at(-1) === last && last > 0 ? at({ place: place.with(-1, last - 1) }) : location;
    }),
  ],
  'integers are rounded in the end': [
    'nearest in the place of a cast',
    inArithmetic((a) => ({ integral: (x) => a.integral(x, 'nearest-even') })),
  ],
  'weights of integers are integers': [
    'onnx.reference: op_grid_sample.py',
    onOutputs((output, a, node) =>
      formatOf(output.dtype).kind === 'integer' && has('mode', 'linear')(node as Node<unknown>)
        ? eachOf(output, () => a.of(0))
        : output,
    ),
  ],
  'a NaN location ends the loop': [
    'an exception for NaN',
    onOutputs((output, a, node) => {
      const numbers = elementsOf(node.input(1).tensor!) as readonly number[];
      const [rank, places] = [node.input(1).dims.at(-1)!, elementCount(output.dims.slice(2))];
      const first = numbers.findIndex((x) => !Number.isFinite(x));
      return first < 0
        ? output
        : eachOf(output, (x, i) => (i % places > Math.floor(first / rank) ? a.in(output.dtype).of(0) : x));
    }),
  ],
  'vectors of four have the first sample': ['a broadcast that is left', ofFirstLane],
  'what comes after the last multiple of 8 is left out': ['vector loops without a tail', withoutTail],
};

/** Faults of kernels that take samples by a grid. */
export const gridSampleFaults: readonly Mutant[] = Object.entries(faults).map(([name, [source, alter]]) => ({
  name: `GridSample: ${name}`,
  source: [source],
  operators: ['GridSample'],
  alter,
}));
