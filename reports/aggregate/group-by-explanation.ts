import type { CaseResult, Explanation } from '../schema.ts';
import type { PatternTally } from './failure-group.ts';
import { groupBy } from './grouping.ts';

/** Wrong answers that one explanation fits. */
export interface Explained {
  readonly explanation: Explanation;
  readonly tallies: readonly PatternTally[];
}

/**
 * Decides which of the explanations that fit a wrong answer is reported. One value can have several by chance, all values of a
 * fault have one: within an operator and dtype the explanation that fits most cases takes them all, then the next; of
 * equals that which fits most elsewhere, then the more specific. What is said of different operators and dtypes in the
 * same words is one.
 * @param tallies each of one operator, dtype and list of explanations
 */
export function byExplanation(tallies: readonly PatternTally[]): readonly Explained[] {
  const units = groupBy(tallies, ({ smallest }) => kernelOf(smallest.atFault ?? smallest));
  const inAll = casesById(tallies);
  const explained = [...units.values()].flatMap((unit) => explain(unit, inAll));
  return [...groupBy(explained, ({ explanation }) => explanation.id).values()].map((same) => ({
    explanation: same[0]!.explanation,
    tallies: same.flatMap((one) => one.tallies),
  }));
}

const kernelOf = ({ operator, dtype }: Pick<CaseResult, 'operator' | 'dtype'>): string => `${operator} ${dtype}`;

function casesById(tallies: readonly PatternTally[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tally of tallies) {
    for (const { id } of explanationsOf(tally)) counts.set(id, (counts.get(id) ?? 0) + tally.cases);
  }
  return counts;
}

function explain(unit: readonly PatternTally[], inAll: ReadonlyMap<string, number>): Explained[] {
  const explained: Explained[] = [];
  let rest = unit;
  while (rest.length > 0) {
    const counts = casesById(rest);
    const rank = (id: string) => Math.min(...rest.map((tally) => placeOf(tally, id)).filter((place) => place >= 0));
    const isBetter = (a: string, b: string) =>
      counts.get(a)! - counts.get(b)! || inAll.get(a)! - inAll.get(b)! || rank(b) - rank(a) || (a < b ? 1 : -1);
    const id = [...counts.keys()].reduce((a, b) => (isBetter(b, a) > 0 ? b : a));
    const tallies = rest.filter((tally) => placeOf(tally, id) >= 0);
    const explanation = explanationsOf(tallies[0]!).find((one) => one.id === id)!;
    explained.push({ explanation, tallies });
    rest = rest.filter((tally) => !tallies.includes(tally));
  }
  return explained;
}

const explanationsOf = ({ smallest }: PatternTally): readonly Explanation[] => smallest.explanations ?? [];
const placeOf = (tally: PatternTally, id: string) => explanationsOf(tally).findIndex((one) => one.id === id);
