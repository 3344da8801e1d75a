import type { AxisDeclaration } from './declaration.ts';
import { dashed } from './derived-clauses.ts';
import type { Clause } from './operator.ts';
import { rule } from './rules.ts';
import { sentenceOf, type VersionText } from './source.ts';

/** Ends of the ids of clauses, and of rules, that an axis brings; its name stands before them. */
export const negative = '-negative';
export const outOfRange = '-out-of-range';

/** What follows from attributes and inputs being axes. */
export function axisClauses(text: VersionText, axes: readonly AxisDeclaration[]): readonly Clause[] {
  return axes.map(({ name }) => ({
    id: `${dashed(name)}${negative}`,
    text: `A negative ${name} counts from the last dimension.`,
    source: sentenceOf(text, placeOf(name)),
    level: 'specified',
  }));
}

/** What a model must not do with them. */
export function axisRules(text: VersionText, axes: readonly AxisDeclaration[]): readonly Clause[] {
  const refused = axes.filter((axis) => (axis.refusedSince ?? 1) <= text.since);
  return refused.map(({ name, end }) =>
    rule(
      `invalid-${dashed(name)}${outOfRange}`,
      `${name} lies in [-r, ${end ? 'r' : 'r-1'}] for r dimensions.`,
      placeOf(name),
      text,
    ),
  );
}

const placeOf = (name: string) => `${name}: accepted range`;
