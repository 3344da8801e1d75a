import { existsSync, readFileSync } from 'node:fs';
import type { Findings } from './suite.ts';

/** Where it stands which cases killed each faulty implementation last time; npm runs scripts and tests beside it. */
export const killersFile = 'tests/mutants/killers.json';

/** Ids of cases by the name of a fault. */
export type Killers = Readonly<Record<string, readonly string[]>>;

/** These cases. They only save time: whoever survives its own is tried on all. */
export const lastKillers = (): Killers =>
  existsSync(killersFile) ? (JSON.parse(readFileSync(killersFile, 'utf8')) as Killers) : {};

/** A few cases that kill each of some implementations often enough: those that kill the most others too. */
export function killersOf(findings: Findings, names: readonly string[], enough: number): Killers {
  const shares = new Map<string, number>();
  for (const name of names) for (const id of findings.get(name)!.kills) shares.set(id, (shares.get(id) ?? 0) + 1);
  const best = (kills: readonly string[]) =>
    [...new Set(kills)].sort((a, b) => shares.get(b)! - shares.get(a)! || (a < b ? -1 : 1)).slice(0, enough);
  return Object.fromEntries(names.map((name) => [name, best(findings.get(name)!.kills).sort()]));
}
