import type { Clause } from './operator.ts';
import { sentenceOf, type VersionText } from './source.ts';

/** The ids of the clauses that are tried by calls which a family draws: of one run each, and of several. */
export const combinations = 'combinations';
export const sessionCombinations = 'session-combinations';

/** True for the clauses whose calls are drawn, and chosen for the classes that occur together in them. */
export const isDrawn = ({ id }: Pick<Clause, 'id'>): boolean => id === combinations || id === sessionCombinations;

/** What the other clauses say one by one holds together as well: no text makes an exception of a combination. */
export const combinationsOf = (text: VersionText): Clause => ({
  id: combinations,
  text: 'What the text says of shapes, types, attributes, values and constants holds in any combination.',
  source: sentenceOf(text, ''),
  level: 'specified',
});
