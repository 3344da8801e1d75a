import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementsOf } from '../../oracles/numerics/tensor.ts';
import { values } from '../../oracles/spec/node.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

type Round = (x: number) => number;

/** How coordinates and sums are computed. */
interface Habit {
  /** the type of coordinates and weights: that of the grid, float32 at least, or float64 */
  readonly computing?: 'grid' | 'float64';
  /** location · length/2 + (length - 1)/2, and not the location plus 1 first */
  readonly scalesFirst?: true;
  /** by the remainder of a division; a sample is reflected before its coordinate is rounded to an element */
  readonly reflectsByRemainder?: true;
  /** a cubic beyond the border is made of elements that are repeated there */
  readonly repeatsBorder?: true;
  /** sums of the first dimension come first, and are stored */
  readonly firstDimensionFirst?: true;
  /** all weights are multiplied first */
  readonly weightsFirst?: true;
  /** of the cubic */
  readonly coefficient?: number;
  /** in the place of the attribute */
  readonly mode?: 'linear';
}

/** A dimension: its length, and the ends at which it reflects. */
interface Axis {
  readonly length: number;
  readonly isAligned: boolean;
  readonly first: number;
  readonly last: number;
}

function coordinate(location: number, { length, isAligned }: Axis, r: Round, { scalesFirst }: Habit): number {
  const long = isAligned ? length - 1 : length;
  if (scalesFirst) return r(r(location * (long / 2)) + (length - 1) / 2);
  const moved = r(location + 1);
  return isAligned ? r(r(moved / 2) * long) : r(r(r(moved * long) - 1) / 2);
}

function reflect(x: number, { first, last }: Axis, r: Round, { reflectsByRemainder }: Habit): number {
  const length = last - first;
  if (length === 0) return first;
  if (reflectsByRemainder) {
    const far = Math.abs(r(x - first));
    const [rest, turns] = [far % length, Math.floor(r(far / length))];
    return turns % 2 === 0 ? r(rest + first) : r(r(length - rest) + first);
  }
  if (x >= first && x <= last) return x;
  const far = x < first ? r(first - x) : r(x - last);
  const turns = Math.trunc(r(far / length));
  const rest = r(far - r(turns * length));
  return x < first === (turns % 2 === 0) ? r(first + rest) : r(last - rest);
}

const clamp = (x: number, last: number): number => Math.min(Math.max(x, 0), last);

function nearestInteger(x: number): number {
  const low = Math.floor(x);
  return x - low < 0.5 || (x - low === 0.5 && low % 2 === 0) ? low : low + 1;
}

/** Indices, some of them beyond the ends, and their weights. */
function weightsOf(x: number, isCubic: boolean, r: Round, k: number): (readonly [index: number, weight: number])[] {
  const before = Math.floor(x);
  const t = r(x - before);
  if (!isCubic) {
    return [
      [before, r(1 - t)],
      [before + 1, t],
    ];
  }
  const outer = (d: number) => r(r(r(r(r(r(k * d) - 5 * k) * d) + 8 * k) * d) - 4 * k);
  const inner = (d: number) => r(r(r(r(r(r((k + 2) * d) - (k + 3)) * d) * d)) + 1);
  const rest = r(1 - t);
  return [
    [before - 1, outer(r(t + 1))],
    [before, inner(t)],
    [before + 1, inner(rest)],
    [before + 2, outer(r(rest + 1))],
  ];
}

/** A kernel of numbers, as runtimes have them. */
export const gridSampled =
  (habit: Habit): Alter =>
  () =>
  (a, node) => {
    const [x, grid] = [node.input(0), node.input(1)];
    const [instances, channels, ...spatial] = x.dims as [number, number, ...number[]];
    const dims = [instances, channels, ...grid.dims.slice(1, -1)];
    const format = formatOf(grid.dtype) as FloatFormat;
    const own: Round = (one) => roundDouble(one, format);
    const isWide = habit.computing === 'float64' || grid.dtype === 'float64';
    const r: Round = habit.computing === 'grid' ? own : isWide ? (one) => one : Math.fround;
    const isAligned = node.flag('align_corners');
    const padding = node.string('padding_mode');
    const mode = habit.mode ?? node.string('mode');
    const isCubic = mode.endsWith('cubic');
    const numbers = elementsOf(grid.tensor!) as readonly number[];
    const axes = spatial.map((length): Axis => {
      const [first, last] = isAligned ? [0, length - 1] : [-0.5, length - 0.5];
      return { length, isAligned, first, last };
    });
    /** the element that stands at an index; `undefined` for none */
    const element = (index: number, axis: Axis): number | undefined => {
      if (index >= 0 && index < axis.length) return index;
      if (padding === 'zeros' || Number.isNaN(index)) return undefined;
      return padding === 'border'
        ? clamp(index, axis.length - 1)
        : clamp(Math.trunc(reflect(index, axis, (one) => one, {})), axis.length - 1);
    };
    const located = (n: number, place: readonly number[]) =>
      axes.map((axis, i) => {
        const location = numbers[indexOf([n, ...place, axes.length - 1 - i], grid.dims)]!;
        const found = coordinate(location, axis, r, habit);
        // what leaves the range of the type is as far off as numbers are
        return Number.isFinite(location) && !Number.isFinite(found) ? Math.sign(location) * 2 ** 40 : found;
      });
    const isOutside = (at: number, { first, last }: Axis) => at < first || at > last;
    return [
      values(x.dtype, dims, (index) => {
        const [n, c, ...place] = placeOf(index, dims) as [number, number, ...number[]];
        const at = located(n, place);
        const zero = a.in(x.dtype).of(0);
        if (!at.every(Number.isFinite)) return zero;
        const read = (source: readonly (number | undefined)[]) =>
          source.includes(undefined) ? undefined : indexOf([n, c, ...(source as number[])], x.dims);
        if (mode === 'nearest') {
          const chosen = at.map((one, i) => {
            const early = habit.reflectsByRemainder && padding === 'reflection';
            return element(nearestInteger(early ? reflect(one, axes[i]!, r, habit) : one), axes[i]!);
          });
          const from = read(chosen);
          return from === undefined ? zero : x.at(from);
        }
        const taps = at.map((one, i) => {
          const axis = axes[i]!;
          const isMoved = isOutside(one, axis);
          const moved =
            isMoved && padding === 'reflection'
              ? reflect(one, axis, r, habit)
              : isMoved && padding === 'border' && !(isCubic && habit.repeatsBorder)
                ? clamp(one, axis.length - 1)
                : one;
          return weightsOf(moved, isCubic, r, habit.coefficient ?? -0.75).map(
            ([tap, weight]) => [element(tap, axis), weight] as const,
          );
        });
        const data = elementsOf(x.tensor!);
        const value = (source: readonly (number | undefined)[]): number => {
          const from = read(source);
          return from === undefined ? 0 : Number(data[from]!);
        };
        const stored: Round = x.dtype === 'float64' ? (one) => one : Math.fround;
        const along = (source: readonly (number | undefined)[], left: readonly number[]): number => {
          const [axis, ...rest] = left;
          if (axis === undefined) return value(source);
          return taps[axis]!.reduce(
            (sum, [tap, weight]) => stored(sum + stored(weight * along(source.with(axis, tap), rest))),
            0,
          );
        };
        const direct = (source: readonly (number | undefined)[], axis: number, weight: number): number =>
          axis === taps.length
            ? stored(weight * value(source))
            : taps[axis]!.reduce(
                (sum, [tap, own]) => stored(sum + direct(source.with(axis, tap), axis + 1, stored(weight * own))),
                0,
              );
        const order = [...axes.keys()];
        const none = axes.map(() => undefined);
        const sum = habit.weightsFirst
          ? direct(none, 0, 1)
          : along(none, habit.firstDimensionFirst ? order.toReversed() : order);
        return a.in(x.dtype).of(formatOf(x.dtype).kind === 'float' ? sum : Math.trunc(sum));
      }),
    ];
  };

const habits: Readonly<Record<string, Habit>> = {
  'with coordinates in float32': {},
  'with coordinates in the type of the grid': { computing: 'grid' },
  'with coordinates in float64': { computing: 'float64' },
  'with the length multiplied first': { scalesFirst: true },
  'that reflects by a remainder, before it rounds': { reflectsByRemainder: true, scalesFirst: true },
  'that repeats the border for a cubic': { repeatsBorder: true, firstDimensionFirst: true },
  'with all weights multiplied first': { weightsFirst: true },
};

/** Correct kernels that take samples by a grid, as runtimes have them. */
export const gridSampleVariants: readonly Candidate[] = Object.entries(habits).map(([how, habit]) =>
  variant('GridSample', how, gridSampled(habit)),
);
