import { broken } from '../schema/counts.ts';
import type { Report } from '../schema.ts';
import { unique } from './grouping.ts';

/** Errors from which on they are the backend's rather than those of what was selected. */
const minErrors = 20;

/**
 * True where cases of several clauses were asked, many of them, and not one was answered with tensors: an adapter that throws
 * whatever the model, a device that is not there. That is no statement on any clause.
 */
export function isUnanswered({ totals, findings }: Pick<Report, 'totals' | 'findings'>): boolean {
  if (totals.pass + totals.fail > 0 || broken(totals) < minErrors) return false;
  return unique(findings.flatMap(({ clauses }) => clauses)).length > 1;
}
