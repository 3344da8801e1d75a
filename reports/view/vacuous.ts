import { groupBy } from '../aggregate/grouping.ts';
import type { Report } from '../schema.ts';
import { plural } from './plural.ts';

/** Elements that passed, and would have whatever they were. */
interface Vacuous {
  readonly operator: string;
  readonly clause: string;
  readonly elements: number;
}

/** By operator and clause, the most first. */
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

/** "94 elements would pass whatever they were: nearly any answer is accepted there"; `undefined` if there are none. */
export function describeVacuous(report: Report): string | undefined {
  const total = vacuousElements(report).reduce((sum, { elements }) => sum + elements, 0);
  return total === 0
    ? undefined
    : `${plural(total, 'element')} would pass whatever they were: nearly any answer is accepted there`;
}
