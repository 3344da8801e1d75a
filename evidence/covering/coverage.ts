import { isNewest } from '../../generators/cases/take-turns.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import { drawnIn } from '../../generators/covering/rows.ts';
import { Pairs } from '../../generators/covering/search.ts';
import { drawnCells, select } from '../../generators/suite/cases.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { askedOf } from '../drawn/measure.ts';
import { describedCandidate } from './candidates.ts';

/** The number of pairs of classes that occur together in calls of an operator's newest version. */
export interface Coverage {
  readonly operator: string;
  /** in some call that its family draws: the pairs that can occur */
  readonly pairs: number;
  readonly quick: number;
  readonly standard: number;
}

/** Counts the pairs of classes that can occur, and those in the cases of each suite, handwritten and drawn. */
export function coverageOf(operator: Operator): Coverage {
  const pairs = new Pairs();
  for (const cell of drawnCells(operator).filter(isNewest)) {
    for (let index = 0; index < drawnIn(cell); index++)
      for (const { classes } of describedCandidate(cell, index)?.runs ?? []) pairs.of(classes);
  }
  const { count } = pairs;
  const version = operator.versions.at(-1)!;
  const ids = [`${operator.name}/${version.since}`];
  const coveredBy = (suite: 'quick' | 'standard') => {
    const isCovered = new Uint8Array(count);
    const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [], suite });
    for (const example of cells.flatMap(cases)) {
      const own = askedOf(example, operator).filter((asked) => asked.version === version);
      const found = own.flatMap(({ run, earlier }) => pairs.of(classesOf(version, run, earlier)));
      for (const pair of found) if (pair < count) isCovered[pair] = 1;
    }
    return isCovered.reduce((sum, one) => sum + one, 0);
  };
  return { operator: operator.name, pairs: count, quick: coveredBy('quick'), standard: coveredBy('standard') };
}
