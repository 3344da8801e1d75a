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
import { type Evaluate, type Node, type NodeValues, remembered, values } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';
import {
  atEnds,
  atOnce,
  byDifferences,
  decided,
  fromFirst,
  inside,
  oneByOne,
  type Part,
  type Parts,
  partsAround,
  type TapCombination,
  withAnyOf,
} from '../resize/combination.ts';
import type { Coordinate } from '../resize/coordinates.ts';
import { type Sampling, type Tap, type WholeTaps, wholeTaps } from '../resize/weights.ts';
import { gridSampleClauses, gridSampleRules, sampleTypes } from './grid-sample-clauses.ts';
import { coordinateOf, endsOf, reflected, type SampledAxis } from './locations.ts';

/** What a way to compute chooses where the text leaves it open. */
interface SampleWay {
  /** beyond the border a cubic is made of elements that are repeated there */
  readonly border?: 'repeated';
  /** what becomes of a coordinate between two elements, or of one that rounding may move there */
  readonly tie?: 'lower' | 'upper';
}

/** A dimension, and what its padding makes of it. */
interface PaddedAxis extends SampledAxis {
  readonly padding: string;
  readonly computing: FloatDType;
  readonly elementAt: (index: number) => number | undefined;
}

/** A call with its shapes taken apart. */
interface Sampled {
  readonly dims: readonly number[];
  readonly axes: readonly PaddedAxis[];
  /** the coordinates of a sample, by instance and place of the output; `undefined` where nobody knows one */
  readonly locations: (instance: number, place: number) => readonly (Coordinate | undefined)[];
  readonly places: number;
}

const kindOf = ({ attributes }: Pick<Call, 'attributes'>): 'nearest' | 'linear' | 'cubic' => {
  const mode = (attributes.mode?.value ?? 'linear') as string;
  return mode === 'nearest' ? mode : mode.endsWith('cubic') ? 'cubic' : 'linear';
};

function sampledOf<S>(node: Node<S>): Sampled {
  const [x, grid] = [node.input(0), node.input(1)];
  const [instances, channels, ...spatial] = x.dims;
  const [count, ...rest] = grid.dims;
  const outputs = rest.slice(0, -1);
  if (node.version.since < 20 && x.dims.length !== 4)
    throw new BadInput(`data of ${x.dims.length} dimensions, and not 4`);
  if (spatial.length < 1) throw new BadInput(`data [${x.dims}] without dimensions to sample`);
  if (grid.dims.length !== x.dims.length || rest.at(-1) !== spatial.length || count !== instances) {
    throw new BadInput(`a grid [${grid.dims}] for data [${x.dims}]`);
  }
  if (!grid.tensor) throw new NotJudged('a tensor […] that is not known beforehand', grid.dims);
  const places = elementCount(outputs);
  if (places > 0 && spatial.includes(0)) throw new NotJudged('samples of data without elements');
  const [isAligned, padding] = [node.flag('align_corners'), node.string('padding_mode')];
  const computing = grid.dtype as FloatDType;
  const axes = spatial.map((length): PaddedAxis => {
    const axis = { length, isAligned };
    const elementAt = { zeros: inside(length), border: atEnds(length), reflection: mirrored(axis) }[padding]!;
    return { ...axis, padding, computing, elementAt };
  });
  const numbers = elementsOf(grid.tensor) as readonly number[];
  const rank = spatial.length;
  const located = remembered(instances! * places, (row) => ({
    // the innermost dimension is the first
    at: axes.map((axis, i) => onAxis(numbers[row * rank + rank - 1 - i]!, axis)),
  }));
  const locations = (instance: number, place: number) => located(instance * places + place).at;
  return { dims: [instances!, channels!, ...outputs], axes, locations, places };
}

const [half, quarter] = [rational(0.5), rational(0.25)];

/** Locations that are 0 for every sum with 1: only float64 has them, and its numbers end where their coordinates have their last digit. */
const least = 2 ** -500;

/** Where a location lies on a dimension; `undefined` for none that rounding leaves between two elements. */
function onAxis(location: number, axis: PaddedAxis): Coordinate | undefined {
  if (!Number.isFinite(location)) return undefined;
  const own = coordinateOf(Math.abs(location) < least ? 0 : location, axis, axis.computing);
  const found = axis.padding === 'reflection' ? reflected(own, axis, axis.computing) : own;
  if (compare(found.margin, half) < 0) return own;
  const [low, high] = [minus(found.at, found.margin), plus(found.at, found.margin)];
  // as far as no mode reads the data, each place is as another
  if (compare(high, rational(-2)) < 0) return { at: rational(-4), margin: quarter };
  return compare(low, rational(axis.length + 1)) > 0 ? { at: rational(axis.length + 3), margin: quarter } : undefined;
}

/** The element that stands at an index beyond the ends, where these reflect. */
const mirrored =
  (axis: SampledAxis) =>
  (index: number): number =>
    index >= 0 && index < axis.length ? index : Number(reflected(atIndex(index), axis, 'float64').at.p);

const atIndex = (index: number): Coordinate => ({ at: rational(index), margin: rational(0) });

/** The integer next to a number; of two the even one. */
function nearestEven(x: Rational): bigint {
  const [low, high] = [ceil(minus(x, half)), floor(plus(x, half))];
  return low === high || low % 2n === 0n ? low : high;
}

/** The element that is next to a coordinate; `undefined` where there is none. */
function nearestOn(
  axis: PaddedAxis,
  { at, margin }: Coordinate,
  isEven: boolean,
  tie: SampleWay['tie'],
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

/** The first version whose text says which of two elements is the nearest. */
const firstWithTies = 20;

/** Values by instance, channel and the coordinates of a sample. */
function sampledValues<S>(
  a: Arithmetic<S>,
  node: Node<S>,
  { dims, axes, locations, places }: Sampled,
  sampleOf: (coordinates: readonly Coordinate[]) => (x: (at: readonly number[]) => S) => S,
): readonly NodeValues<S>[] {
  const x = node.input(0);
  const size = elementCount(axes.map(({ length }) => length));
  const samples = remembered(dims[0]! * places, (row) => {
    const [instance, place] = [Math.floor(row / places), row % places];
    const at = locations(instance, place);
    // what stands there is open
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

/** The element next to each location. */
const byNearest =
  (way: SampleWay): Evaluate =>
  (a, node) => {
    const sampled = sampledOf(node);
    const isEven = node.version.since >= firstWithTies;
    return sampledValues(a, node, sampled, (coordinates) => {
      const at = sampled.axes.map((axis, i) => nearestOn(axis, coordinates[i]!, isEven, way.tie));
      return (x) => (at.includes(undefined) ? a.in(node.input(0).dtype).of(0) : x(at as number[]));
    });
  };

/** The coefficient of the cubic, which no text has and all official vectors. */
const coefficient = -0.75;

const samplingOf = <S>(node: Node<S>, { elementAt, computing }: PaddedAxis): Sampling => ({
  mode: kindOf(node) === 'cubic' ? 'cubic' : 'linear',
  stretch: rational(1),
  coefficient,
  elementAt,
  isNormalized: false,
  computing,
});

/** The element at the end of a dimension, for a sample of a cubic beyond it; `undefined` for others. */
function borderAt(how: Sampling, axis: PaddedAxis, at: Rational, way: SampleWay): number | undefined {
  if (how.mode !== 'cubic' || axis.padding !== 'border' || way.border === 'repeated') return undefined;
  const [first, last] = endsOf(axis);
  return compare(at, first) < 0 ? 0 : compare(at, last) > 0 ? axis.length - 1 : undefined;
}

/** The coordinate that is interpolated at. */
const between = (at: Coordinate, axis: PaddedAxis): Coordinate =>
  axis.padding === 'reflection' ? reflected(at, axis, axis.computing) : at;

/** A weighted sum as the type of the data has it: integers are computed as floats, and cast. */
const stored = <S>(a: Arithmetic<S>, dtype: DType, sum: S): S =>
  formatOf(dtype).kind === 'float' ? sum : a.in(dtype).integral(sum, 'truncate');

/** The definition: all weights are multiplied by what they have in common, and the sum is divided by it. */
const asDefined =
  (way: SampleWay): Evaluate =>
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
        const sum = atOnce(
          a,
          parts.map(({ taps }) => taps),
          x,
        );
        return stored(a, node.input(0).dtype, a.divide(sum, total));
      };
    });
  };

const byWeights =
  (way: SampleWay, combination: TapCombination): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const sampled = sampledOf(node);
    return sampledValues(a, node, sampled, (coordinates) => {
      const parts = sampled.axes.map((axis, i) => partsAt(a, axis, samplingOf(node, axis), coordinates[i]!, way));
      return (x) => {
        const sum = decided(a, parts, (chosen) => combination(a, chosen as readonly (readonly Tap<S>[])[], x));
        return stored(a, node.input(0).dtype, sum);
      };
    });
  };

/** What a sample is made of on a dimension; where rounding may move it across an element or a border, what lies on both sides. */
function partsAt<S>(a: Arithmetic<S>, axis: PaddedAxis, how: Sampling, location: Coordinate, way: SampleWay): Parts<S> {
  const { at, margin } = between(location, axis);
  const around = partsAround(a, { at, margin }, how);
  const [low, own, high] = [minus(at, margin), at, plus(at, margin)].map((x) => borderAt(how, axis, x, way));
  const alone = (index: number): Part<S> => [{ index, weight: a.of(1) }];
  if (own !== undefined) return low === high ? { part: alone(own) } : { part: alone(own), otherwise: around.part };
  const end = low ?? high;
  return end === undefined ? around : { part: around.part, otherwise: alone(end) };
}

/** The nearest elements, or what is computed by the definition or in another order. */
const evaluated =
  (way: SampleWay, combination?: TapCombination): Evaluate =>
  (a, node) => {
    if (kindOf(node) === 'nearest') return byNearest(way)(a, node);
    return combination ? byWeights(way, combination)(a, node) : asDefined(way)(a, node);
  };

/** The same with coordinates that are rounded down or up, and in any order of the dimensions. */
const inOtherOrders = (way: SampleWay): readonly Evaluate[] => [
  evaluated({ ...way, tie: 'lower' }, atOnce),
  evaluated({ ...way, tie: 'upper' }, oneByOne),
  evaluated(way, fromFirst),
  (a, node) => evaluated(way, kindOf(node) === 'cubic' ? oneByOne : byDifferences)(a, node),
];

/** GridSample: the data at the locations of a grid. */
export const gridSample = define({
  name: 'GridSample',
  family: 'sampling',
  definition:
    'X at each location of the grid, from -1 to 1 along each dimension: the nearest element, or a mean of those around it',
  evaluate: evaluated({}),
  algorithms: inOtherOrders({}),
  copiesElements: (call) => kindOf(call) === 'nearest',
  alternatives(_, call) {
    if (kindOf(call) !== 'cubic' || call.attributes.padding_mode?.value !== 'border') return [];
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
      kindOf(call) === 'nearest'
        ? chosenOf(expected[0]!, sampled, version, call)
        : computedOf(expected[0]!, sampled, call);
    return [withOpenLocations(known, sampled)];
  },
  attributeValues: ({ since }) => ({
    mode: since < 20 ? ['bilinear', 'nearest', 'bicubic'] : ['linear', 'nearest', 'cubic'],
    padding_mode: ['zeros', 'border', 'reflection'],
  }),
  bindings: sampleTypes,
  // truth values have no mean
  tries: (clause, { T1 }) => T1 !== 'bool' || clause !== 'default-mode',
  clauses: gridSampleClauses,
  rules: gridSampleRules,
});

/** The coordinates of an element of an output. */
function locationsAt({ dims, locations, places }: Sampled, index: number): readonly (Coordinate | undefined)[] {
  return locations(Math.floor(index / (places * dims[1]!)), index % places);
}

/** Anything may stand where nobody knows what is sampled. */
function withOpenLocations(expected: ExpectedOutput, sampled: Sampled): ExpectedOutput {
  const accept = (index: number) => {
    const own = expected.accept(index);
    return locationsAt(sampled, index).includes(undefined) ? acceptAnything('sample-nowhere', own.best) : own;
  };
  return { ...expected, accept: remembered(elementCount(expected.dims), accept) };
}

/** Of a coordinate between two elements, where the text does not choose, and of one that rounding may move there, either. */
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

/** @throws NotJudged for what no text says how to weigh, and for integers that rounding may change */
function computedOf(expected: ExpectedOutput, sampled: Sampled, call: Call): ExpectedOutput {
  const [x] = call.inputs;
  if (holdsNaN(x) || holdsInfinity(x)) throw new NotJudged('interpolation between infinities or NaN');
  if (floatDTypes.includes(x!.dtype)) return expected;
  // a cubic may leave the type
  if (formatOf(x!.dtype).kind !== 'integer' || kindOf(call) === 'cubic')
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

/** How many binary digits a coordinate has behind the point, if rounding does not move it. */
const digitsOf = ({ at: { q }, margin }: Coordinate): number =>
  margin.p > 0n ? Number.POSITIVE_INFINITY : q.toString(2).length - 1;
