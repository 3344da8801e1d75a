import { existsSync, readFileSync } from 'node:fs';
import { type Candidate, type Findings, judgeAll } from './suite.ts';

/** Where it stands which cases killed each faulty implementation last time; npm runs scripts and tests beside it. */
export const killersFile = 'tests/mutants/killers.json';

/** Ids of cases by the name of a fault. */
export type Killers = Readonly<Record<string, readonly string[]>>;

/** These cases; none for a fault that shows only after others. */
export const lastKillers = (): Killers =>
  existsSync(killersFile) ? (JSON.parse(readFileSync(killersFile, 'utf8')) as Killers) : {};

/** Cases up to this size cost about the same. */
const cheap = 64;

/**
 * A few cases that kill each of some implementations often enough: small ones, and those that kill the most others too.
 * @param last what was enough before, for those that these do not kill without the cases before them
 */
export function killersOf(findings: Findings, faults: readonly Candidate[], enough: number, last: Killers): Killers {
  const kills = new Map(faults.map(({ name }) => [name, findings.get(name)!.kills]));
  const shares = new Map<string, number>();
  for (const own of kills.values()) for (const { id } of own) shares.set(id, (shares.get(id) ?? 0) + 1);
  const cost = (elements: number) => Math.ceil(Math.log2(Math.max(cheap, elements)));
  const best = (name: string) =>
    kills
      .get(name)!
      .toSorted(
        (a, b) =>
          cost(a.elements) - cost(b.elements) || shares.get(b.id)! - shares.get(a.id)! || (a.id < b.id ? -1 : 1),
      )
      .slice(0, enough)
      .map(({ id }) => id)
      .sort();
  const isEnough = (fault: Candidate, ids: readonly string[]) =>
    judgeAll(1, [{ ...fault, ids: new Set(ids) }], { enough }).get(fault.name)!.complaints >= enough;
  const own = (fault: Candidate): readonly string[] => {
    const few = best(fault.name);
    if (few.length < enough || isEnough(fault, few)) return few;
    const before = last[fault.name] ?? [];
    return isEnough(fault, before) ? before : [];
  };
  return Object.fromEntries(faults.map((fault) => [fault.name, own(fault)]));
}
