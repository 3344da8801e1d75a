import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { acceptAnything } from '../../judge/acceptance.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { predictedOutputs } from '../../judge/explanations/explanation.ts';
import { observe } from '../../judge/policy.ts';
import type { FloatDType } from '../../numerics/dtype.ts';
import { compare, minus, plus, rational } from '../../numerics/rational.ts';
import { elementCount, elementsOf, holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, values } from '../../spec/node.ts';
import type { Hypothesis, OperatorVersion } from '../../spec/operator.ts';
import { anyZero } from '../elementwise/numbers.ts';
import { knownTensor } from '../movement/movement.ts';
import { atEnds, combineDecided, type Part, type PossibleParts, partsAround } from '../resize/combination.ts';
import type { Coordinate } from '../resize/coordinates.ts';
import { type Sampling, type Tap, wholeTaps } from '../resize/weights.ts';
import { type RegionSamples, samplesOf } from './regions.ts';
import { roiAlignClauses, roiAlignRules } from './roi-align-clauses.ts';

/** The choices of an evaluation where the text leaves them open. */
interface RegionChoices {
  /** the maximum is taken over weighted elements; over interpolated samples if absent */
  readonly maximum?: 'weighted';
  /** regions shorter than an element are not extended if coordinates are not shifted */
  readonly short?: true;
  /** weights are divided by the number of samples, instead of their sum */
  readonly dividesFirst?: true;
}

/** The regions of a call: the image of each, and its samples along both dimensions. */
interface Regions {
  readonly dims: readonly number[];
  readonly lengths: readonly number[];
  readonly image: (region: number) => number;
  /** the samples of a region along both dimensions, rows first */
  readonly samples: (region: number) => readonly RegionSamples[];
  readonly computing: FloatDType;
}

/** The attribute that selects whether coordinates are shifted; the first version does not have it. */
const modeOfCoordinates = 'coordinate_transformation_mode';

const isShifted = <S>(node: Node<S>): boolean =>
  node.has(modeOfCoordinates) && node.string(modeOfCoordinates) === 'half_pixel';

/**
 * Returns the regions of a node.
 * @throws BadInput for shapes or images that are not valid
 * @throws NotJudged for attributes and regions that the text leaves open
 */
function regionsOf<S>(node: Node<S>, { short }: RegionChoices): Regions {
  const [x, rois] = [node.input(0), node.input(1)];
  const [images, channels, ...lengths] = x.dims;
  const count = rois.dims[0]!;
  if (x.dims.length !== 4) throw new BadInput(`data of ${x.dims.length} dimensions; they must have 4`);
  if (rois.dims.length !== 2 || rois.dims[1] !== 4)
    throw new BadInput(`regions have the shape [${rois.dims}]; it must be [regions, 4]`);
  const of = node.input(2);
  if (of.dims.length !== 1 || of.dims[0] !== count)
    throw new BadInput(`batch_indices have the shape [${of.dims}]; it must be [${count}]`);
  const image = node.integers(2);
  const other = image.find((one) => one < 0 || one >= images!);
  if (other !== undefined) throw new BadInput(`a region is in image ${other}, and there are ${images} images`);
  const cells = [node.number('output_height'), node.number('output_width')];
  if (cells.some((one) => one < 1)) throw new NotJudged('regions of … by … cells', ...cells);
  const ratio = node.number('sampling_ratio');
  if (ratio < 0) throw new NotJudged('a sampling_ratio of …', ratio);
  const scale = node.number('spatial_scale');
  if (!(scale > 0)) throw new NotJudged('a spatial_scale of …', scale);
  const numbers = elementsOf(knownTensor(rois)) as readonly number[];
  if (!numbers.every(Number.isFinite)) throw new NotJudged('regions with infinities or NaN');
  if (count > 0 && lengths.includes(0)) throw new NotJudged('samples of data without elements');
  const computing = rois.dtype as FloatDType;
  const shared = {
    ...{ scale, ratio, computing },
    shift: isShifted(node) ? 0.5 : 0,
    isAtLeastOne: !isShifted(node) && !short,
  };
  const samples = memoized(count, (region) => {
    const [left, top, right, bottom] = numbers.slice(4 * region, 4 * region + 4) as [number, number, number, number];
    return [[top, bottom] as const, [left, right] as const].map((ends, axis) =>
      samplesOf(ends, { ...shared, cells: cells[axis]! }),
    );
  });
  return { dims: [count, channels!, ...cells], lengths, image: (region) => image[region]!, samples, computing };
}

/** The coordinates beyond which a sample is 0. */
const [before, behind] = [-1, (length: number) => length];

/** Returns the coordinate to sample: clamped to the first or last element, or 'outside', if rounding cannot change that. */
function clamped({ at, margin }: Coordinate, length: number): Coordinate | 'outside' {
  const [low, high] = [minus(at, margin), plus(at, margin)];
  const end = (index: number) => ({ at: rational(index), margin: rational(0) });
  if (compare(high, rational(before)) < 0 || compare(low, rational(behind(length))) > 0) return 'outside';
  if (compare(high, rational(0)) <= 0) return end(0);
  return compare(low, rational(length - 1)) >= 0 ? end(length - 1) : { at, margin };
}

/** Returns whether rounding may move a coordinate so far from the data that the sample is 0. */
const isPerhapsOutside = ({ at, margin }: Coordinate, length: number): boolean =>
  compare(minus(at, margin), rational(before)) < 0 || compare(plus(at, margin), rational(behind(length))) > 0;

const samplingOf = (computing: FloatDType): Sampling => ({
  ...{ mode: 'linear', stretch: rational(1), coefficient: 0, elementAt: (index) => index, isNormalized: false },
  computing,
});

/** Maps taps beyond the last element to the last element. */
const onData = <S>(part: Part<S>, length: number): Part<S> =>
  part === 'outside' ? part : part.map(({ index, weight }) => ({ index: atEnds(length)(index), weight }));

/** The elements around a sample with their weights; empty outside of the data. */
type Corners<S> = readonly { readonly at: readonly number[]; readonly weight: S }[];

const cornersOf = <S>(a: Arithmetic<S>, [rows, columns]: readonly Part<S>[], divisor: number): Corners<S> =>
  rows === 'outside' || columns === 'outside'
    ? []
    : rows!.flatMap((row: Tap<S>) =>
        columns!.map((column) => {
          const weight = a.multiply(row.weight, column.weight);
          return { at: [row.index, column.index], weight: divisor === 1 ? weight : a.divide(weight, a.of(divisor)) };
        }),
      );

/** Returns a sample: the sum of its weighted elements, or the greatest of them. */
function sampleOf<S>(a: Arithmetic<S>, corners: Corners<S>, x: (at: readonly number[]) => S, isSum: boolean): S {
  if (corners.length === 0) return a.of(0);
  const [weights, xs] = [corners.map(({ weight }) => weight), corners.map(({ at }) => x(at))];
  return isSum
    ? a.dot(weights, xs)
    : weights.map((weight, i) => a.multiply(weight, xs[i]!)).reduce((one, other) => a.maximum(one, other));
}

/** A cell of a region, with the way to compute its samples. */
interface RegionCell {
  readonly regions: Regions;
  /** row and column of each sample */
  readonly coordinates: readonly (readonly Coordinate[])[];
  readonly denominators: readonly bigint[];
  /** whether a sample is the sum of its weighted elements; the greatest of them otherwise */
  readonly isSum: boolean;
  /** the divisor of weights */
  readonly divisor: number;
}

/** The samples of a cell, computed from the elements of its channel; their weights are multiplied by the total. */
interface CellSamples<S> {
  readonly total: S;
  readonly of: (x: (at: readonly number[]) => S) => readonly S[];
}

/** Computes the samples of a cell from their coordinates. */
type CellSampler = <S>(a: Arithmetic<S>, cell: RegionCell) => CellSamples<S>;

/** The definition: all weights of a cell are multiplied by a common factor. */
const wholly: CellSampler = <S>(
  a: Arithmetic<S>,
  { regions, coordinates, denominators, isSum }: RegionCell,
): CellSamples<S> => {
  const how = samplingOf(regions.computing);
  const samples = coordinates.map((sample) =>
    cornersOf(
      a,
      sample.map(({ at }, axis): Part<S> => {
        const length = regions.lengths[axis]!;
        const own = clamped({ at, margin: rational(0) }, length);
        return own === 'outside' ? own : onData(wholeTaps(a, own.at, how, denominators[axis]!).taps, length);
      }),
      1,
    ),
  );
  const totals = denominators.map((denominator) => wholeTaps(a, rational(0), how, denominator).total);
  return { total: a.product(totals), of: (x) => samples.map((corners) => sampleOf(a, corners, x, isSum)) };
};

/** Weights are numbers of the type, and coordinates may be rounded: the parts include both sides of a border. */
const byWeights: CellSampler = <S>(
  a: Arithmetic<S>,
  { regions, coordinates, isSum, divisor }: RegionCell,
): CellSamples<S> => {
  const partsAt = (coordinate: Coordinate, axis: number): PossibleParts<S> => {
    const length = regions.lengths[axis]!;
    const own = clamped(coordinate, length);
    if (own === 'outside') return { part: own };
    const { part, otherwise } = partsAround(a, own, samplingOf(regions.computing));
    const other = isPerhapsOutside(coordinate, length) ? 'outside' : otherwise;
    return { part: onData(part, length), ...(other && { otherwise: onData(other, length) }) };
  };
  const samples = coordinates.map((sample) => sample.map(partsAt));
  return {
    total: a.of(1),
    of: (x) =>
      samples.map((parts) =>
        combineDecided(a, parts, (chosen) => sampleOf(a, cornersOf(a, chosen, divisor), x, isSum)),
      ),
  };
};

/** Returns the mean or maximum of the samples of a cell. */
function pooledOf<S>(
  a: Arithmetic<S>,
  samples: readonly S[],
  isMean: boolean,
  { total, divisor }: { total: S; divisor: number },
): S {
  if (!isMean) {
    return a.divide(
      samples.reduce((one, other) => a.maximum(one, other)),
      total,
    );
  }
  return a.divide(a.sum(samples), a.multiply(total, a.of(samples.length / divisor)));
}

/** Returns whether a region has no samples. */
const isEmpty = (samples: readonly RegionSamples[]): boolean => samples.some(({ count }) => count === 0);

const aligned =
  (way: RegionChoices, sampler: CellSampler): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const x = node.input(0);
    const regions = regionsOf(node, way);
    const { dims, lengths } = regions;
    const isMean = node.string('mode') === 'avg';
    const [count, size] = [dims[2]! * dims[3]!, elementCount(lengths)];
    const cells = memoized(dims[0]! * count, (index) => {
      const [region, ...place] = placeOf(index, [dims[0]!, dims[2]!, dims[3]!]);
      const samples = regions.samples(region!);
      if (isEmpty(samples)) return undefined;
      const [rows, columns] = samples.map((along, axis) => range(along.count).map((i) => along.at(place[axis]!, i)));
      const coordinates = rows!.flatMap((row) => columns!.map((column) => [row, column]));
      const divisor = way.dividesFirst && isMean ? coordinates.length : 1;
      const denominators = samples.map(({ denominator }) => denominator);
      const isSum = isMean || way.maximum !== 'weighted';
      return { ...sampler(a, { regions, coordinates, denominators, isSum, divisor }), divisor };
    });
    return [
      values(x.dtype, dims, (index) => {
        const [region, channel] = placeOf(index, dims) as [number, number];
        const cell = cells(region * count + (index % count));
        if (!cell) return anyZero(a);
        const first = (regions.image(region) * dims[1]! + channel) * size;
        const samples = cell.of(([row, column]) => x.at(first + row! * lengths[1]! + column!));
        const pooled = pooledOf(a, samples, isMean, cell);
        // a weight of 0 gives a zero of either sign, and samples outside of the data are 0
        return a.select(a.equal(pooled, a.of(0)), anyZero(a), pooled);
      }),
    ];
  };

/** Returns the evaluation of a way by the definition, and the algorithms that round differently. */
const evaluated = (way: RegionChoices) => ({
  evaluate: aligned(way, wholly),
  algorithms: [aligned(way, byWeights), aligned({ ...way, dividesFirst: true }, byWeights)],
});

const greatestWeighted = { maximum: 'weighted' } as const;
const asShort = { short: true } as const;

const weighted = {
  ...evaluated(greatestWeighted),
  choices: [observe('maximum-of-samples', 'weighted')],
  otherwise: [observe('maximum-of-samples', 'interpolated')],
};

const short = {
  ...evaluated(asShort),
  choices: [observe('region-below-one', 'as-it-is')],
  otherwise: [observe('region-below-one', 'one')],
};

const weightedAndShort = {
  ...evaluated({ ...greatestWeighted, ...asShort }),
  choices: [...weighted.choices, ...short.choices],
  otherwise: [],
};

/** Returns whether a call has a region shorter than an element, and coordinates are not shifted. */
function hasShortRegion(version: OperatorVersion, call: Call): boolean {
  const node = nodeOf<Scalar>(version, call, 1, (x) => x);
  if (isShifted(node)) return false;
  const [numbers, scale] = [elementsOf(call.inputs[1]!) as readonly number[], node.number('spatial_scale')];
  return numbers.some((end, i) => i % 4 > 1 && (end - numbers[i - 2]!) * scale < 1);
}

/** The mistake of applying the default of later versions in a version without the attribute. */
const movesCoordinates: Hypothesis = {
  id: 'moves-coordinates',
  text: 'coordinates are moved by half an element, as from version 16 on',
  predict({ operator, version, call }) {
    const declares = ({ attributes }: OperatorVersion) => attributes.some(({ name }) => name === modeOfCoordinates);
    const later = operator.versions.find(declares);
    if (declares(version) || !later) return undefined;
    // the policies of maxima accept several answers, so there is no best one
    return predictedOutputs(operator.expect(later, call)).map(({ best: _, ...predicted }) => predicted);
  },
};

/** RoiAlign: divides regions of images into cells and returns the mean or maximum of samples of each cell. */
export const roiAlign = define({
  name: 'RoiAlign',
  family: 'sampling',
  definition:
    'the mean or maximum of linearly interpolated samples of X in the middle of equal parts of each cell of a region',
  ...evaluated({}),
  hypotheses: [movesCoordinates],
  alternatives(version, call) {
    const isMaximum = call.attributes.mode?.value === 'max';
    const isShort = hasShortRegion(version, call);
    return [
      ...(isMaximum ? [weighted] : []),
      ...(isShort ? [short] : []),
      ...(isMaximum && isShort ? [weightedAndShort] : []),
    ];
  },
  refine([expected], version, call) {
    const [x] = call.inputs;
    if (holdsNaN(x) || holdsInfinity(x)) throw new NotJudged('interpolation between infinities or NaN');
    const { dims, samples } = regionsOf(
      nodeOf<Scalar>(version, call, 1, (one) => one),
      {},
    );
    // computed for all regions first, because any of them may throw NotJudged
    const areEmpty = range(dims[0]!).map((region) => isEmpty(samples(region)));
    const accept = (index: number) => {
      const own = expected!.accept(index);
      return areEmpty[placeOf(index, dims)[0]!] ? acceptAnything('grid-of-nothing', own.best) : own;
    };
    return [areEmpty.includes(true) ? { ...expected!, accept: memoized(elementCount(dims), accept) } : expected!];
  },
  attributeValues: () => ({
    mode: ['avg', 'max'],
    [modeOfCoordinates]: ['half_pixel', 'output_half_pixel'],
  }),
  ranksDiffer: true,
  clauses: roiAlignClauses,
  rules: roiAlignRules,
});
