import { type Case, type Cell, select } from '../generators/suite/cases.ts';

/** A case of the standard suite. */
export interface StandardCase {
  readonly example: Case;
  /** true if it is also in the quick suite */
  readonly isQuick: boolean;
}

/** Yields the cases of an operator in the standard suite, those of the quick suite first, cell by cell to save memory. */
export function* quickFirst(
  operator: string,
  seed: number,
  isWanted: (cell: Cell) => boolean = () => true,
): Iterable<StandardCase> {
  const quick = new Set<string>();
  for (const suite of ['quick', 'standard'] as const) {
    const { cells, cases } = select({ seed, ids: [operator], opsets: [], dtypes: [], suite });
    for (const cell of cells.filter(isWanted)) {
      for (const example of cases(cell)) {
        if (quick.has(example.id)) continue;
        if (suite === 'quick') quick.add(example.id);
        yield { example, isQuick: suite === 'quick' };
      }
    }
  }
}

/** The number of an operator's cells, as an estimate of the work. */
export const cellCount = (operator: string): number =>
  select({ seed: 1, ids: [operator], opsets: [], dtypes: [] }).cells.length;
