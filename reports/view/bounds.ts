import type { DType } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import { getOr } from '../aggregate/grouping.ts';
import type { Accuracy } from '../schema.ts';

/** The worst errors of several runtimes relative to their bounds, in operators that combine elements. */
export interface ComparedBounds {
  readonly operator: string;
  readonly dtype: DType;
  /** by index of the runtime; `null` if it has neither a tier nor a failure */
  readonly seen: readonly (Pick<Accuracy, 'worstTier' | 'worstErrorOverBound' | 'failed'> | null)[];
}

/** Explains the figures. */
export const boundsLegend = 'worst tier reached, worst error / proven bound, ✗ wrong cases';

/** Returns a row for each operator and dtype in which the answers of some runtime are not all exact. */
export function compareBounds(accuracies: readonly (readonly Accuracy[])[]): ComparedBounds[] {
  const rows = new Map<string, (Accuracy | null)[]>();
  for (const [i, own] of accuracies.entries()) {
    for (const entry of own) {
      if (findOperator(entry.operator)?.family === 'elementwise') continue;
      getOr(rows, `${entry.operator} ${entry.dtype}`, () => accuracies.map(() => null))[i] = entry;
    }
  }
  return [...rows.values()]
    .filter((entries) => entries.some((entry) => entry && entry.worstErrorOverBound > 0))
    .map((entries) => {
      const { operator, dtype } = entries.find((entry) => entry !== null)!;
      const seen = entries.map(
        (entry) =>
          entry && {
            ...(entry.worstTier && { worstTier: entry.worstTier }),
            worstErrorOverBound: entry.worstErrorOverBound,
            failed: entry.failed,
          },
      );
      return { operator, dtype, seen };
    });
}
