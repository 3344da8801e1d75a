import type { Cell } from './cases.ts';
import type { Plan } from './proposal.ts';
import { reductionPlans } from './reduction/plans.ts';

/** The plans of each family of operators, by clause. */
const plans: Readonly<Record<string, Readonly<Record<string, Plan>>>> = {
  reduction: reductionPlans,
};

/** The plan that tries the clause of a cell. @throws Error if nobody wrote one: a fault of the suite */
export function planOf({ operator, clause, name }: Pick<Cell, 'operator' | 'clause' | 'name'>): Plan {
  const plan = plans[operator.family]?.[clause.id];
  if (!plan) throw new Error(`${name}: the family ${operator.family} has no plan for this clause`);
  return plan;
}
