import { broken, judged } from '../schema/counts.ts';
import type { OutcomeCounts } from '../schema.ts';

/** Formats the share of judged cases that pass, "99.9 %", rounded down so that 100 % means all; "–" if none was judged. */
export function share(counts: OutcomeCounts): string {
  if (judged(counts) === 0) return '–';
  if (broken(counts) === 0) return '100 %';
  const perMille = Math.floor((1000 * counts.pass) / judged(counts));
  return `${(perMille / 10).toFixed(1)} %`;
}
