import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Clause } from '../../oracles/spec/operator.ts';

/** The facts about one operator version for a report: the opsets that resolve to it, and its clauses. */
export interface CatalogueEntry {
  readonly operator: string;
  readonly version: number;
  readonly firstOpset: number;
  readonly lastOpset: number;
  readonly clauses: readonly CatalogueClause[];
  /** the rules that invalid models break; absent if there are none */
  readonly rules?: readonly Pick<Clause, 'id' | 'text'>[];
}

/** A clause with its source in words. */
export interface CatalogueClause extends Pick<Clause, 'id' | 'level' | 'text'> {
  readonly source: string;
}

/** All operator versions that a report may contain, in the report's order. */
export type Catalogue = readonly CatalogueEntry[];

/** A cell with the number of its planned cases; cells with 0 are listed in `emptyCells`. */
export interface PlannedCell {
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  /** the id of a clause, or of a rule */
  readonly clause: string;
  readonly cases: number;
  /** true for models that have to be rejected: these have their own figures */
  readonly isInvalid?: true;
}
