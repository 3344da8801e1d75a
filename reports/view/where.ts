import { unique } from '../aggregate/grouping.ts';
import { opsetRange } from '../aggregate/opsets.ts';
import type { Finding } from '../schema.ts';
import { plural } from './plural.ts';

/**
 * The operators and opsets of a finding in as many words as fit into `width` characters: "ReduceA, ReduceB, 7–26",
 * "ReduceA +6, 11–20", "ReduceA", "7 operators".
 */
export function describeWhere({ where, opsets }: Pick<Finding, 'where' | 'opsets'>, width: number): string {
  const names = unique(where.map(({ operator }) => operator));
  const some = (count: number) =>
    count < names.length ? `${names.slice(0, count).join(', ')} +${names.length - count}` : names.join(', ');
  const spans = opsets.map(opsetRange).join(', ');
  const range = opsetRange({ first: opsets[0]!.first, last: opsets.at(-1)!.last });
  const counts = Array.from({ length: names.length }, (_, i) => names.length - i);
  const texts = counts.flatMap((count) => [`${some(count)}, ${spans}`, `${some(count)}, ${range}`]);
  return [...texts, some(1)].find((text) => text.length <= width) ?? plural(names.length, 'operator');
}
