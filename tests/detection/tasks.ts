import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from '../mutants/correct.ts';
import { candidateOf } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { type Findings, judgeOperator } from '../mutants/suite.ts';

/** The seeds that correct implementations have to pass; faulty ones are judged by the first, that of the default run. */
export const seeds = [1, 2, 3, 4, 5] as const;

const candidates = {
  faulty: mutants.map(candidateOf),
  correct: correctCandidates,
};

/** A part of the work, small enough to be shared out among threads. */
export interface Task {
  readonly who: keyof typeof candidates;
  readonly operator: string;
  readonly seed: number;
}

/** All the work, what takes longest first. */
export const tasks: readonly Task[] = [
  ...operators.map(({ name }): Task => ({ who: 'faulty', operator: name, seed: seeds[0] })),
  ...seeds.flatMap((seed) => operators.map(({ name }): Task => ({ who: 'correct', operator: name, seed }))),
];

export function perform({ who, operator, seed }: Task): Findings {
  return judgeOperator(operator, seed, candidates[who]);
}
