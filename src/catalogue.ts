import type { Clause } from '../oracles/operator.ts';
import { operators, opsetRange } from '../oracles/operators.ts';
import type { Catalogue } from '../reports/catalogue.ts';

/** The operators as reports want them; `extra` clauses (of files on disk) belong to every version. */
export function catalogue(extra: readonly Clause[] = []): Catalogue {
  return operators.flatMap((operator) =>
    operator.versions.map((version) => {
      const { first, last } = opsetRange(operator, version);
      return {
        operator: operator.name,
        version: version.since,
        firstOpset: first,
        lastOpset: last,
        clauses: [...version.clauses, ...extra],
      };
    }),
  );
}
