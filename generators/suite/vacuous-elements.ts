import type { ElementAcceptance } from '../../oracles/judge/acceptance.ts';
import { acceptedRanges } from '../../oracles/judge/ranges.ts';
import { admitsNearlyAnything } from '../../oracles/judge/vacuous.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { expectInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import type { Case } from '../cases/case.ts';
import { callOfValues } from './cases.ts';

/** The elements of some cases for which nearly any value is accepted, and why. */
export interface VacuousElements {
  /** all cases */
  readonly all: number;
  /** cases that have such elements */
  readonly cases: number;
  /** elements that were examined */
  readonly looked: number;
  readonly elements: number;
  /** numbers of such elements by reason: choices of policies, or the bound */
  readonly reasons: ReadonlyMap<string, number>;
}

/** The greatest number of elements examined per output, evenly spread over it. */
const maxElements = 4;

/** Counts the vacuous elements in the first runs of some cases. Of an output with many elements only some are examined. */
export function vacuousElementsOf(cases: Iterable<Case>): VacuousElements {
  const reasons = new Map<string, number>();
  let [all, concerned, looked, elements] = [0, 0, 0, 0];
  for (const { cell, proposal } of cases) {
    const before = elements;
    for (const { dtype, dims, accept } of expectInTensors(cell.operator, cell.version, callOfValues(proposal))) {
      const count = elementCount(dims);
      for (let i = 0; i < count; i += Math.ceil(count / maxElements)) {
        const acceptance = accept(i);
        looked++;
        if (!admitsNearlyAnything(acceptance, dtype)) continue;
        elements++;
        const reason = reasonOf(acceptance, dtype);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    all++;
    if (elements > before) concerned++;
  }
  return { all, cases: concerned, looked, elements, reasons };
}

/** The reason why most numbers are accepted: the choices of the widest range, the bound, or that no value is defined. */
function reasonOf(acceptance: ElementAcceptance, dtype: DType): string {
  const ranges = acceptedRanges(acceptance, dtype).filter(({ from }) => !Number.isNaN(from));
  const width = ({ from, to }: (typeof ranges)[number]) => Number(to) - Number(from);
  const { observations } = ranges.reduce((widest, one) => (width(one) > width(widest) ? one : widest));
  return (
    observations.map(({ policy, choice }) => `${policy}: ${choice}`).join(', ') ||
    (acceptance.isUndefined ? 'undefined' : 'the bound')
  );
}
