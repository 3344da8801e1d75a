import { correctCandidates } from '../mutants/candidates.ts';
import { correct } from '../mutants/correct.ts';
import { candidateOf } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { type Implementation, implementationOf } from '../mutants/stages.ts';
import type { Candidate } from '../mutants/suite.ts';

/** An implementation whose answers are judged both by the suite and by the example runner. */
export interface Kernel {
  readonly name: string;
  readonly isRight: boolean;
  start(): Implementation;
}

const right = (name: string): Kernel => ({ name, isRight: true, start: everywhere(named(correctCandidates, name)) });
const wrong = (name: string): Kernel => ({
  name,
  isRight: false,
  start: everywhere(candidateOf(named(mutants, name))),
});

/** Of every kind of verdict some: other tiers, other choices, refusals, wrong values, contradictions. */
export const kernels: readonly Kernel[] = [
  right('strict: refuses what may be refused'),
  right('eight lanes, integer results rounded down, the last of ties and of NaN'),
  wrong('float32 is computed in float16'),
  wrong('integers are rounded to nearest at even positions, down at odd ones'),
];

/** Operators for which an implementation was not made are answered rightly. */
function everywhere({ start, operators }: Candidate): () => Implementation {
  return () => {
    const own = start();
    const others = implementationOf(correct);
    return (example) => ((operators?.includes(example.cell.operator.name) ?? true) ? own : others)(example);
  };
}

function named<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`there is no kernel '${name}'`);
  return found;
}
