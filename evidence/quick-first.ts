import { type Case, type Cell, select } from '../generators/suite/cases.ts';

/** A case of the standard suite. */
export interface StandardCase {
  readonly example: Case;
  /** true if the quick suite has it, too */
  readonly isQuick: boolean;
}

/** The cases of an operator in the standard suite, cell by cell, as nobody needs all at once: those of quick first. */
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

/** About how much there is to do for an operator. */
export const cellCount = (operator: string): number =>
  select({ seed: 1, ids: [operator], opsets: [], dtypes: [] }).cells.length;
