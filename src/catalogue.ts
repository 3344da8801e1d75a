import type { Clause } from '../oracles/operator.ts';
import { operators, opsetRange } from '../oracles/operators.ts';
import { sourceInWords } from '../oracles/source.ts';
import type { Catalogue } from '../reports/tally/catalogue.ts';

/**
 * The operators as reports want them; `extra` clauses (of files on disk) belong to every version. Where a run selects
 * opsets, versions are in force only from the first to the last of those.
 */
export function catalogue(extra: readonly Clause[] = [], opsets: readonly number[] = []): Catalogue {
  return operators.flatMap((operator) =>
    operator.versions.map((version) => {
      const range = opsetRange(operator, version);
      const chosen = opsets.filter((opset) => opset >= range.first && opset <= range.last);
      const first = chosen[0] ?? range.first;
      const last = chosen.at(-1) ?? range.last;
      return {
        operator: operator.name,
        version: version.since,
        firstOpset: first,
        lastOpset: last,
        clauses: [...version.clauses, ...extra].map((clause) => ({ ...clause, source: sourceInWords(clause.source) })),
      };
    }),
  );
}
