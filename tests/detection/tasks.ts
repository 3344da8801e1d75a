import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from '../mutants/candidates.ts';
import { candidateOf } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { type Findings, judgeOperator } from '../mutants/suite.ts';

/** The seeds that correct implementations have to pass; faulty ones are judged by the first, that of the default run. */
export const seeds = [1, 2, 3, 4, 5] as const;
/** As many are enough for operators that move, order, draw or convert: their cases are listed, and their results have one value. */
export const fewSeeds = 2;
const listed = ['cast', 'movement', 'order', 'quantize', 'random', 'scan'];
const ofAllSeeds = operators.filter(({ family, moves }) => !moves && !listed.includes(family));

/** A part of the work, small enough to be shared out among threads: the cases of an operator. */
export interface Task {
  readonly operator: string;
  readonly seed: number;
}

/** All the work, what takes longest first. */
export const tasks: readonly Task[] = seeds.flatMap((seed) =>
  (seed <= fewSeeds ? operators : ofAllSeeds).map(({ name }) => ({ operator: name, seed })),
);

/** What the cases say of all implementations that they concern; cases that both kinds answer are prepared once. */
export function perform({ operator, seed }: Task): Findings {
  const faulty = seed === seeds[0] ? mutants.map(candidateOf) : [];
  return judgeOperator(operator, seed, [...faulty, ...correctCandidates]);
}
