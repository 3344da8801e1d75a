import { opsetRange } from '../aggregate/opsets.ts';
import type { Finding } from '../schema.ts';

/** Formats the opsets of a finding: "7–26", "13, 18"; if longer than `width`, only the first and last: "7–26". */
export function describeOpsets({ opsets }: Pick<Finding, 'opsets'>, width: number): string {
  const text = opsets.map(opsetRange).join(', ');
  return text.length <= width ? text : opsetRange({ first: opsets[0]!.first, last: opsets.at(-1)!.last });
}
