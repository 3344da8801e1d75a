import { range } from '../../oracles/arrays/lines.ts';
import { elementsOf } from '../../oracles/numerics/tensor.ts';
import { type Node, values } from '../../oracles/spec/node.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

/** A box by its ends. */
export interface Ends {
  readonly y: readonly [number, number];
  readonly x: readonly [number, number];
}

type Row = readonly [image: number, classOf: number, box: number];

/** A row with the score of its box. */
export interface ScoredRow {
  readonly row: Row;
  readonly score: number;
}

/** How a kernel computes; right ones differ in the first five. */
export interface NmsHabit {
  /** in the place of a quotient */
  readonly compares?: 'product';
  /** the type of areas; float32 if absent */
  readonly computing?: 'float64';
  /** of equal scores the higher index comes first */
  readonly lastFirst?: true;
  /** the greatest one is looked for again and again among those that are left, and not sorted once */
  readonly searches?: true;
  /** the score is looked at when boxes have been selected: none of a lower score came before */
  readonly thresholdLast?: true;
  /** what else faulty kernels do */
  readonly endsOf?: (box: readonly number[], isByCenter: boolean) => Ends;
  readonly lengthOf?: (low: number, high: number) => number;
  /** of a dimension what two boxes have in common, by the distance of its ends */
  readonly shared?: (length: number) => number;
  readonly overlap?: (common: number, selected: number, other: number) => number;
  readonly isAbove?: (overlap: number, threshold: number) => boolean;
  readonly threshold?: (given: number | undefined) => number;
  readonly isKept?: (score: number, threshold: number | undefined) => boolean;
  readonly limit?: (given: number) => number;
  readonly before?: (one: number, other: number) => number;
  /** boxes that are left out suppress others as well */
  readonly suppressedSuppress?: true;
  /** no more boxes than the limit are looked at */
  readonly limitsFirst?: true;
  /** what is selected of a class suppresses boxes of those after it */
  readonly acrossClasses?: true;
  readonly limitsImages?: true;
  readonly boxesOf?: (image: number) => number;
  readonly scoresOf?: (image: number, classOf: number) => readonly [number, number];
  readonly rows?: (rows: readonly ScoredRow[]) => readonly Row[];
}

const atLeastNothing = (length: number): number => Math.max(0, length);

const optional = (node: Node<unknown>, place: number): number | undefined => {
  const tensor = node.inputs[place]?.tensor;
  return tensor && Number(elementsOf(tensor)[0]);
};

/** A kernel of numbers, as runtimes have them. */
export const selecting =
  (habit: NmsHabit): Alter =>
  () =>
  (a, node) => {
    const [boxes, scores] = [node.input(0), node.input(1)];
    const [images, count] = boxes.dims as [number, number];
    const classes = scores.dims[1]!;
    const [corners, all] = [boxes, scores].map(({ tensor }) => elementsOf(tensor!) as readonly number[]);
    const isByCenter = node.flag('center_point_box');
    const r = habit.computing ? (x: number) => x : Math.fround;
    const own = node as Node<unknown>;
    const given = optional(own, 2) ?? 0;
    const limit = habit.limit?.(given) ?? given;
    const threshold = habit.threshold?.(optional(own, 3)) ?? optional(own, 3) ?? 0;
    const least = optional(own, 4);
    const isKept = habit.isKept ?? ((score, most) => most === undefined || !(score < most));
    const usual = (box: readonly number[]): Ends => {
      const [p, q, s, t] = box as [number, number, number, number];
      if (!isByCenter) return { y: [Math.min(p, s), Math.max(p, s)], x: [Math.min(q, t), Math.max(q, t)] };
      const [width, height] = [s / 2, t / 2];
      return { x: [r(p - width), r(p + width)], y: [r(q - height), r(q + height)] };
    };
    const endsOf = (image: number, box: number): Ends => {
      const first = 4 * ((habit.boxesOf?.(image) ?? image) * count + box);
      const numbers = corners!.slice(first, first + 4);
      return habit.endsOf?.(numbers, isByCenter) ?? usual(numbers);
    };
    const lengthOf = habit.lengthOf ?? ((low, high) => r(high - low));
    const area = ({ y, x }: Ends) => r(lengthOf(...y) * lengthOf(...x));
    const isSuppressed = (image: number, selected: number, other: number): boolean => {
      const [one, two] = [endsOf(image, selected), endsOf(image, other)];
      const shared = (of: 'x' | 'y') =>
        (habit.shared ?? atLeastNothing)(lengthOf(Math.max(one[of][0], two[of][0]), Math.min(one[of][1], two[of][1])));
      const common = r(shared('y') * shared('x'));
      const [left, right] = [area(one), area(two)];
      const union = r(r(left + right) - common);
      if (habit.overlap) return habit.overlap(common, left, right) > threshold;
      if (habit.isAbove) return habit.isAbove(r(common / union), threshold);
      return habit.compares ? common > r(threshold * union) : r(common / union) > threshold;
    };
    const found = range(images).flatMap((image) => {
      const ofImage: ScoredRow[] = [];
      for (const own of range(classes)) {
        const [i, c] = habit.scoresOf?.(image, own) ?? [image, own];
        const score = (box: number) => all![(i * classes + c) * count + box]!;
        const before = (one: number, other: number) =>
          (habit.before ?? ((x, y) => y - x))(score(one), score(other)) ||
          (habit.lastFirst ? other - one : one - other);
        const kept = range(count).filter((box) => habit.thresholdLast || isKept(score(box), least));
        const sorted = habit.searches ? kept : kept.toSorted(before);
        let left = habit.limitsFirst ? sorted.slice(0, limit) : sorted;
        const suppressing = habit.acrossClasses ? ofImage.map(({ row: [, , box] }) => box) : [];
        const selected: number[] = [];
        while (left.length > 0 && selected.length < limit) {
          const next = habit.searches ? left.reduce((best, box) => (before(box, best) < 0 ? box : best)) : left[0]!;
          left = left.filter((box) => box !== next);
          const isLeft = !suppressing.some((other) => isSuppressed(image, other, next));
          if (isLeft) selected.push(next);
          if (isLeft || habit.suppressedSuppress) suppressing.push(next);
        }
        for (const box of selected) {
          if (habit.thresholdLast && !isKept(score(box), least)) continue;
          if (habit.limitsImages && ofImage.length >= limit) break;
          ofImage.push({ row: [image, own, box], score: score(box) });
        }
      }
      return ofImage;
    });
    const rows = habit.rows?.(found) ?? found.map(({ row }) => row);
    return [values('int64', [rows.length, 3], (i) => a.of(BigInt(rows[Math.floor(i / 3)]![i % 3]!)))];
  };

const habits: Readonly<Record<string, NmsHabit>> = {
  'that sorts once': {},
  'that searches again and again, with areas in float64': { searches: true, computing: 'float64' },
  'that compares products': { compares: 'product' },
  'that takes the last of equal scores': { lastFirst: true },
  'that looks at the least score last': { thresholdLast: true },
};

/** Correct kernels that suppress boxes, as runtimes have them. */
export const nonMaxSuppressionVariants: readonly Candidate[] = Object.entries(habits).map(([how, habit]) =>
  variant('NonMaxSuppression', how, selecting(habit)),
);
