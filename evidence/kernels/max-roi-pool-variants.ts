import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementsOf } from '../../oracles/numerics/tensor.ts';
import { values } from '../../oracles/spec/node.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

type Span = readonly [from: number, to: number];

/** How a kernel computes; right ones differ in the first three. */
export interface MaxRoiPoolHabit {
  /** ends of cells by quotients of integers */
  readonly byIntegers?: true;
  /** corners halfway between elements go to the even one */
  readonly halvesToEven?: true;
  /** a NaN is passed over */
  readonly ignoresNaN?: true;
  /** what else faulty kernels do */
  readonly cornerOf?: (end: number, scale: number, isLast: boolean) => number;
  readonly lengthOf?: (first: number, last: number) => number;
  readonly cellOf?: (cell: number, step: number) => Span;
  readonly elementAt?: (index: number, length: number) => number | undefined;
  readonly greatest?: (xs: readonly number[]) => number;
  readonly onEmpty?: number;
}

const halfAway = (x: number): number => Math.sign(x) * Math.floor(Math.abs(x) + 0.5);

function halfToEven(x: number): number {
  const low = Math.floor(x);
  return x - low < 0.5 || (x - low === 0.5 && low % 2 === 0) ? low : low + 1;
}

/** A kernel of numbers, as Caffe has it. */
export const maxRoiPooled =
  (habit: MaxRoiPoolHabit): Alter =>
  () =>
  (a, node) => {
    const [x, rois] = [node.input(0), node.input(1)];
    const [, channels, ...lengths] = x.dims as [number, number, number, number];
    const r = (one: number) => roundDouble(one, formatOf(x.dtype) as FloatFormat);
    const [regions, data] = [rois, x].map(({ tensor }) => elementsOf(tensor!) as readonly number[]);
    const cells = node.numbers('pooled_shape')!;
    const scale = r(node.number('spatial_scale'));
    const dims = [rois.dims[0]!, channels, ...cells];
    const round = habit.halvesToEven ? halfToEven : halfAway;
    /** indices of the elements of a cell along a dimension, some of them perhaps beyond the data */
    const along = (region: number, axis: number, cell: number): readonly number[] => {
      const [first, last] = [2 - axis, 4 - axis].map((place, i) => {
        const end = regions![5 * region + place]!;
        return habit.cornerOf?.(end, scale, i === 1) ?? round(r(end * scale));
      });
      const length = habit.lengthOf?.(first!, last!) ?? Math.max(last! - first! + 1, 1);
      const step = r(length / cells[axis]!);
      const [from, to] =
        habit.cellOf?.(cell, step) ??
        (habit.byIntegers
          ? [Math.floor((cell * length) / cells[axis]!), Math.ceil(((cell + 1) * length) / cells[axis]!)]
          : [Math.floor(r(cell * step)), Math.ceil(r((cell + 1) * step))]);
      return range(Math.max(0, to - from)).map((i) => first! + from + i);
    };
    const inside = (index: number, length: number) => (index >= 0 && index < length ? index : undefined);
    return [
      values(x.dtype, dims, (index) => {
        const [region, channel, ...cell] = placeOf(index, dims) as [number, number, number, number];
        const [rows, columns] = [0, 1].map((axis) =>
          along(region, axis, cell[axis]!).flatMap((at) => {
            const found = (habit.elementAt ?? inside)(at, lengths[axis]!);
            return found === undefined ? [] : [found];
          }),
        );
        const image = regions![5 * region]!;
        const xs = rows!.flatMap((row) =>
          columns!.map((column) => data![indexOf([image, channel, row, column], x.dims)]!),
        );
        const own = a.in(x.dtype);
        if (xs.length === 0) return own.of(habit.onEmpty ?? 0);
        if (habit.greatest) return own.of(habit.greatest(xs));
        return own.of(Math.max(...(habit.ignoresNaN ? xs.filter((one) => !Number.isNaN(one)) : xs)));
      }),
    ];
  };

const habits: Readonly<Record<string, MaxRoiPoolHabit>> = {
  'as Caffe has it': {},
  'by quotients of integers': { byIntegers: true },
  'with halves to the even element, that passes over NaN': { halvesToEven: true, ignoresNaN: true },
};

/** Correct kernels of regions, as runtimes have them. */
export const maxRoiPoolVariants: readonly Candidate[] = Object.entries(habits).map(([how, habit]) =>
  variant('MaxRoiPool', how, maxRoiPooled(habit)),
);
