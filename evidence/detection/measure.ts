import { findOperator } from '../../oracles/operators.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import type { Candidate } from '../kernels/implementation.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { oracle } from '../kernels/oracle.ts';
import { add, judgeOperator, type Kill } from '../kernels/suite.ts';
import { cellCount } from '../quick-first.ts';
import { hashedCases } from '../runtimes/cases.ts';
import { enough, type Findings, type Passed, plenty } from './measurement.ts';
import { hardlyShown } from './settings.ts';

/** Right kernels have to pass standard with seed 1, that of the default run, and quick with the seeds to this one. */
export const seeds = 5;

/** The kernels that concern an operator. */
export function kernelsOf(operator: string) {
  const faults = mutants.map(candidateOf).filter(({ operators }) => operators.includes(operator));
  const right = correctCandidates.filter(({ operators }) => !operators || operators.includes(operator));
  return { faults, right };
}

/** About how long it takes to measure an operator: what is judged, times where. */
export function weightOf(name: string): number {
  const { faults, right } = kernelsOf(name);
  return (faults.length + right.length) * cellCount(name);
}

/** Runs all kernels that concern an operator on its cases, those of seed 1 on faults and right kernels at once. */
export function measure(name: string): Findings {
  const operator = findOperator(name)!;
  const { faults, right } = kernelsOf(name);
  const found = judgeOperator(name, 1, [...faults, ...right], { enough: plenty });
  const { cases } = found.get(oracle.name)!;
  for (let seed = 2; seed <= seeds; seed++)
    add(found, judgeOperator(name, seed, right, { isQuick: true, enough: plenty }));
  const ids = smallCases(name, new Map(faults.map((fault) => [fault, found.get(fault.name)!.kills])));
  return {
    hash: hashedCases('standard', [name])[name]!,
    cases,
    hardlyShown: hardlyShown(operator),
    faults: Object.fromEntries(
      faults.map((fault) => {
        const { complaints, quick } = found.get(fault.name)!;
        return [fault.name, [complaints, quick, ...ids.get(fault)!.map((id) => id.slice(name.length + 1))]];
      }),
    ),
    right: Object.fromEntries(
      right.map(({ name: kernel }) => {
        const { cases: judged, tier, complaints, first } = found.get(kernel)!;
        const passed: Passed = first ? [judged, tier, complaints, `${first.id}: ${first.message}`] : [judged, tier];
        return [kernel, passed];
      }),
    ),
  };
}

/** Cases up to this size cost about the same. */
const cheap = 64;

type Fault = ReturnType<typeof kernelsOf>['faults'][number];

/**
 * Of the cases that catch each fault a few that do so without the cases before them: small ones, and those that catch the most others
 * too. A fault of several operators has some of each.
 */
function smallCases(
  operator: string,
  kills: ReadonlyMap<Fault, readonly Kill[]>,
): ReadonlyMap<Fault, readonly string[]> {
  const shares = new Map<string, number>();
  for (const own of kills.values()) for (const { id } of own) shares.set(id, (shares.get(id) ?? 0) + 1);
  const cost = ({ elements }: Kill) => Math.ceil(Math.log2(Math.max(cheap, elements)));
  const few = [...kills].map(([fault, own]) => {
    const best = own.toSorted(
      (a, b) => cost(a) - cost(b) || shares.get(b.id)! - shares.get(a.id)! || (a.id < b.id ? -1 : 1),
    );
    return [fault, best.slice(0, Math.ceil(enough / fault.operators.length)).map(({ id }) => id)] as const;
  });
  const alone = few
    .filter(([, ids]) => ids.length > 0)
    .map(([fault, ids]): Candidate => ({ ...fault, ids: new Set(ids) }));
  const again = judgeOperator(operator, 1, alone, { enough: 1 });
  return new Map(few.map(([fault, ids]) => [fault, again.get(fault.name)?.complaints ? ids : []]));
}
