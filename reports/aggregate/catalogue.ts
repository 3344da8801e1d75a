import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Clause } from '../../oracles/operator.ts';

/** What a report must know of one operator version: the opsets that resolve to it and what its clauses say. */
export interface CatalogueEntry {
  readonly operator: string;
  readonly version: number;
  readonly firstOpset: number;
  readonly lastOpset: number;
  readonly clauses: readonly CatalogueClause[];
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
  readonly clause: string;
  readonly cases: number;
}
