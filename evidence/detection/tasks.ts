import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { type Candidate, type Findings, judgeOperator } from '../kernels/suite.ts';
import { cellCount } from '../quick-first.ts';

/** The seeds that correct implementations have to pass; faulty ones are judged by the first, that of the default run. */
export const seeds = [1, 2, 3, 4, 5] as const;
/** As many are enough for operators that move, order, draw or convert: their cases are listed, and their results have one value. */
export const fewSeeds = 2;
const listed = ['cast', 'movement', 'order', 'quantize', 'random', 'scan'];
const ofAllSeeds = operators.filter(({ family, copiesElements }) => !copiesElements && !listed.includes(family));

/**
 * A fault leaves an operator when so many of its cases have caught it. It is several times what is wanted, so that all figures that are
 * near to that are exact, and that `killersOf` has small cases to choose from; most faults come to it within the cases of quick.
 */
export const plenty = 20;

/** A part of the work, small enough to be shared out among threads: the cases of an operator. */
export interface Task {
  readonly operator: string;
  readonly seed: number;
}

/** All the work. */
export const tasks: readonly Task[] = seeds.flatMap((seed) =>
  (seed <= fewSeeds ? operators : ofAllSeeds).map(({ name }) => ({ operator: name, seed })),
);

/** The implementations that a task judges. */
const candidatesOf = ({ seed }: Task): readonly Candidate[] => [
  ...(seed === seeds[0] ? mutants.map(candidateOf) : []),
  ...correctCandidates,
];

/** About how long a task takes: what is judged, times where. */
export function weightOf(task: Task): number {
  const { length } = candidatesOf(task).filter(({ operators: own }) => !own || own.includes(task.operator));
  return length * cellCount(task.operator);
}

/** What the cases say of all implementations that they concern; cases that both kinds answer are prepared once. */
export const perform = (task: Task): Findings =>
  judgeOperator(task.operator, task.seed, candidatesOf(task), { enough: plenty });
