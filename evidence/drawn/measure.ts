import { Random, seedOf } from '../../generators/cases/random.ts';
import { poolOf } from '../../generators/fuzz/draw.ts';
import { runsOf } from '../../generators/sessions/runs.ts';
import type { Case } from '../../generators/suite/cases.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { quickFirst } from '../quick-first.ts';
import type { Asked } from './asked.ts';
import { drawFault } from './draw.ts';
import { describeFault, isShownBy, triggers } from './fault.ts';

/** Faults of an operator that are to be drawn. */
export interface Task {
  readonly operator: string;
  readonly count: number;
  readonly seed: number;
}

/** What became of a fault. */
export interface Measured {
  readonly fault: string;
  readonly operator: string;
  readonly family: string;
  readonly conditions: number;
  /** the first case of each suite that shows it */
  readonly quick?: string;
  readonly standard?: string;
  /** cases of the standard suite that have its conditions, up to the one that shows it */
  readonly met: number;
}

/** Conditions that a fault may have. */
export const mostConditions = 3;

/**
 * Faults of an operator that are drawn, and whether the suite shows them.
 * @param count faults with one condition, two and three in turn
 * @param seed of the faults; the suite's own is that of a usual run
 */
export function measure(operator: Operator, count: number, seed: number): readonly Measured[] {
  const random = new Random(seedOf(seed, operator.name));
  const pool = poolOf({ ids: [operator.name] });
  const faults = Array.from({ length: count }, (_, i) =>
    drawFault(operator, 1 + (((i + seedOf(seed, operator.name)) >>> 0) % mostConditions), pool, random),
  ).filter((fault) => fault !== undefined);
  const states = faults.map((fault) => ({
    fault,
    met: 0,
    quick: undefined as string | undefined,
    standard: undefined as string | undefined,
  }));
  for (const { example, isQuick } of quickFirst(operator.name, 1)) {
    const open = states.filter(({ standard }) => standard === undefined);
    if (open.length === 0) break;
    const runs = askedOf(example, operator);
    for (const state of open) {
      const met = runs.filter((asked) => triggers(state.fault, asked));
      if (met.length === 0) continue;
      state.met++;
      if (!met.some((asked) => isShownBy(state.fault, asked))) continue;
      state.standard = example.id;
      if (isQuick) state.quick = example.id;
    }
  }
  return states.map(({ fault, met, quick, standard }) => ({
    fault: describeFault(fault),
    operator: operator.name,
    family: operator.family,
    conditions: fault.conditions.length,
    ...(quick !== undefined && { quick }),
    ...(standard !== undefined && { standard }),
    met,
  }));
}

/** The runs of a case that are of its operator. */
export function askedOf(example: Case, operator: Operator): readonly Asked[] {
  const runs = runsOf(example).filter(({ testCase }) => testCase.cell.operator === operator);
  return runs.map(({ testCase, model }, i) => ({
    operator,
    version: testCase.cell.version,
    run: testCase.proposal,
    earlier: runs
      .slice(0, i)
      .filter((before) => before.model === model)
      .map((before) => before.testCase.proposal),
  }));
}
