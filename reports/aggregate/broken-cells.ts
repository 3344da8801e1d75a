import type { BrokenCells } from '../schema/expectations-file.ts';
import type { CaseResult } from '../schema.ts';
import { getOr } from './grouping.ts';

/** Broken cases of a cell. */
interface Broken {
  cases: number;
  /** worst error in units in the last place, where one was measured */
  ulps: number | undefined;
  /** some of them no entry expects */
  hasNew: boolean;
}

/** Digits of an error that a file of expectations keeps. */
const digits = 3;

/** How many cases are broken in each cell, and how far off they are, grown case by case. */
export class BrokenTally {
  readonly #operators = new Map<string, Map<string, Broken>>();

  /** Takes a broken case. */
  add({ operator, version, dtype, clause, ulps }: CaseResult, isNew: boolean): void {
    const cells = getOr(this.#operators, operator, () => new Map<string, Broken>());
    const cell = getOr(cells, `${version}/${dtype}/${clause}`, () => ({ cases: 0, ulps: undefined, hasNew: false }));
    cell.cases++;
    if (ulps !== undefined) cell.ulps = Math.max(ulps, cell.ulps ?? 0);
    cell.hasNew ||= isNew;
  }

  /** The figures of the cells of an operator; `known`: only of those in which nothing is new. */
  of(operator: string, which: 'all' | 'known'): BrokenCells {
    const cells = [...(this.#operators.get(operator) ?? [])].filter(([, { hasNew }]) => which === 'all' || !hasNew);
    return Object.fromEntries(
      cells.map(([name, { cases, ulps }]) => [
        name,
        { cases, ...(ulps !== undefined && { ulps: Number(ulps.toPrecision(digits)) }) },
      ]),
    );
  }
}
