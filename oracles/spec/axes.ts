import type { AxisDeclaration } from './declaration.ts';
import { dashed } from './derived-clauses.ts';
import type { Clause } from './operator.ts';
import { rule } from './rules.ts';
import { sentenceOf, type VersionText } from './source.ts';
import { opsetOfRules } from './version-at.ts';

/** Suffixes of the ids of clauses and rules about an axis, after its name. */
export const negative = '-negative';
export const outOfRange = '-out-of-range';

/** Returns the clauses about attributes and inputs that name dimensions. */
export function axisClauses(text: VersionText, axes: readonly AxisDeclaration[]): readonly Clause[] {
  return axes.map(({ name }) => ({
    id: `${dashed(name)}${negative}`,
    text: `Negative values of ${name} count from the last dimension.`,
    source: sentenceOf(text, rangeSentence(name)),
    level: 'specified',
  }));
}

/** Returns the rules about attributes and inputs that name dimensions. */
export function axisRules(text: VersionText, axes: readonly AxisDeclaration[]): readonly Clause[] {
  const refused = axes.filter((axis) => (axis.refusedSince ?? 1) <= opsetOfRules(text));
  return refused.map(({ name, end }) =>
    rule(
      `invalid-${dashed(name)}${outOfRange}`,
      `${name} lies in [-r, ${end ? 'r' : 'r-1'}] for r dimensions.`,
      rangeSentence(name),
      text,
    ),
  );
}

const rangeSentence = (name: string) => `${name}: accepted range`;
