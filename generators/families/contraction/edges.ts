import { type DType, type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { filled } from '../../notation/call-notation.ts';
import { specialNumbers } from '../../values/values.ts';

/** Special numbers, beginning with the one at that index, and some ordinary ones. */
export const edges = ({ dtype }: Pick<PlanContext, 'dtype'>, shape: string, from: number): InputPlan =>
  filled(shape, [...specialNumbers(formatOf(dtype) as FloatFormat).slice(from), 1, 2, -3, 0, 0.5]);

/** Numbers whose sums have digits that a narrower float type loses; of types without a narrower one none. */
export function longNumbers(dtype: DType): readonly (readonly number[])[] {
  const { kind, bits } = formatOf(dtype);
  if (bits < 32 || dtype === 'float32') return [];
  const large = kind === 'float' ? 2 ** 40 : 2 ** (bits === 64 ? 53 : 24);
  return [
    [large, 1, 3],
    [3, large, 0, 1, 1],
    [1, 0, large, 2],
  ];
}

/** Mostly zeros: the sum of hundreds of such products fits 16 bits, for any small factors. */
export const sparse = (shape: string): InputPlan => filled(shape, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
export const factors = (shape: string): InputPlan => filled(shape, [1, 2, 0, 1, 3]);
