import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from '../mutants/correct.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { kinds, mutants } from '../mutants/mutants.ts';
import { add, type Finding, type Findings, unjudged } from '../mutants/suite.ts';
import type { OfficialFinding } from './official.ts';
import type { Task } from './tasks.ts';

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
  readonly correct: readonly (Finding & { readonly name: string })[];
}

/** Puts together what the tasks and the vectors gave. */
export function resultOf(tasks: readonly Task[], parts: readonly Findings[], official: OfficialFindings): Result {
  const faulty = unjudged(mutants);
  const correct = unjudged(correctCandidates);
  const cases = new Map<string, number>();
  tasks.forEach(({ who, operator, seed }, i) => {
    add(who === 'faulty' ? faulty : correct, parts[i]!);
    if (who === 'correct' && seed === 1) cases.set(operator, Math.max(...[...parts[i]!.values()].map((f) => f.cases)));
  });
  return {
    cases: operators.reduce((sum, { name }) => sum + cases.get(name)!, 0),
    vectors: official.vectors,
    faults: Object.entries(kinds).flatMap(([kind, faults]) =>
      faults.map((fault) => ({
        kind,
        fault,
        suite: faulty.get(fault.name)!,
        official: official.faults[fault.name]!,
      })),
    ),
    correct: [...correct].map(([name, finding]) => ({ name, ...finding })),
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
