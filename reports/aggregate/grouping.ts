import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';

/** The items by key, keys in order of first appearance. (`Map.groupBy` needs Node 21.) */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOr(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** The value of `key`, made on first use. */
export function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** The different dtypes in the order of the table. */
export function uniqueDTypes(all: Iterable<DType>): DType[] {
  const seen = new Set(all);
  return dtypes.filter((dtype) => seen.has(dtype));
}

/** The different values, in order of first appearance. */
export function unique<T>(items: Iterable<T>): T[] {
  return [...new Set(items)];
}

/** Of fewer cases everything is common to all. */
export const minCasesForClaim = 3;
