import { getOr } from '../aggregate/grouping.ts';
import { broken, judged } from '../schema/counts.ts';
import type { OutcomeCounts, Report } from '../schema.ts';

/** The numbers of wrong, judged and unsupported cases. */
type Figures = readonly [wrong: number, judged: number, unsupported: number];

/**
 * The index of a page's search. By operator, version and clause it has the figures of each dtype in one compact text:
 * "float32 0 12 0;float64 1 12 0". Single cases are found by their cell.
 */
export interface SearchIndex {
  readonly cells: Readonly<Record<string, string>>;
  /** the anchors of the findings that break a clause of an operator version: `ReduceSum/13/axes` */
  readonly findings: Readonly<Record<string, readonly string[]>>;
}

export function searchIndex({ cells, failedClauses, findings }: Report): SearchIndex {
  const byClause = new Map<string, string[]>();
  for (const { operator, version, clause, dtype, counts } of cells) {
    getOr(byClause, `${operator}/${version}/${clause}`, () => []).push(`${dtype} ${figuresOf(counts).join(' ')}`);
  }
  return {
    cells: Object.fromEntries([...byClause].map(([key, all]) => [key, all.join(';')])),
    findings: Object.fromEntries(
      failedClauses.map((failed) => [
        `${failed.operator}/${failed.version}/${failed.clause}`,
        failed.findings.flatMap((number) => findings[number - 1]?.id ?? []),
      ]),
    ),
  };
}

const figuresOf = (counts: OutcomeCounts): Figures => [broken(counts), judged(counts), counts.unsupported];
