import { formatOf } from '../../oracles/numerics/dtype.ts';
import { isCurrentAmong } from '../../oracles/spec/newest-opset.ts';
import type { PlanContext } from './proposal.ts';

/**
 * Returns every `stride`-th item, from a start that differs between versions and dtypes. Each cell stays small. Every item is tried in
 * some dtype of every version and in some version of every dtype.
 */
export function takeTurns<T>(items: readonly T[], { version, operator, dtype }: PlanContext, stride: number): T[] {
  const start = operator.versions.indexOf(version) + version.dtypes.indexOf(dtype);
  return items.filter((_, i) => (i + start) % stride === 0);
}

/** The first `count` items of an iterable, which computes no others. */
export function firstOf<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const item of items) if (taken.push(item) === count) break;
  return taken;
}

/** The list rotated to the left: it begins with item number `places` and ends with the items before that. */
export const rotateBy = <T>(list: readonly T[], places: number): T[] => [
  ...list.slice(places),
  ...list.slice(0, places),
];

/** True for the newest version, and for the version in force at the newest opset that most runtimes support. */
export const isCurrent = ({ operator, version }: Pick<PlanContext, 'operator' | 'version'>): boolean =>
  isCurrentAmong(version, operator.versions);

/** Whether a cell has calls with many elements: they take long, so one type has them, which every runtime supports. */
export const triesLarge = (context: PlanContext): boolean => isCurrent(context) && context.dtype === 'float32';

/** At the current versions: all items in float32, which every runtime supports, and one of them in turn in each other dtype. */
export function pinned<T>(items: readonly T[], context: PlanContext): readonly T[] {
  if (!isCurrent(context)) return [];
  return context.dtype === 'float32' ? items : takeTurns(items, context, items.length);
}

/** Lengths around vector widths, unrolled loops and blocks. */
export const lengths = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023,
  1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097,
] as const;

/** The numbers behind the vectors of 4, 8 and 16 in a list. */
const rest = 7;

/** The length of a list with such a rest. A list of fewer than 8 is a rest itself. */
export const lengthWithRest = (length: number): number => (length < 8 ? length : 16 * Math.ceil(length / 16) + rest);

/**
 * A list that begins anew until vectors are full, and again in a rest behind them: kernels compute a rest in another way, often with
 * another rounding.
 */
export function withRest<T>(list: readonly T[]): readonly T[] {
  const more = lengthWithRest(list.length) - list.length;
  return more === 0 ? list : [...list, ...list.slice(0, more - rest), ...list.slice(0, rest)];
}

/** At the current versions one list for each part that may be in the rest; in others one of these lists. */
export function withEachRest<T>(list: readonly T[], context: PlanContext): readonly (readonly T[])[] {
  const parts = Array.from({ length: Math.ceil(list.length / rest) }, (_, part) =>
    withRest(rotateBy(list, part * rest)),
  );
  return isCurrent(context) ? parts : takeTurns(parts, context, parts.length);
}

/**
 * A length whose last places a narrow float type does not tell apart: kernels that compute places in the type of the data go wrong there.
 * It is even. Returns `undefined` for types that tell all affordable lengths apart.
 */
export function lengthBeyondPlaces({ dtype }: Pick<PlanContext, 'dtype'>): number | undefined {
  const format = formatOf(dtype);
  return format.kind === 'float' && format.precision <= 11 ? 2 ** format.precision + 12 : undefined;
}

/**
 * A few lengths for elements that are slow to compute. Each exceeds a common size of a block, table or narrow counter, and is not a
 * multiple of any.
 */
export const longLengths = (most = Number.POSITIVE_INFINITY): readonly number[] =>
  [17, 33, 67, 131, 261, 515, 1030].filter((length) => length <= most);
