import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Clause } from '../../oracles/spec/operator.ts';

/** What a report must know of one operator version: the opsets that resolve to it and what its clauses say. */
export interface CatalogueEntry {
  readonly operator: string;
  readonly version: number;
  readonly firstOpset: number;
  readonly lastOpset: number;
  readonly clauses: readonly CatalogueClause[];
  /** what invalid models break; absent where there are none */
  readonly rules?: readonly Pick<Clause, 'id' | 'text'>[];
}

/** A clause with its source in words. */
export interface CatalogueClause extends Pick<Clause, 'id' | 'level' | 'text'> {
  readonly source: string;
}

/** Every operator version that a report may speak of, in the order in which it is to list them. */
export type Catalogue = readonly CatalogueEntry[];

/** How many cases a run is going to hold for one cell. 0 is legal, and shows up in `emptyCells`. */
export interface PlannedCell {
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  /** the id of a clause, or of a rule */
  readonly clause: string;
  readonly cases: number;
  /** true for models that have to be rejected: they are in no other figure */
  readonly isInvalid?: true;
}
