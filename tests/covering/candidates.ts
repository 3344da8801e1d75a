import { type Cell, callOf } from '../../generators/cases.ts';
import type { NodeRun } from '../../generators/classes/class.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import type { Described } from '../../generators/covering/search.ts';
import { answers, ifJudged } from '../../generators/fuzz/legal.ts';
import { candidateIn } from '../../generators/plans.ts';
import type { Proposal } from '../../generators/proposal.ts';
import { Random, seedOf } from '../../generators/random.ts';
import { proposalsIn } from '../../generators/runs.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import { NotJudged } from '../../oracles/bad-input.ts';
import { elementCount, isSameTensor, type Tensor } from '../../oracles/numerics/tensor.ts';
import { changes } from '../drawn/effects.ts';

/** Elements that take as long as all else that a case takes. */
const elementsOfCase = 500;

/** Additions that a run may take the time of. */
const steps = 2 ** 20;

/** The least share of wrong answers that a call is said to show: one that shows none covers little, but is a class of its own. */
const leastShown = 0.05;

/**
 * A call that is drawn for a cell, with its classes. Those cost more whose answers hide what may go wrong with them.
 * `undefined` where the text has no answer, the oracle none soon, or a runtime may refuse it.
 * @throws BadInput where it is not legal: a fault of the family's draw
 */
export function describedCandidate(cell: Cell, index: number, seed = 1): Described | undefined {
  const runs = proposalsIn(proposalOf(cell, index, seed));
  const right = answersTo(cell, runs);
  if (!right) return undefined;
  const values = [...right.flat(), ...runs.flatMap(({ inputs }) => inputs.flatMap(({ value }) => value ?? []))];
  const elements = values.reduce((sum, { dims }) => sum + elementCount(dims), 0);
  const shown = right.reduce((sum, outputs) => sum + shareShown(outputs), 0) / runs.length;
  return {
    name: cell.name,
    index,
    runs: runs.map((run, i) => classesOf(cell.version, run, runs.slice(0, i))),
    cost: (runs.length + elements / elementsOfCase) / Math.max(leastShown, shown),
  };
}

function answersTo({ operator, version }: Cell, runs: readonly NodeRun[]): readonly (readonly Tensor[])[] | undefined {
  try {
    for (const run of runs) operator.expect(version, callOf(run));
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
  // a legal call may still be one that may be refused
  return ifJudged(() => runs.map((run) => answers(operator, version, callOf(run), { steps }).map(bestTensor)));
}

/** How many of the ways to write an output wrongly make another one. */
function shareShown(outputs: readonly Tensor[]): number {
  const written = outputs.filter(({ dims }) => elementCount(dims) > 0);
  const shown = changes.filter(({ of }) =>
    written.some((output) => {
      const changed = of(output);
      return changed !== undefined && !isSameTensor(changed, output);
    }),
  );
  return shown.length / changes.length;
}

function proposalOf(cell: Cell, index: number, seed: number): Proposal {
  return candidateIn(cell, { index, seed, suite: 'full' }).draw(new Random(seedOf(seed, `${cell.name}/${index}`)));
}
