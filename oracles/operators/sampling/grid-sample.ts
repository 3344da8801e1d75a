import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { acceptAnything } from '../../judge/acceptance.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { type DType, type FloatDType, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { ceil, compare, floor, minus, plus, type Rational, rational } from '../../numerics/rational.ts';
import { elementCount, elementsOf, holdsInfinity, holdsNaN, scalarsOf } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, type NodeValues, values } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';
import {
  atEnds,
  byDifferences,
  byWeightProducts,
  combineDecided,
  fromFirst,
  oneByOne,
  onlyInside,
  type Part,
  type PossibleParts,
  partsAround,
  type TapCombination,
  withAnyOf,
} from '../resize/combination.ts';
import type { Coordinate } from '../resize/coordinates.ts';
import { type Sampling, type Tap, type WholeTaps, wholeTaps } from '../resize/weights.ts';
import { gridSampleClauses, gridSampleRules, sampleTypes } from './grid-sample-clauses.ts';
import { coordinateOf, endsOf, reflected, type SampledAxis } from './locations.ts';

/** The choices of an evaluation where the text leaves them open. */
interface SampleChoices {
  /** beyond the border, a cubic interpolates elements that are repeated there */
  readonly border?: 'repeated';
  /** the side chosen for a coordinate between two elements, or for one that rounding may move there */
  readonly tie?: 'lower' | 'upper';
}

/** A dimension with its padding. */
interface PaddedAxis extends SampledAxis {
  readonly padding: string;
  readonly computing: FloatDType;
  readonly elementAt: (index: number) => number | undefined;
}

/** The shapes and locations of a call. */
interface Sampled {
  readonly dims: readonly number[];
  readonly axes: readonly PaddedAxis[];
  /** the coordinates of a sample, by instance and position in the output; `undefined` for one that is not defined */
  readonly locations: (instance: number, place: number) => readonly (Coordinate | undefined)[];
  /** the number of samples of an instance and channel */
  readonly places: number;
}

const interpolationOf = ({ attributes }: Pick<Call, 'attributes'>): 'nearest' | 'linear' | 'cubic' => {
  const mode = (attributes.mode?.value ?? 'linear') as string;
  return mode === 'nearest' ? mode : mode.endsWith('cubic') ? 'cubic' : 'linear';
};

/**
 * Returns the shapes and locations of a node.
 * @throws BadInput for shapes that are not valid
 * @throws NotJudged for a grid that is computed, and for samples of empty data
 */
function sampledOf<S>(node: Node<S>): Sampled {
  const [x, grid] = [node.input(0), node.input(1)];
  const [instances, channels, ...spatial] = x.dims;
  const [count, ...rest] = grid.dims;
  const outputs = rest.slice(0, -1);
  if (node.version.since < 20 && x.dims.length !== 4)
    throw new BadInput(`data of ${x.dims.length} dimensions; they must have 4`);
  if (spatial.length < 1) throw new BadInput(`data [${x.dims}] have no dimensions to sample`);
  if (grid.dims.length !== x.dims.length || rest.at(-1) !== spatial.length || count !== instances) {
    throw new BadInput(`a grid [${grid.dims}] does not match data [${x.dims}]`);
  }
  if (!grid.tensor) throw new NotJudged('a tensor […] that another node computes with rounding', grid.dims);
  const places = elementCount(outputs);
  if (places > 0 && spatial.includes(0)) throw new NotJudged('samples of data without elements');
  const [isAligned, padding] = [node.flag('align_corners'), node.string('padding_mode')];
  const computing = grid.dtype as FloatDType;
  const axes = spatial.map((length): PaddedAxis => {
    const axis = { length, isAligned };
    const elementAt = { zeros: onlyInside(length), border: atEnds(length), reflection: mirrored(axis) }[padding]!;
    return { ...axis, padding, computing, elementAt };
  });
  const numbers = elementsOf(grid.tensor) as readonly number[];
  const rank = spatial.length;
  const located = memoized(instances! * places, (row) => ({
    // a location begins with the innermost dimension
    at: axes.map((axis, i) => onAxis(numbers[row * rank + rank - 1 - i]!, axis)),
  }));
  const locations = (instance: number, place: number) => located(instance * places + place).at;
  return { dims: [instances!, channels!, ...outputs], axes, locations, places };
}

const [half, quarter] = [rational(0.5), rational(0.25)];

/** Locations below this are treated as 0: they do not change a sum with 1, and would need too many digits. Only float64 has them. */
const least = 2 ** -500;

/** Returns the coordinate of a location; `undefined` if it is not finite, or its error is half an element or more. */
function onAxis(location: number, axis: PaddedAxis): Coordinate | undefined {
  if (!Number.isFinite(location)) return undefined;
  const own = coordinateOf(Math.abs(location) < least ? 0 : location, axis, axis.computing);
  const found = axis.padding === 'reflection' ? reflected(own, axis, axis.computing) : own;
  if (compare(found.margin, half) < 0) return own;
  const [low, high] = [minus(found.at, found.margin), plus(found.at, found.margin)];
  // where no mode reads the data, all positions are equivalent
  if (compare(high, rational(-2)) < 0) return { at: rational(-4), margin: quarter };
  return compare(low, rational(axis.length + 1)) > 0 ? { at: rational(axis.length + 3), margin: quarter } : undefined;
}

/** Maps indices beyond the ends to the elements that are reflected there. */
const mirrored =
  (axis: SampledAxis) =>
  (index: number): number =>
    index >= 0 && index < axis.length ? index : Number(reflected(atIndex(index), axis, 'float64').at.p);

const atIndex = (index: number): Coordinate => ({ at: rational(index), margin: rational(0) });

/** Returns the nearest integer; the even one of two. */
function nearestEven(x: Rational): bigint {
  const [low, high] = [ceil(minus(x, half)), floor(plus(x, half))];
  return low === high || low % 2n === 0n ? low : high;
}

/** Returns the index of the element nearest to a coordinate; `undefined` in the padding. */
function nearestOn(
  axis: PaddedAxis,
  { at, margin }: Coordinate,
  isEven: boolean,
  tie: SampleChoices['tie'],
): number | undefined {
  const [first, last] = endsOf(axis);
  // the sample may be reflected before its coordinate is rounded, or after it
  const isMirrored = axis.padding === 'reflection' && (compare(at, first) < 0 || compare(at, last) > 0);
  const isOpen = margin.p > 0n || isMirrored || !isEven;
  const index = {
    even: () => nearestEven(at),
    lower: () => ceil(minus(minus(at, margin), half)),
    upper: () => floor(plus(plus(at, margin), half)),
  }[isOpen ? (tie ?? 'even') : 'even']();
  return axis.elementAt(Number(index));
}

/** The first version whose text defines the nearest of two elements at the same distance. */
const firstWithTies = 20;

/** Returns the output from a function that computes a sample from its coordinates. */
function sampledValues<S>(
  a: Arithmetic<S>,
  node: Node<S>,
  { dims, axes, locations, places }: Sampled,
  sampleOf: (coordinates: readonly Coordinate[]) => (x: (at: readonly number[]) => S) => S,
): readonly NodeValues<S>[] {
  const x = node.input(0);
  const size = elementCount(axes.map(({ length }) => length));
  const samples = memoized(dims[0]! * places, (row) => {
    const [instance, place] = [Math.floor(row / places), row % places];
    const at = locations(instance, place);
    // this sample is not defined: any value is accepted
    if (at.includes(undefined)) return () => a.in(x.dtype).of(0);
    return sampleOf(at as readonly Coordinate[]);
  });
  return [
    values(x.dtype, dims, (index) => {
      const channel = Math.floor(index / places);
      const row = Math.floor(channel / dims[1]!) * places + (index % places);
      return samples(row)((at) =>
        x.at(channel * size + at.reduce((offset, one, i) => offset * axes[i]!.length + one, 0)),
      );
    }),
  ];
}

/** Returns the evaluation that copies the nearest elements. */
const byNearest =
  (way: SampleChoices): Evaluate =>
  (a, node) => {
    const sampled = sampledOf(node);
    const isEven = node.version.since >= firstWithTies;
    return sampledValues(a, node, sampled, (coordinates) => {
      const at = sampled.axes.map((axis, i) => nearestOn(axis, coordinates[i]!, isEven, way.tie));
      return (x) => (at.includes(undefined) ? a.in(node.input(0).dtype).of(0) : x(at as number[]));
    });
  };

/** The coefficient of the cubic kernel: it is in no text, but in all official vectors. */
const coefficient = -0.75;

const samplingOf = <S>(node: Node<S>, { elementAt, computing }: PaddedAxis): Sampling => ({
  mode: interpolationOf(node) === 'cubic' ? 'cubic' : 'linear',
  stretch: rational(1),
  coefficient,
  elementAt,
  isNormalized: false,
  computing,
});

/** Returns the element at the border for a cubic sample beyond it; `undefined` for other samples. */
function borderAt(how: Sampling, axis: PaddedAxis, at: Rational, way: SampleChoices): number | undefined {
  if (how.mode !== 'cubic' || axis.padding !== 'border' || way.border === 'repeated') return undefined;
  const [first, last] = endsOf(axis);
  return compare(at, first) < 0 ? 0 : compare(at, last) > 0 ? axis.length - 1 : undefined;
}

/** Returns the coordinate for interpolation, after reflection. */
const between = (at: Coordinate, axis: PaddedAxis): Coordinate =>
  axis.padding === 'reflection' ? reflected(at, axis, axis.computing) : at;

/** Returns a weighted sum in the type of the data: integers are computed as floats, and cast. */
const stored = <S>(a: Arithmetic<S>, dtype: DType, sum: S): S =>
  formatOf(dtype).kind === 'float' ? sum : a.in(dtype).integral(sum, 'truncate');

/** The definition: all weights are multiplied by a common factor, and the sum is divided by it. */
const asDefined =
  (way: SampleChoices): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const sampled = sampledOf(node);
    return sampledValues(a, node, sampled, (coordinates) => {
      const parts = sampled.axes.map((axis, i): WholeTaps<S> => {
        const [how, { at }] = [samplingOf(node, axis), between(coordinates[i]!, axis)];
        const end = borderAt(how, axis, at, way);
        return end === undefined ? wholeTaps(a, at, how) : { taps: [{ index: end, weight: a.of(1) }], total: a.of(1) };
      });
      const total = a.product(parts.map((part) => part.total));
      return (x) => {
        const sum = byWeightProducts(
          a,
          parts.map(({ taps }) => taps),
          x,
        );
        return stored(a, node.input(0).dtype, a.divide(sum, total));
      };
    });
  };

/** The evaluation with weights as numbers of a type, which are combined in a given way. */
const byWeights =
  (way: SampleChoices, combination: TapCombination): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const sampled = sampledOf(node);
    return sampledValues(a, node, sampled, (coordinates) => {
      const parts = sampled.axes.map((axis, i) => partsAt(a, axis, samplingOf(node, axis), coordinates[i]!, way));
      return (x) => {
        const sum = combineDecided(a, parts, (chosen) => combination(a, chosen as readonly (readonly Tap<S>[])[], x));
        return stored(a, node.input(0).dtype, sum);
      };
    });
  };

/** Returns the taps of a sample on a dimension; if rounding may move it across an element or a border, both possibilities. */
function partsAt<S>(
  a: Arithmetic<S>,
  axis: PaddedAxis,
  how: Sampling,
  location: Coordinate,
  way: SampleChoices,
): PossibleParts<S> {
  const { at, margin } = between(location, axis);
  const around = partsAround(a, { at, margin }, how);
  const [low, own, high] = [minus(at, margin), at, plus(at, margin)].map((x) => borderAt(how, axis, x, way));
  const alone = (index: number): Part<S> => [{ index, weight: a.of(1) }];
  if (own !== undefined) return low === high ? { part: alone(own) } : { part: alone(own), otherwise: around.part };
  const end = low ?? high;
  return end === undefined ? around : { part: around.part, otherwise: alone(end) };
}

/** Returns the evaluation: nearest elements or interpolation, by the definition or with a combination of weights. */
const evaluated =
  (way: SampleChoices, combination?: TapCombination): Evaluate =>
  (a, node) => {
    if (interpolationOf(node) === 'nearest') return byNearest(way)(a, node);
    return combination ? byWeights(way, combination)(a, node) : asDefined(way)(a, node);
  };

/** Evaluations with coordinates moved down or up, and with other orders of the dimensions. */
const inOtherOrders = (way: SampleChoices): readonly Evaluate[] => [
  evaluated({ ...way, tie: 'lower' }, byWeightProducts),
  evaluated({ ...way, tie: 'upper' }, oneByOne),
  evaluated(way, fromFirst),
  (a, node) => evaluated(way, interpolationOf(node) === 'cubic' ? oneByOne : byDifferences)(a, node),
];

/** GridSample: samples of the data at the locations of a grid. */
export const gridSample = define({
  name: 'GridSample',
  family: 'sampling',
  definition:
    'X at each location of the grid, from -1 to 1 along each dimension: the nearest element, or a weighted sum of those around it',
  evaluate: evaluated({}),
  algorithms: inOtherOrders({}),
  copiesElements: (call) => interpolationOf(call) === 'nearest',
  alternatives(_, call) {
    if (interpolationOf(call) !== 'cubic' || call.attributes.padding_mode?.value !== 'border') return [];
    const way = { border: 'repeated' } as const;
    return [
      {
        choices: [observe('cubic-beyond-border', 'repeated')],
        otherwise: [observe('cubic-beyond-border', 'border')],
        evaluate: evaluated(way),
        algorithms: inOtherOrders(way),
      },
    ];
  },
  refine(expected, version, call) {
    const sampled = sampledOf(nodeOf<Scalar>(version, call, 1, (x) => x));
    const known =
      interpolationOf(call) === 'nearest'
        ? chosenOf(expected[0]!, sampled, version, call)
        : computedOf(expected[0]!, sampled, call);
    return [withOpenLocations(known, sampled)];
  },
  attributeValues: ({ since }) => ({
    mode: since < 20 ? ['bilinear', 'nearest', 'bicubic'] : ['linear', 'nearest', 'cubic'],
    padding_mode: ['zeros', 'border', 'reflection'],
  }),
  bindings: sampleTypes,
  // truth values cannot be interpolated
  tries: (clause, { T1 }) => T1 !== 'bool' || clause !== 'default-mode',
  clauses: gridSampleClauses,
  rules: gridSampleRules,
});

/** Returns the coordinates of an element of the output. */
function locationsAt({ dims, locations, places }: Sampled, index: number): readonly (Coordinate | undefined)[] {
  return locations(Math.floor(index / (places * dims[1]!)), index % places);
}

/** Accepts any value for samples at locations that are not defined. */
function withOpenLocations(expected: ExpectedOutput, sampled: Sampled): ExpectedOutput {
  const accept = (index: number) => {
    const own = expected.accept(index);
    return locationsAt(sampled, index).includes(undefined) ? acceptAnything('sample-nowhere', own.best) : own;
  };
  return { ...expected, accept: memoized(elementCount(expected.dims), accept) };
}

/** Accepts both elements for a coordinate between them if the text does not choose, or if rounding may move it there. */
function chosenOf(
  expected: ExpectedOutput,
  sampled: Sampled,
  version: OperatorVersion,
  { inputs: [x] }: Call,
): ExpectedOutput {
  const scalar = scalarsOf(x!);
  const isEven = version.since >= firstWithTies;
  const size = elementCount(sampled.axes.map(({ length }) => length));
  const fill = formatOf(expected.dtype).kind === 'float' ? 0 : 0n;
  return withAnyOf(
    expected,
    (index) => {
      const channel = Math.floor(index / sampled.places);
      const at = locationsAt(sampled, index).map((coordinate, i) => {
        if (!coordinate) return [undefined];
        const ways = [undefined, 'lower', 'upper'] as const;
        return [...new Set(ways.map((tie) => nearestOn(sampled.axes[i]!, coordinate, isEven, tie)))];
      });
      return [[channel * size], ...at];
    },
    ([offset, ...at]) =>
      at.includes(undefined)
        ? fill
        : scalar(offset! + at.reduce<number>((sum, one, i) => sum * sampled.axes[i]!.length + one!, 0)),
  );
}

/** @throws NotJudged for data whose interpolation the text does not define, and for integers that float32 rounding may change */
function computedOf(expected: ExpectedOutput, sampled: Sampled, call: Call): ExpectedOutput {
  const [x] = call.inputs;
  if (holdsNaN(x) || holdsInfinity(x)) throw new NotJudged('interpolation between infinities or NaN');
  if (floatDTypes.includes(x!.dtype)) return expected;
  // a cubic may leave the type
  if (formatOf(x!.dtype).kind !== 'integer' || interpolationOf(call) === 'cubic')
    throw new NotJudged('interpolation between elements of …', x!.dtype);
  const all = [...Array(sampled.dims[0]! * sampled.places).keys()].flatMap((row) =>
    sampled.locations(Math.floor(row / sampled.places), row % sampled.places),
  );
  const bits = all.reduce((most, at) => Math.max(most, at ? digitsOf(at) : 0), 0) * sampled.axes.length;
  const largest = elementsOf(x!).reduce<number>((most, element) => Math.max(most, Math.abs(Number(element))), 0);
  if (bits + Math.ceil(Math.log2(largest + 1)) > formatOf('float32').precision) {
    throw new NotJudged('integers interpolated with more bits than float32 has');
  }
  return expected;
}

/** Returns the number of binary digits of a coordinate behind the point; infinite if rounding may move it. */
const digitsOf = ({ at: { q }, margin }: Coordinate): number =>
  margin.p > 0n ? Number.POSITIVE_INFINITY : q.toString(2).length - 1;
