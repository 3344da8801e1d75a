import { broken } from '../schema/counts.ts';
import type { Report } from '../schema.ts';
import { truncate } from './truncate.ts';

/** Describes a run without answers: "every case ended in the same error: no device", or the most frequent error. */
export function describeUnanswered({ totals, findings }: Pick<Report, 'totals' | 'findings'>): string {
  const [most] = [...findings].sort((a, b) => b.cases - a.cases);
  const kind = most!.outcome === 'timeout' ? 'timeout' : most!.outcome === 'crash' ? 'crash' : 'error';
  const message = most!.message === undefined ? '' : `: ${truncate(most!.message, 300)}`;
  const asked = broken(totals);
  const rest = totals.unsupported > 0 ? ` (${totals.unsupported} more unsupported)` : '';
  const ends =
    findings.length === 1
      ? `every case ended in the same ${kind}`
      : `${asked} of ${asked} cases ended in an error, ${most!.cases} of them in the same ${kind}`;
  return `${ends}${message}${rest}`;
}
