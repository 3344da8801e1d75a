import { subjects } from '../../../generators/suite/subjects.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Clause } from '../../../oracles/spec/operator.ts';
import { rulesOf } from '../../../oracles/spec/rules.ts';
import { groupBy } from '../../../reports/aggregate/grouping.ts';
import { describeLevel, indented } from './format-topic.ts';

/** A clause or a rule of an operator version. */
interface Owned {
  readonly operator: string;
  readonly since: number;
  readonly clause: Clause;
  /** how binding it is, in words */
  readonly kind: string;
}

/** Returns the clauses and rules of all operator versions. */
function allClauses(): Owned[] {
  return subjects.flatMap((operator) =>
    operator.versions.flatMap((version) => {
      const own = (clause: Clause, isRule: boolean): Owned => {
        return { operator: operator.name, since: version.since, clause, kind: describeLevel(clause, isRule) };
      };
      return [
        ...version.clauses.map((clause) => own(clause, false)),
        ...rulesOf(operator, version).map((rule) => own(rule, true)),
      ];
    }),
  );
}

/** Returns the ids of all clauses and rules. */
export const clauseIds = (): string[] => [...new Set(allClauses().map(({ clause }) => clause.id))];

/**
 * Prints the texts of a clause or a rule for all operators, with the operator versions that have it.
 * @throws BadInput for further arguments, which need an operator
 */
export function printClause(id: string, more: readonly (string | undefined)[]): void {
  const owned = allClauses().filter(({ clause }) => clause.id === id);
  const form = `explain ${owned.at(-1)!.operator} ${id}`;
  const extra = more.find((word) => word !== undefined);
  if (extra !== undefined) throw new BadInput(`${id} is a clause: leave out '${extra}', or name the operator: ${form}`);
  const readings = groupBy(owned, ({ kind, clause }) => `${kind} ${clause.text}`).values();
  const lines = [...readings].flatMap((own) => {
    const versions = [...groupBy(own, ({ operator }) => operator)].map(
      ([operator, all]) => `${operator}${all.map(({ since }) => `-${since}`).join(', ')}`,
    );
    return [`${id} (${own[0]!.kind})`, ...indented(own[0]!.clause.text), ...indented(`Of ${versions.join(', ')}`)];
  });
  process.stdout.write(`${[...lines, '', `With its source in one operator: ${form}`].join('\n')}\n`);
}
