import { allCells, type Cell, callOf } from '../../generators/cases.ts';
import type { Class, NodeRun } from '../../generators/classes/class.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import type { Described } from '../../generators/covering/search.ts';
import { candidateIn } from '../../generators/plans.ts';
import type { Proposal } from '../../generators/proposal.ts';
import { Random, seedOf } from '../../generators/random.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import type { Operator, OperatorVersion } from '../../oracles/operator.ts';

/** A cell's name without the clause: `Gather/13/float32`. */
export const versionName = ({ name, clause }: Cell): string => name.slice(0, -clause.id.length - 1);

/** A cell of each version of an operator in each of its types. */
export const cellsOf = (operator: Operator): readonly Cell[] => [
  ...new Map(
    allCells().flatMap((cell) => (cell.operator === operator ? [[versionName(cell), cell] as const] : [])),
  ).values(),
];

/**
 * A candidate with its classes; `undefined` where its family draws none.
 * @throws BadInput where it is not legal: a fault of the family's draw
 */
export function describedCandidate(cell: Cell, index: number, seed = 1): Described | undefined {
  const proposal = proposalOf(cell, index, seed);
  if (!proposal) return undefined;
  cell.operator.expect(cell.version, callOf(proposal));
  return { name: versionName(cell), index, runs: classesOfRuns(cell.version, proposal) };
}

function proposalOf(cell: Cell, index: number, seed: number): Proposal | undefined {
  const name = versionName(cell);
  const draft = candidateIn(cell, { name, index, seed, suite: 'standard' });
  return draft?.draw(new Random(seedOf(seed, `${name}/${index}`)));
}

/** Whether the oracle has an answer for each run of a candidate. */
export function isJudged(cell: Cell, index: number, seed = 1): boolean {
  const { sequel = [], ...first } = proposalOf(cell, index, seed)!;
  try {
    for (const run of [first, ...sequel.map(({ proposal }) => proposal)]) {
      for (const output of cell.operator.expect(cell.version, callOf(run))) bestTensor(output);
    }
    return true;
  } catch (error) {
    if (error instanceof BadInput) return false;
    throw error;
  }
}

/** The classes of each run of a case whose runs are of one model. */
export function classesOfRuns(
  version: OperatorVersion,
  { sequel = [], ...first }: Proposal,
): readonly (readonly Class[])[] {
  const runs: readonly NodeRun[] = [first, ...sequel.map(({ proposal }) => proposal)];
  return runs.map((run, i) => classesOf(version, run, runs.slice(0, i)));
}
