import { correctCandidates } from '../mutants/candidates.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { kinds, mutants } from '../mutants/mutants.ts';
import { oracle } from '../mutants/oracle.ts';
import { add, type Candidate, type Finding, type Findings, unjudged } from '../mutants/suite.ts';
import type { OfficialFinding } from './official.ts';
import { seeds, type Task } from './tasks.ts';

/** A fault is caught if this many cases of the default run show it: one may be luck. */
export const enough = 3;

/** What the official vectors say; a committed file keeps it for where they are not at hand. */
export interface OfficialFindings {
  readonly vectors: number;
  /** by name of the fault */
  readonly faults: Readonly<Record<string, OfficialFinding>>;
}

/** One faulty implementation before both judges. */
export interface FaultLine {
  readonly kind: string;
  readonly fault: Mutant;
  readonly suite: Finding;
  readonly official: OfficialFinding;
}

/** All that was found. */
export interface Result {
  /** cases of the default run */
  readonly cases: number;
  readonly vectors: number;
  readonly faults: readonly FaultLine[];
  readonly correct: readonly (Finding & Pick<Candidate, 'name' | 'operators'>)[];
}

/** Puts together what the tasks and the vectors gave. */
export function resultOf(tasks: readonly Task[], parts: readonly Findings[], official: OfficialFindings): Result {
  const all = unjudged([...mutants, ...correctCandidates]);
  for (const part of parts) add(all, part);
  const defaults = parts.filter((_, i) => tasks[i]!.seed === seeds[0]);
  return {
    cases: defaults.reduce((sum, part) => sum + part.get(oracle.name)!.cases, 0),
    vectors: official.vectors,
    faults: Object.entries(kinds).flatMap(([kind, faults]) =>
      faults.map((fault) => ({
        kind,
        fault,
        suite: all.get(fault.name)!,
        official: official.faults[fault.name]!,
      })),
    ),
    correct: correctCandidates.map((candidate) => ({ ...candidate, ...all.get(candidate.name)! })),
  };
}

/** What must not be: faults that (nearly) survive, correct implementations that are accused; one line each. */
export function complaintsOf({ faults, correct }: Result): string[] {
  return [
    ...faults
      .filter(({ suite }) => suite.complaints < enough)
      .map(({ fault, suite }) => `caught by ${suite.complaints} cases only, ${enough} are wanted: ${fault.name}`),
    ...correct
      .filter(({ complaints }) => complaints > 0)
      .map(({ name, complaints, first }) => `accused ${complaints} times: ${name}; ${first!.id}: ${first!.message}`),
  ];
}
