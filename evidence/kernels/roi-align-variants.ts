import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementsOf } from '../../oracles/numerics/tensor.ts';
import { type Node, values } from '../../oracles/spec/node.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

type Round = (x: number) => number;

/** An element, as rows and columns, and its weight. */
interface Corner {
  readonly at: readonly [row: number, column: number];
  readonly weight: number;
}

/** A region along a dimension, before it is divided into cells. */
interface Side {
  readonly from: number;
  readonly to: number;
}

/** How a kernel computes; right ones differ in the first six. */
export interface RoiAlignHabit {
  /** the type of coordinates and weights; that of the regions if absent */
  readonly computing?: 'float64';
  /** start + (cell + (i + 1/2)/count) · step, and not a sum of three */
  readonly placesAtOnce?: true;
  readonly maximum?: 'interpolated';
  /** regions below one element stay so */
  readonly keepsShort?: true;
  /** weights are divided by the number of samples first */
  readonly dividesFirst?: true;
  /** rows first, then columns */
  readonly byRows?: true;
  /** what else faulty kernels do */
  readonly shift?: (node: Node<unknown>) => number;
  readonly sideOf?: (ends: readonly [number, number], scale: number, shift: number) => Side;
  readonly least?: (length: number, isShifted: boolean) => number;
  readonly countOf?: (step: number, ratio: number, length: number) => number;
  readonly within?: (i: number, count: number) => number;
  readonly sampled?: (x: number, length: number) => number | 'outside';
  readonly tapsAt?: (x: number, length: number) => readonly (readonly [index: number, weight: number])[];
  readonly sampleOf?: (products: readonly number[], xs: readonly number[]) => number;
  readonly pooled?: (samples: readonly (number | undefined)[], isMean: boolean) => number;
}

export const isShifted = (node: Node<unknown>): boolean =>
  node.has('coordinate_transformation_mode') && node.string('coordinate_transformation_mode') === 'half_pixel';

/** The place where data are sampled for a coordinate: at the border up to an element outside. */
export const sampledAt = (x: number, length: number): number | 'outside' =>
  x < -1 || x > length ? 'outside' : Math.min(Math.max(x, 0), length - 1);

const sum = (xs: readonly number[], r: Round): number => xs.reduce((all, x) => r(all + x), 0);

/** A kernel of numbers, as runtimes have them. */
export const roiAligned =
  (habit: RoiAlignHabit): Alter =>
  () =>
  (a, node) => {
    const [x, rois] = [node.input(0), node.input(1)];
    const [, channels, ...lengths] = x.dims as [number, number, number, number];
    const own: Round = (one) => roundDouble(one, formatOf(rois.dtype) as FloatFormat);
    const r: Round = habit.computing ? (one) => one : own;
    const regions = elementsOf(rois.tensor!) as readonly number[];
    const data = elementsOf(x.tensor!) as readonly number[];
    const images = node.integers(2);
    const cells = [node.number('output_height'), node.number('output_width')];
    const [scale, ratio] = [r(node.number('spatial_scale')), node.number('sampling_ratio')];
    const isMoved = isShifted(node as Node<unknown>);
    const shift = habit.shift?.(node as Node<unknown>) ?? (isMoved ? 0.5 : 0);
    const isMean = node.string('mode') === 'avg';
    const dims = [images.length, channels, ...cells];

    /** coordinates of the samples of a cell along a dimension */
    const along = (region: number, axis: number, cell: number): readonly number[] => {
      const ends = [regions[4 * region + 1 - axis]!, regions[4 * region + 3 - axis]!] as const;
      const usual = { from: r(r(ends[0] * scale) - shift), to: r(r(ends[1] * scale) - shift) };
      const { from, to } = habit.sideOf?.(ends, scale, shift) ?? usual;
      const given = r(to - from);
      const length = habit.least?.(given, isMoved) ?? (isMoved || habit.keepsShort ? given : Math.max(given, 1));
      const step = r(length / cells[axis]!);
      const count = habit.countOf?.(step, ratio, length) ?? (ratio > 0 ? ratio : Math.ceil(step));
      return range(Math.max(0, count)).map((i) => {
        const within = habit.within?.(i, count) ?? i + 0.5;
        return habit.placesAtOnce
          ? r(from + r(r(cell + r(within / count)) * step))
          : r(r(from + r(cell * step)) + r(r(within * step) / count));
      });
    };
    const tapsAt = (at: number, length: number): readonly (readonly [number, number])[] => {
      if (habit.tapsAt) return habit.tapsAt(at, length);
      const low = Math.min(Math.floor(at), length - 1);
      const past = low === length - 1 ? 0 : r(at - low);
      return [
        [low, r(1 - past)],
        [Math.min(low + 1, length - 1), past],
      ];
    };
    const cornersOf = (y: number, x: number): readonly Corner[] | undefined => {
      const [row, column] = [y, x].map((at, axis) => (habit.sampled ?? sampledAt)(at, lengths[axis]!));
      if (row === 'outside' || column === 'outside') return undefined;
      return tapsAt(row!, lengths[0]!).flatMap(([i, v]) =>
        tapsAt(column!, lengths[1]!).map(([j, w]): Corner => ({ at: [i, j], weight: r(v * w) })),
      );
    };
    const element = (region: number, channel: number, [row, column]: Corner['at']): number =>
      row < 0 || column < 0 || row >= lengths[0]! || column >= lengths[1]!
        ? 0
        : data[indexOf([images[region]!, channel, row, column], x.dims)]!;
    return [
      values(x.dtype, dims, (index) => {
        const [region, channel, i, j] = placeOf(index, dims) as [number, number, number, number];
        const [rows, columns] = [along(region, 0, i), along(region, 1, j)];
        const all = rows.flatMap((y) => columns.map((at) => cornersOf(y, at)));
        const divisor = habit.dividesFirst && isMean ? all.length : 1;
        const samples = all.map((corners) => {
          if (!corners) return undefined;
          const xs = corners.map(({ at }) => element(region, channel, at));
          const products = corners.map(({ weight }, k) => own(r(weight / divisor) * xs[k]!));
          if (habit.sampleOf && !isMean) return habit.sampleOf(products, xs);
          return isMean || habit.maximum ? sum(products, own) : Math.max(...products);
        });
        if (habit.pooled) return a.in(x.dtype).of(habit.pooled(samples, isMean));
        const numbers = samples.map((one) => one ?? 0);
        if (numbers.length === 0) return a.in(x.dtype).of(0);
        if (!isMean) return a.in(x.dtype).of(Math.max(...numbers));
        const parts = habit.byRows
          ? rows.map((_, k) => sum(numbers.slice(k * columns.length, (k + 1) * columns.length), own))
          : numbers;
        return a.in(x.dtype).of(own(sum(parts, own) / (habit.dividesFirst ? 1 : numbers.length)));
      }),
    ];
  };

const habits: Readonly<Record<string, RoiAlignHabit>> = {
  'with the greatest weighted element': {},
  'with coordinates in float64': { computing: 'float64' },
  'with the greatest interpolated sample': { maximum: 'interpolated' },
  'with places by one product': { placesAtOnce: true, maximum: 'interpolated' },
  'with regions as short as they are': { keepsShort: true },
  'with weights that are divided first': { dividesFirst: true, byRows: true },
};

/** Correct kernels of regions, as runtimes have them. */
export const roiAlignVariants: readonly Candidate[] = Object.entries(habits).map(([how, habit]) =>
  variant('RoiAlign', how, roiAligned(habit)),
);
