import type { Clause } from './operator.ts';
import { sentenceOf, type VersionText } from './source.ts';

/** The ids of the clauses whose calls are drawn at random by a family: for single runs, and for several runs. */
export const combinations = 'combinations';
export const sessionCombinations = 'session-combinations';

/** Returns whether the calls of a clause are drawn at random, and selected for their combinations of classes. */
export const isDrawn = ({ id }: Pick<Clause, 'id'>): boolean => id === combinations || id === sessionCombinations;

/** Returns the clause that all other clauses also hold in combination: no text makes exceptions for combinations. */
export const combinationsOf = (text: VersionText): Clause => ({
  id: combinations,
  text: 'The rules for shapes, types, attributes, values and constants hold in every combination.',
  source: sentenceOf(text, ''),
  level: 'specified',
});
