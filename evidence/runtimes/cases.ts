import { createHash, type Hash } from 'node:crypto';
import type { SuiteName } from '../../generators/cases/proposal.ts';
import { select } from '../../generators/suite/cases.ts';
import { getOr } from '../../reports/aggregate/grouping.ts';

/**
 * A hash of the cases of each operator in a suite, invalid models included; of all it takes half a minute.
 * @param names of operators; all if there are none
 */
export function hashedCases(suite: SuiteName, names: readonly string[] = []): Readonly<Record<string, string>> {
  const { cells, invalid, cases } = select({ seed: 1, ids: names, opsets: [], dtypes: [], suite });
  const hashes = new Map<string, Hash>();
  for (const cell of [...cells, ...invalid]) {
    const hash = getOr(hashes, cell.operator.name, () => createHash('sha256'));
    for (const { id, opset, summary } of cases(cell)) hash.update(`${id} ${opset} ${summary}\n`);
  }
  return Object.fromEntries([...hashes].map(([name, hash]) => [name, hash.digest('hex').slice(0, 12)]));
}

/** Operators whose cases differ from those of an earlier run, or that had no cases in it. */
export const changedOperators = (
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly string[] => Object.keys(now).filter((name) => before[name] !== now[name]);
