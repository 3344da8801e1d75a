import type { Random } from '../../generators/cases/random.ts';
import { poolOf } from '../../generators/fuzz/draw.ts';
import { findOperator } from '../../oracles/operators.ts';
import { isMet } from '../../reports/aggregate/conditions.ts';
import type { Finding } from '../../reports/schema.ts';
import { classesIn } from '../drawn/asked.ts';
import { drawAsked } from '../drawn/draw.ts';
import { type Fault, isShownBy, triggers } from '../drawn/fault.ts';

/** Calls that have the conditions of a fault, and calls that are drawn to find them. */
const [enough, most] = [40, 600] as const;

/**
 * How far the conditions of a finding agree with those of a fault that was drawn, from 0 to 1: of the calls that have either the
 * share that has both. They are drawn afresh, and the effect of the fault would show in each.
 */
export function agreementOf(fault: Fault, { conditions }: Finding, random: Random): number {
  const operator = findOperator(fault.operator)!;
  const pool = poolOf({ ids: [fault.operator] });
  let [both, either] = [0, 0];
  for (let i = 0; i < most && both < enough; i++) {
    const asked = drawAsked(operator, pool, random);
    if (!asked) continue;
    const classes = classesIn(asked);
    const isNamed = conditions.every((condition) => isMet(condition, classes));
    const isFaulty = triggers(fault, asked);
    if ((!isNamed && !isFaulty) || !isShownBy(fault, asked)) continue;
    either++;
    if (isNamed && isFaulty) both++;
  }
  return either === 0 ? 0 : both / either;
}
