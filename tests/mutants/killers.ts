import { existsSync, readFileSync } from 'node:fs';
import { operators } from '../../oracles/operators.ts';
import { type Candidate, casesOf, type Findings, judgeAll } from './suite.ts';

/** Where it stands which cases killed each faulty implementation last time; npm runs scripts and tests beside it. */
export const killersFile = 'tests/mutants/killers.json';

/** Ids of cases by the name of a fault. */
export type Killers = Readonly<Record<string, readonly string[]>>;

/** These cases. They only save time: whoever survives its own is tried on all. */
export const lastKillers = (): Killers =>
  existsSync(killersFile) ? (JSON.parse(readFileSync(killersFile, 'utf8')) as Killers) : {};

/** Cases up to this size cost about the same. */
const cheap = 64;

/**
 * A few cases that kill each of some implementations often enough: small ones, and those that kill the most others too. Where
 * they do so only after others, these are among them.
 * @param last what was enough before
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
    if (isEnough(fault, before)) return before;
    return fewest(upTo(kills.get(fault.name)![enough - 1]!.id, fault), (ids) => isEnough(fault, ids));
  };
  return Object.fromEntries(faults.map((fault) => [fault.name, own(fault)]));
}

/** The cases of the operators of a fault in their order, up to one. */
function upTo(last: string, { operators: own }: Candidate): string[] {
  const all = operators
    .filter(({ name }) => own!.includes(name))
    .flatMap(({ name }) => Array.from(casesOf(name, 1), ({ id }) => id));
  return all.slice(0, all.indexOf(last) + 1);
}

/** As few of some items as hold what all of them hold: parts are left out, large ones first. */
function fewest<T>(all: readonly T[], holds: (some: readonly T[]) => boolean): readonly T[] {
  let kept = all;
  for (let size = kept.length >> 1; size > 0; size >>= 1) {
    for (let from = 0; from < kept.length; ) {
      const rest = kept.toSpliced(from, size);
      if (holds(rest)) kept = rest;
      else from += size;
    }
  }
  return kept;
}
