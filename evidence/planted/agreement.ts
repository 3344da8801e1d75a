import type { Random } from '../../generators/cases/random.ts';
import { poolOf } from '../../generators/fuzz/draw.ts';
import { findOperator } from '../../oracles/operators.ts';
import { conditionIn, isMet } from '../../reports/aggregate/causes/conditions.ts';
import type { Finding } from '../../reports/schema.ts';
import { classesIn } from '../drawn/asked.ts';
import { drawAsked } from '../drawn/draw.ts';
import { type Fault, isShownBy, triggers } from '../drawn/fault.ts';

/** The number of relevant calls that suffice, and the greatest number of calls drawn to find them. */
const [enough, most] = [40, 600] as const;

/**
 * Returns the agreement between the conditions of a finding and of a drawn fault, from 0 to 1: the share of calls that meet both among
 * those that meet either. The calls are newly drawn, and the fault would change the result of each.
 */
export function agreementOf(fault: Fault, { conditions }: Finding, random: Random): number {
  const operator = findOperator(fault.operator)!;
  const pool = poolOf({ ids: [fault.operator] });
  let [both, either] = [0, 0];
  for (let i = 0; i < most && both < enough; i++) {
    const asked = drawAsked(operator, pool, random);
    if (!asked) continue;
    const classes = classesIn(asked);
    const isNamed = conditions.every((condition) => isMet(conditionIn(condition), classes));
    const isFaulty = triggers(fault, asked);
    if ((!isNamed && !isFaulty) || !isShownBy(fault, asked)) continue;
    either++;
    if (isNamed && isFaulty) both++;
  }
  return either === 0 ? 0 : both / either;
}
