import type { ElementAcceptance } from '../oracles/acceptance/acceptance.ts';
import { acceptedRanges } from '../oracles/acceptance/ranges.ts';
import { admitsNearlyAnything } from '../oracles/acceptance/vacuous.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import { elementCount } from '../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../oracles/operator.ts';
import type { Case } from './case.ts';
import { callOf } from './cases.ts';

/** How many elements of some cases admit nearly anything, and why. */
export interface VacuousElements {
  /** cases that have some */
  cases: number;
  /** elements that are looked at, and those that admit nearly anything */
  looked: number;
  elements: number;
  /** elements by what admits them: a policy, or the bound */
  readonly reasons: Map<string, number>;
}

/** Elements of an output that are looked at, evenly spread over it. */
const mostElements = 64;

/** The elements of the first runs of some cases; of an output that has many, some. */
export function vacuousElementsOf(cases: readonly Case[]): VacuousElements {
  const found: VacuousElements = { cases: 0, looked: 0, elements: 0, reasons: new Map() };
  for (const { cell, proposal } of cases) {
    const before = found.elements;
    for (const output of cell.operator.expect(cell.version, callOf(proposal))) addOf(output, found);
    if (found.elements > before) found.cases++;
  }
  return found;
}

function addOf({ dtype, dims, accept }: ExpectedOutput, found: VacuousElements): void {
  const count = elementCount(dims);
  const step = Math.max(1, Math.ceil(count / mostElements));
  for (let i = 0; i < count; i += step) {
    const acceptance = accept(i);
    found.looked++;
    if (!admitsNearlyAnything(acceptance, dtype)) continue;
    found.elements++;
    const reason = reasonOf(acceptance, dtype);
    found.reasons.set(reason, (found.reasons.get(reason) ?? 0) + 1);
  }
}

/** What admits most: the policies of the widest range, or the bound. */
function reasonOf(acceptance: ElementAcceptance, dtype: DType): string {
  const ranges = acceptedRanges(acceptance, dtype).filter(({ from }) => !Number.isNaN(from));
  const width = ({ from, to }: (typeof ranges)[number]) => Number(to) - Number(from);
  const { observations } = ranges.reduce((widest, one) => (width(one) > width(widest) ? one : widest));
  const policies = [...new Set(observations.map(({ policy, choice }) => `${policy}: ${choice}`))];
  return policies.join(', ') || 'bound';
}
