import type { AxisDeclaration } from './declaration.ts';
import { dashed } from './derived-clauses.ts';
import type { Clause } from './operator.ts';
import { releaseOf } from './releases.ts';
import { rule } from './rules.ts';
import { changelog, sentence } from './source.ts';

/** Ends of the ids of clauses, and of rules, that an axis brings; its name stands before them. */
export const negative = '-negative';
export const outOfRange = '-out-of-range';

/** What follows from attributes and inputs being axes. */
export function axisClauses(operator: string, since: number, axes: readonly AxisDeclaration[]): readonly Clause[] {
  return axes.map(({ name }) => ({
    id: `${dashed(name)}${negative}`,
    text: `A negative ${name} counts from the last dimension.`,
    source: sentence(changelog, placeOf(operator, since, name), releaseOf(since)),
    level: 'specified',
  }));
}

/** What a model must not do with them. */
export function axisRules(operator: string, since: number, axes: readonly AxisDeclaration[]): readonly Clause[] {
  const refused = axes.filter((axis) => (axis.refusedSince ?? 1) <= since);
  return refused.map(({ name, end }) =>
    rule(
      `invalid-${dashed(name)}${outOfRange}`,
      `${name} lies in [-r, ${end ? 'r' : 'r-1'}] for r dimensions.`,
      placeOf(operator, since, name),
      since,
    ),
  );
}

const placeOf = (operator: string, since: number, name: string) => `${operator}-${since}, ${name}: accepted range`;
