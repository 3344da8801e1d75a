import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { toNumber } from '../../oracles/numerics/rational.ts';
import { elementsOf } from '../../oracles/numerics/tensor.ts';
import type { Resizing } from '../../oracles/operators/resize/coordinates.ts';
import { resizingsOf } from '../../oracles/operators/resize/dimensions.ts';
import { type Node, values } from '../../oracles/spec/node.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

/** How coordinates and sums are computed. */
interface Habit {
  /** of coordinates and weights */
  readonly round: (x: number) => number;
  /** multiplied by the inverse of the scale, and not divided by it */
  readonly byInverse?: true;
  /** sums of one dimension are stored in float32 before the next, the first dimension first */
  readonly firstDimensionFirst?: true;
  /** how a sum between integers becomes one, and not by a cast */
  readonly whole?: (x: number) => number;
  /** the length in formulas is the product of length and scale */
  readonly length?: 'fraction';
}

function coordinateOf<S>(
  node: Node<S>,
  { round: r, byInverse, length: which }: Habit,
  resizing: Resizing,
  y: number,
): number {
  const { from, to, region } = resizing;
  const scale = r(toNumber(resizing.scale));
  const mode = node.has('coordinate_transformation_mode')
    ? node.string('coordinate_transformation_mode')
    : 'asymmetric';
  const length = which === 'fraction' ? r(from * scale) : to;
  const scaled = (x: number) => (byInverse ? r(x * r(1 / scale)) : r(x / scale));
  const halfPixel = (move: number) => r(scaled(y + 0.5) + move);
  switch (mode) {
    case 'half_pixel':
      return halfPixel(-0.5);
    case 'pytorch_half_pixel':
      return length > 1 ? halfPixel(-0.5) : 0;
    case 'half_pixel_symmetric':
      return r(r(r(from / 2) * r(1 - r(to / r(from * scale)))) + halfPixel(-0.5));
    case 'tf_half_pixel_for_nn':
      return halfPixel(0);
    case 'align_corners':
      return length <= 1 ? 0 : r(r(y * (from - 1)) / r(length - 1));
    case 'tf_crop_and_resize': {
      const [start, end] = region!.map(toNumber) as [number, number];
      if (length <= 1) return r(0.5 * r(r(start + end) * (from - 1)));
      return r(r(start * (from - 1)) + r(r(y * r(r(end - start) * (from - 1))) / r(length - 1)));
    }
    default:
      return scaled(y);
  }
}

/** The elements and weights of a coordinate. */
function weightsOf<S>(
  node: Node<S>,
  { round: r }: Habit,
  { from, scale }: Resizing,
  x: number,
): (readonly [index: number, weight: number])[] {
  const isCubic = node.string('mode') === 'cubic';
  const k = isCubic ? node.number('cubic_coeff_a') : 0;
  const filters = node.attributes.antialias?.value === 1 && toNumber(scale) < 1;
  const shrink = filters ? r(toNumber(scale)) : 1;
  const kernel = (d: number) => {
    if (!isCubic) return r(Math.max(0, 1 - d));
    if (d < 1) return r(r(r(r((k + 2) * d) - (k + 3)) * r(d * d)) + 1);
    return d < 2 ? r(r(r(r(r(r(k * d) - 5 * k) * d) + 8 * k) * d) - 4 * k) : 0;
  };
  const reach = (isCubic ? 2 : 1) / shrink;
  const all: [number, number][] = [];
  for (let i = Math.floor(x - reach); i <= Math.ceil(x + reach); i++)
    all.push([i, kernel(Math.abs(r(shrink * r(i - x))))]);
  const excludes = node.attributes.exclude_outside?.value === 1;
  const kept = excludes ? all.filter(([i]) => i >= 0 && i < from) : all;
  const total = filters || excludes ? kept.reduce((sum, [, w]) => r(sum + w), 0) : 1;
  return kept.map(([i, w]) => [Math.min(Math.max(i, 0), from - 1), total === 1 ? w : r(w / total)]);
}

const nearest: Readonly<Record<string, (x: number) => number>> = {
  floor: Math.floor,
  ceil: Math.ceil,
  round_prefer_floor: (x) => Math.ceil(x - 0.5),
  round_prefer_ceil: (x) => Math.floor(x + 0.5),
};

/** A kernel of numbers, as runtimes have them. */
const sampled =
  (habit: Habit): Alter =>
  () =>
  (a, node) => {
    const x = node.input(0);
    const resizings = resizingsOf(node);
    const dims = x.dims.map((size, i) => resizings[i]?.to ?? size);
    const crops =
      node.has('coordinate_transformation_mode') && node.string('coordinate_transformation_mode').includes('crop');
    const fill = () => a.in(x.dtype).of(node.has('extrapolation_value') ? node.number('extrapolation_value') : 0);
    const places = (index: number) =>
      placeOf(index, dims).map((y, i) => (resizings[i] ? coordinateOf(node, habit, resizings[i], y) : y));
    const isOutside = (at: readonly number[]) =>
      crops && at.some((c, i) => resizings[i] && (c < 0 || c > x.dims[i]! - 1));
    if (node.string('mode') === 'nearest') {
      const choose = nearest[node.has('nearest_mode') ? node.string('nearest_mode') : 'floor']!;
      return [
        values(x.dtype, dims, (index) => {
          const at = places(index);
          if (isOutside(at)) return fill();
          return x.at(
            indexOf(
              at.map((c, i) => (resizings[i] ? Math.min(Math.max(choose(c), 0), x.dims[i]! - 1) : c)),
              x.dims,
            ),
          );
        }),
      ];
    }
    const data = elementsOf(x.tensor!);
    const { whole = Math.trunc } = habit;
    const stored = (sum: number) => (formatOf(x.dtype).kind === 'integer' ? whole(sum) : sum);
    // sums are of the type of the data at least
    const r = x.dtype === 'float64' ? (sum: number) => sum : habit.round;
    const combined = (at: readonly number[], source: readonly number[], axes: readonly number[]): number => {
      const [axis, ...rest] = axes;
      if (axis === undefined) return Number(data[indexOf(source, x.dims)]!);
      return weightsOf(node, habit, resizings[axis]!, at[axis]!).reduce(
        (sum, [i, w]) => r(sum + r(w * combined(at, source.with(axis, i), rest))),
        0,
      );
    };
    const resized = resizings.flatMap((one, i) =>
      one && (one.from !== one.to || one.region || toNumber(one.scale) !== 1) ? [i] : [],
    );
    const order = habit.firstDimensionFirst ? resized.toReversed() : resized;
    return [
      values(x.dtype, dims, (index) => {
        const at = places(index);
        return isOutside(at) ? fill() : a.of(stored(combined(at, placeOf(index, dims), order)));
      }),
    ];
  };

const habits: Readonly<Record<string, Habit>> = {
  'with coordinates in float32': { round: Math.fround },
  'with coordinates in float32, by the inverse of the scale': { round: Math.fround, byInverse: true },
  'with coordinates in float64': { round: (x) => x },
  'with coordinates in float64, by the inverse of the scale': { round: (x) => x, byInverse: true },
  'by rows and then by columns': { round: Math.fround, firstDimensionFirst: true },
  'with integers that are rounded to nearest': { round: Math.fround, whole: (x) => Math.floor(x + 0.5) },
  'with a length that is not an integer': { round: (x) => x, length: 'fraction' },
};

/** Correct kernels that take samples, as runtimes have them. */
export const resizeVariants: readonly Candidate[] = Object.entries(habits).flatMap(([how, habit]) =>
  ['Resize', 'Upsample'].map((operator) => variant(operator, how, sampled(habit))),
);
