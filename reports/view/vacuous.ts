import { groupBy } from '../aggregate/grouping.ts';
import type { Report } from '../schema.ts';
import { plural } from './plural.ts';

/** Elements that passed only because nearly any value is accepted. */
interface Vacuous {
  readonly operator: string;
  readonly clause: string;
  readonly elements: number;
}

/** Returns the elements by operator and clause, the largest numbers first. */
export function vacuousElements({ cells }: Report): readonly Vacuous[] {
  const found = cells.filter(({ vacuous = 0 }) => vacuous > 0);
  return [...groupBy(found, ({ operator, clause }) => `${operator} ${clause}`).values()]
    .map((own) => ({
      operator: own[0]!.operator,
      clause: own[0]!.clause,
      elements: own.reduce((sum, { vacuous }) => sum + vacuous!, 0),
    }))
    .sort((a, b) => b.elements - a.elements);
}

/** Describes such elements: "94 elements would pass whatever they were: nearly any answer is accepted there", if any. */
export function describeVacuous(report: Report): string | undefined {
  const total = vacuousElements(report).reduce((sum, { elements }) => sum + elements, 0);
  return total === 0
    ? undefined
    : `${plural(total, 'element')} would pass whatever they were: nearly any answer is accepted there`;
}
