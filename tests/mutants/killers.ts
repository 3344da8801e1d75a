import { existsSync, readFileSync } from 'node:fs';
import type { Findings } from './suite.ts';

/** Where the ids of the cases stand that killed the faulty implementations last time; npm runs scripts and tests beside it. */
export const killersFile = 'tests/mutants/killers.json';

/** These ids. They only save time: whoever survives these cases is tried on all. */
export const lastKillers = (): ReadonlySet<string> =>
  new Set(existsSync(killersFile) ? (JSON.parse(readFileSync(killersFile, 'utf8')) as string[]) : []);

/** A few cases that kill every one of some implementations often enough: of each the cases that kill the most others too. */
export function killersOf(findings: Findings, names: readonly string[], enough: number): readonly string[] {
  const shares = new Map<string, number>();
  for (const name of names) for (const id of findings.get(name)!.kills) shares.set(id, (shares.get(id) ?? 0) + 1);
  const chosen = new Set<string>();
  for (const name of names) {
    const best = findings.get(name)!.kills.toSorted((a, b) => shares.get(b)! - shares.get(a)! || (a < b ? -1 : 1));
    for (const id of best.slice(0, enough)) chosen.add(id);
  }
  return [...chosen].sort();
}
