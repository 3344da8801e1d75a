import { subjects } from '../generators/suite/subjects.ts';
import { composedOperators } from '../oracles/operators/composed/com-microsoft.ts';
import { newestOpset, opsetRange } from '../oracles/operators.ts';
import { graphName } from '../oracles/spec/graph-operator.ts';
import type { Clause, Operator } from '../oracles/spec/operator.ts';
import { rulesOf } from '../oracles/spec/rules.ts';
import { formatSource } from '../oracles/spec/source.ts';
import type { Catalogue, CatalogueClause } from '../reports/aggregate/catalogue.ts';
import { nodeClause } from './run/network/node-trial.ts';
import { vectorClause } from './run/trial/vectors.ts';

/**
 * Returns the operators for a report, all if no names are given. `extra` clauses, for files on disk, belong to every version.
 * If a run selects opsets, versions are in force only from the first to the last of these.
 */
export function catalogue(
  opsets: readonly number[] = [],
  names?: ReadonlySet<string>,
  extra: readonly Clause[] = [],
): Catalogue {
  const wanted = names ? subjects.filter(({ name }) => names.has(name)) : subjects;
  return entriesOf(wanted, opsets, extra);
}

const entriesOf = (wanted: readonly Operator[], opsets: readonly number[], extra: readonly Clause[]): Catalogue =>
  wanted.flatMap((operator) =>
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
        clauses: [...version.clauses, ...extra].map(inCatalogue),
        rules: rulesOf(operator, version),
      };
    }),
  );

/** Returns the operators of files on disk, and their graphs of several nodes, by opset. */
export function vectorCatalogue(names?: ReadonlySet<string>): Catalogue {
  const opsets = Array.from({ length: newestOpset }, (_, i) => i + 1);
  const graphs = opsets.map((opset) => {
    return {
      operator: graphName,
      version: opset,
      firstOpset: opset,
      lastOpset: opset,
      clauses: [inCatalogue(vectorClause)],
    };
  });
  const clauses = [vectorClause, nodeClause];
  const nodes = catalogue([], names, clauses).filter(({ operator }) => operator !== graphName);
  return [...nodes, ...entriesOf(composedOperators, [], clauses), ...graphs];
}

const inCatalogue = (clause: Clause): CatalogueClause => ({ ...clause, source: formatSource(clause.source) });
