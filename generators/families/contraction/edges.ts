import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls.ts';
import { filled } from '../../named-calls.ts';
import type { PlanContext } from '../../proposal.ts';
import { specialNumbers } from '../../values.ts';

/** Numbers that are no usual ones, beginning with the one of that number, and some that are. */
export const edges = ({ dtype }: Pick<PlanContext, 'dtype'>, shape: string, from: number): InputPlan =>
  filled(shape, [...specialNumbers(formatOf(dtype) as FloatFormat).slice(from), 1, 2, -3, 0, 0.5]);
