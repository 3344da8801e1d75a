import { broken } from '../schema/counts.ts';
import type { Report } from '../schema.ts';
import { unique } from './grouping.ts';

/** The least number of errors that indicate a fault of the backend and not of the selected cases. */
const minErrors = 20;

/**
 * Whether many cases of several clauses were asked and none was answered with tensors: the adapter always throws, or a
 * device is missing. Such a run shows nothing about any clause.
 */
export function isUnanswered({ totals, findings }: Pick<Report, 'totals' | 'findings'>): boolean {
  if (totals.pass + totals.fail > 0 || broken(totals) < minErrors) return false;
  return unique(findings.flatMap(({ clauses }) => clauses)).length > 1;
}
