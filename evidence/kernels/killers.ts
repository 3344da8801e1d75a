import { existsSync, readFileSync } from 'node:fs';
import { type Candidate, type Findings, judgeAll } from './suite.ts';

/** Where it stands which cases killed each faulty implementation last time; npm runs scripts and tests beside it. */
export const killersFile = 'evidence/kernels/killers.json';

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
  const few = Object.fromEntries(faults.map(({ name }) => [name, best(name)]));
  const again = thatKill(few, faults, enough);
  const others = faults.filter(({ name }) => !again.has(name) && few[name]!.length >= enough);
  const before = thatKill(last, others, enough);
  const own = ({ name }: Candidate) =>
    again.has(name) || few[name]!.length < enough ? few[name]! : before.has(name) ? last[name]! : [];
  return Object.fromEntries(faults.map((fault) => [fault.name, own(fault)]));
}

/** The faults that some cases kill, each its own, without the cases before them. */
function thatKill(ids: Killers, faults: readonly Candidate[], enough: number): ReadonlySet<string> {
  const findings = judgeAll(
    1,
    faults.map((fault) => ({ ...fault, ids: new Set(ids[fault.name]) })),
    { enough },
  );
  return new Set([...findings].flatMap(([name, { complaints }]) => (complaints >= enough ? [name] : [])));
}
