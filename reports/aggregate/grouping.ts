import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';

/** Returns the items by key, keys in order of first appearance. (`Map.groupBy` needs Node 21.) */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOr(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** Returns the value of `key`, created on first use. */
export function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** Returns the distinct dtypes in the order of the table of dtypes. */
export function uniqueDTypes(all: Iterable<DType>): DType[] {
  const seen = new Set(all);
  return dtypes.filter((dtype) => seen.has(dtype));
}

/** Returns the items for which a property holds, and the others. */
export function partition<T>(items: readonly T[], holds: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

/** Returns the distinct values, in order of first appearance. */
export function unique<T>(items: Iterable<T>): T[] {
  return [...new Set(items)];
}

/** The least number of cases for a statement about what they have in common. */
export const minCasesForClaim = 3;

/** Whether enough cases fail, and so few that pass meet the condition as well, that it is certain. @param left the passing ones */
export const isCertain = ({ left }: { readonly left: number }, failing: number): boolean =>
  4 * left < failing && failing >= minCasesForClaim;
