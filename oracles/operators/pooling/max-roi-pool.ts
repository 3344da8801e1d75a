import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { type FloatDType, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { maximumOf } from '../../numerics/extremes.ts';
import { ceil, floor, minus, over, plus, type Rational, rational, times } from '../../numerics/rational.ts';
import { elementCount, elementsOf } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, type NodeValues, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { knownTensor } from '../movement/movement.ts';
import { marginOf } from '../resize/coordinates.ts';
import { isHeld } from '../sampling/locations.ts';
import { nanIgnoringAlternative } from './max-pool.ts';

/** The indices from first to before last. */
type PlaceSpan = readonly [first: number, last: number];

/** The cells of the regions of a call. */
interface RegionCells {
  readonly dims: readonly number[];
  /** the indices of the elements of a cell: by the definition first, then by other roundings */
  places(index: number): readonly (readonly number[])[];
}

const half = rational(0.5);

/** Returns the integers to which a number within a margin may be rounded; that of the number itself comes first. */
function rounded(x: Rational, margin: Rational, round: (x: Rational) => bigint): readonly number[] {
  const [own, low, high] = [x, minus(x, margin), plus(x, margin)].map((one) => Number(round(one)));
  if (high! - low! > 1) throw new NotJudged('a region that rounding moves by half an element');
  return [...new Set([own!, low!, high!])];
}

/** Rounds to the nearest integer, ties away from zero, as `round` of C. */
const nearest = (x: Rational): bigint => (x.p < 0n ? ceil(minus(x, half)) : floor(plus(x, half)));

/** Returns a product and its error by rounding in a type. */
function productOf(
  x: Rational,
  y: Rational,
  computing: FloatDType,
): { readonly at: Rational; readonly margin: Rational } {
  const at = times(x, y);
  const isExact = [x, y, at].every((one) => isHeld(one, formatOf(computing)));
  return { at, margin: isExact ? rational(0) : marginOf([at], computing) };
}

/** Returns every combination of one element from each list, beginning with the first elements. */
const combined = (lists: readonly (readonly number[])[]): readonly (readonly number[])[] =>
  lists.reduce<readonly (readonly number[])[]>(
    (some, list) => some.flatMap((one) => list.map((next) => [...one, next])),
    [[]],
  );

/** Returns the elements of a cell along a dimension, for each way to round the corners of the region and the ends of cells. */
function spansOf(
  ends: readonly [number, number],
  cell: number,
  { scale, cells, length, computing }: { scale: number; cells: number; length: number; computing: FloatDType },
): readonly PlaceSpan[] {
  const corners = ends.map((end) => {
    const { at, margin } = productOf(rational(end), rational(scale), computing);
    const own = rounded(at, margin, nearest);
    // a tie may be rounded in either direction
    const other = [minus(at, half), plus(at, half)].map((one) => (one.q === 1n ? Number(one.p) : own[0]!));
    return [...new Set([...own, ...other])];
  });
  const spans = combined(corners).flatMap(([first, last]) => {
    const size = rational(Math.max(last! - first! + 1, 1));
    const [from, to] = [cell, cell + 1].map((i) => {
      const step = over(size, rational(cells));
      const { at, margin } = productOf(rational(i), step, computing);
      return rounded(at, i === 0 ? rational(0) : margin, i === cell ? floor : ceil);
    });
    const within = (end: number) => Math.min(Math.max(first! + end, 0), length);
    return combined([from!, to!]).map(([one, other]): PlaceSpan => [within(one!), within(other!)]);
  });
  return spans.filter(([first, last], i) => spans.findIndex((one) => one[0] === first && one[1] === last) === i);
}

/**
 * Returns the cells of the regions of a node.
 * @throws BadInput for shapes or images that are not valid
 * @throws NotJudged for attributes and regions that the text leaves open
 */
function cellsOf<S>(node: Node<S>): RegionCells {
  const [x, rois] = [node.input(0), node.input(1)];
  const [images, channels, height, width] = x.dims;
  const count = rois.dims[0]!;
  if (x.dims.length !== 4) throw new BadInput(`data of ${x.dims.length} dimensions; they must have 4`);
  if (rois.dims.length !== 2 || rois.dims[1] !== 5)
    throw new BadInput(`regions have the shape [${rois.dims}]; it must be [regions, 5]`);
  const cells = node.numbers('pooled_shape')!;
  if (cells.length !== 2) throw new BadInput(`pooled_shape has ${cells.length} numbers; it must have 2`);
  if (cells.some((one) => one < 1)) throw new NotJudged('regions of … by … cells', ...cells);
  const numbers = elementsOf(knownTensor(rois)) as readonly number[];
  const regions = range(count).map((i) => numbers.slice(5 * i, 5 * i + 5) as [number, number, number, number, number]);
  const other = regions.find(([image]) => !(Number.isInteger(image) && image >= 0 && image < images!));
  if (other) throw new BadInput(`a region is in image ${other[0]}, and there are ${images} images`);
  if (!numbers.every(Number.isFinite)) throw new NotJudged('regions with infinities or NaN');
  const scale = node.number('spatial_scale');
  if (!(scale > 0)) throw new NotJudged('a spatial_scale of …', scale);
  const shared = { scale, computing: x.dtype as FloatDType };
  const [rows, columns] = cells as [number, number];
  const spans = memoized(count * rows * columns, (index) => {
    const [region, row, column] = placeOf(index, [count, rows, columns]) as [number, number, number];
    const [, left, top, right, bottom] = regions[region]!;
    return [
      spansOf([top, bottom], row, { ...shared, cells: rows, length: height! }),
      spansOf([left, right], column, { ...shared, cells: columns, length: width! }),
    ] as const;
  });
  return {
    dims: [count, channels!, rows, columns],
    places(index) {
      const [region, channel] = placeOf(index, [count, channels!, rows, columns]) as [number, number];
      const [down, across] = spans(region * rows * columns + (index % (rows * columns)));
      const first = (regions[region]![0] * channels! + channel) * height!;
      return down.flatMap(([top, bottom]) =>
        across.map(([left, right]) =>
          range(Math.max(0, bottom - top)).flatMap((y) =>
            range(Math.max(0, right - left)).map((x) => (first + top + y) * width! + left + x),
          ),
        ),
      );
    },
  };
}

const greatest = <S>(a: Arithmetic<S>, x: NodeValues<S>, [first, ...more]: readonly number[]): S =>
  first === undefined ? a.of(0) : more.reduce((most, place) => a.maximum(most, x.at(place)), x.at(first));

const maxima: Evaluate = (a, node) => {
  const x = node.input(0);
  const { dims, places } = cellsOf(node);
  return [values(x.dtype, dims, (index) => greatest(a, x, places(index)[0]!))];
};

/** The origin of the operator. */
const caffe = { document: 'Girshick, Fast R-CNN (2015), and its layer ROIPooling for Caffe', place: 'section 2.1' };

/** MaxRoiPool: the maximum of each cell of regions of images. */
export const maxRoiPool = define({
  name: 'MaxRoiPool',
  family: 'pooling',
  definition: 'y = max x over a cell of a region',
  evaluate: maxima,
  alternatives: () => [nanIgnoringAlternative(maxima)],
  refine([expected], version, call) {
    const node = nodeOf(version, call, 1, (x) => x as number);
    const { places } = cellsOf(node);
    const x = node.input(0);
    const accept = (index: number) => {
      const own = expected!.accept(index);
      const [, ...others] = places(index);
      const maximaOf = (all: readonly number[]) => {
        const xs = all.map((place) => x.at(place));
        const numbers = xs.filter((one) => !Number.isNaN(one));
        return all.length === 0 ? [0] : [maximumOf(xs), maximumOf(numbers)];
      };
      return acceptAnyOf(
        [own, ...new Set(others.flatMap(maximaOf))].map((one) => (typeof one === 'number' ? copiedElement(one) : one)),
      );
    };
    return [{ ...expected!, accept: memoized(elementCount(expected!.dims), accept) }];
  },
  ranksDiffer: true,
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'Each element is the maximum of a cell of a region.'),
      says(
        'regions',
        'A region consists of the index of its image, then x1, y1, x2 and y2, each multiplied by spatial_scale.',
        'input rois',
      ),
      says(
        'cells',
        'A region is divided into cells: pooled_shape is their number by height and width.',
        'attribute pooled_shape',
      ),
      implies('corners', 'Corners are rounded to the nearest element, which belongs to the region.', caffe),
      implies('shared-elements', 'An element that lies partly in several cells belongs to each of them.', caffe),
      implies('beyond-border', 'Positions outside of the data are ignored. A cell without elements is 0.', caffe),
      implies('inverted-region', 'A region whose corners are exchanged has one element in that dimension.', caffe),
      implies(
        'special-values',
        'Infinities, subnormal numbers and zeros are ordered as in IEEE 754.',
        ieee754('5.11'),
        floatDTypes,
      ),
      implies('any-count', 'Every region, channel and cell is computed, for any number of them.', caffe),
      implies('size-zero', 'If there are no regions or channels, the output is empty.', numpy('arrays of size 0')),
    ];
  },
  rules: (schema) => [
    rule('invalid-rank', 'The data have four dimensions.', 'input X', schema),
    rule('invalid-regions', 'A region has five numbers.', 'input rois', schema),
    rule('invalid-image', 'The index of an image is within the data.', 'input rois', schema),
    rule('invalid-cells', 'pooled_shape is a height and a width.', 'attribute pooled_shape', schema),
  ],
});
