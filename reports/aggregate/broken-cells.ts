import type { BrokenCells } from '../schema/expectations-file.ts';
import type { CaseResult } from '../schema.ts';
import { getOr } from './grouping.ts';

/** The broken cases of a cell. */
interface Broken {
  cases: number;
  /** the worst error in units in the last place, if one was measured */
  ulps: number | undefined;
  /** whether some of them are expected by no entry */
  hasNew: boolean;
}

/** The number of digits of an error in a file of expectations. */
const digits = 3;

/** Counts the broken cases in each cell, with their worst errors. */
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

  /** Returns the figures of an operator's cells; with `known`, only of those without unexpected cases. */
  of(operator: string, which: 'all' | 'known'): BrokenCells {
    const cells = [...(this.#operators.get(operator) ?? [])].filter(([, { hasNew }]) => which === 'all' || !hasNew);
    return Object.fromEntries(
      cells.map(([name, { cases, ulps }]) => [name, { cases, ...(ulps !== undefined && { ulps: roundedUlps(ulps) }) }]),
    );
  }
}

/** Returns an error in few digits. The greatest double would round to infinity, which a file cannot hold. */
const roundedUlps = (ulps: number): number => Math.min(Number(ulps.toPrecision(digits)), Number.MAX_VALUE);
