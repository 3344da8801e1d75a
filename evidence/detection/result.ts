import { correctCandidates } from '../kernels/candidates.ts';
import { hidden } from '../kernels/hidden.ts';
import { candidateOf, type Mutant } from '../kernels/mutant.ts';
import { kinds, mutants } from '../kernels/mutants.ts';
import { oracle } from '../kernels/oracle.ts';
import { add, type Candidate, type Finding, type Findings, unjudged } from '../kernels/suite.ts';
import type { OfficialFinding } from './official.ts';
import { plenty, seeds, type Task } from './tasks.ts';

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
  /** cases that catch it, by each operator that it concerns: `plenty` where it left */
  readonly kills: Readonly<Record<string, number>>;
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
  const defaults = new Map(
    tasks.flatMap(({ operator, seed }, i) => (seed === seeds[0] ? [[operator, parts[i]!] as const] : [])),
  );
  return {
    cases: [...defaults.values()].reduce((sum, part) => sum + part.get(oracle.name)!.cases, 0),
    vectors: official.vectors,
    faults: Object.entries(kinds).flatMap(([kind, faults]) =>
      faults.map((fault) => ({
        kind,
        fault,
        suite: all.get(fault.name)!,
        kills: Object.fromEntries(
          candidateOf(fault).operators.map((operator) => [
            operator,
            defaults.get(operator)!.get(fault.name)!.complaints,
          ]),
        ),
        official: official.faults[fault.name]!,
      })),
    ),
    correct: correctCandidates.map((candidate) => ({ ...candidate, ...all.get(candidate.name)! })),
  };
}

/** The operator with the fewest cases that catch a fault, of those on which it can show. */
export function thinnest({ fault, kills }: FaultLine): { readonly operator: string; readonly complaints: number } {
  const visible = Object.entries(kills).filter(([operator]) => !isHidden(fault, operator));
  const [operator, complaints] = visible.reduce((least, entry) => (entry[1] < least[1] ? entry : least));
  return { operator, complaints };
}

/** True if a fault left an operator before all of its cases were run: they may catch it more often. */
export const hasLeft = ({ kills }: Pick<FaultLine, 'kills'>): boolean =>
  Object.values(kills).some((complaints) => complaints >= plenty);

/** "20 and more" of what ended there. */
export const andMore = (complaints: number, left = complaints >= plenty): string =>
  `${complaints.toLocaleString('en-US')}${left ? ' and more' : ''}`;

/** True if no data can show a fault on an operator. */
const isHidden = ({ name }: Mutant, operator: string): boolean => hidden[name]?.on.includes(operator) ?? false;

/** Operators on which a fault survives, and those on which it is caught although it is said not to show; one line each. */
function complaintsByOperator({ fault, kills }: FaultLine): string[] {
  return Object.entries(kills).flatMap(([operator, complaints]) => {
    if (complaints === 0) return isHidden(fault, operator) ? [] : [`survives on ${operator}: ${fault.name}`];
    if (!isHidden(fault, operator)) return [];
    return [`caught by ${andMore(complaints)} cases on ${operator}, where it is declared not to show: ${fault.name}`];
  });
}

/** What must not be: faults that (nearly) survive, also on one operator alone, correct implementations that are accused; one line each. */
export function complaintsOf({ faults, correct }: Result): string[] {
  return [
    ...faults
      .filter(({ suite }) => suite.complaints < enough)
      .map(({ fault, suite }) => `caught by ${suite.complaints} cases only, ${enough} are wanted: ${fault.name}`),
    ...faults.flatMap(complaintsByOperator),
    ...correct
      .filter(({ complaints }) => complaints > 0)
      .map(
        ({ name, complaints, first }) =>
          `accused ${andMore(complaints)} times: ${name}; ${first!.id}: ${first!.message}`,
      ),
  ];
}
