import type { PlanContext } from '../cases/proposal.ts';

/** The plans of an operator do not fit its schema or its clauses: a mistake of their author, who is shown one line. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}

/** The files of families that have another name than the family. */
const otherFiles: Readonly<Record<string, string>> = {
  graph: 'graphs',
  'mel-scale': 'signal',
  'window-function': 'signal',
};

/** Returns the file in which the plans of a family are declared, or listed by operator. */
export const fileOfFamily = (family: string): string => `generators/families/${otherFiles[family] ?? family}.ts`;

/**
 * Returns what the plans of a clause give.
 * @throws DeclarationError that names operator, clause and file if the plans are wrong
 */
export function fromPlans<T>(
  { operator, version, clause }: Pick<PlanContext, 'operator' | 'version' | 'clause'>,
  make: () => T,
): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    const where = `${operator.name}-${version.since}, clause ${clause.id}`;
    throw new DeclarationError(`${where}: ${error.message} (see ${fileOfFamily(operator.family)})`, { cause: error });
  }
}
