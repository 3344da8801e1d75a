import { versionName } from '../../generators/case.ts';
import { allCells, type Cell, callOf } from '../../generators/cases.ts';
import type { NodeRun } from '../../generators/classes/class.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import type { Described } from '../../generators/covering/search.ts';
import { succeeds } from '../../generators/fuzz/legal.ts';
import { candidateIn } from '../../generators/plans.ts';
import type { Proposal } from '../../generators/proposal.ts';
import { Random, seedOf } from '../../generators/random.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import type { Operator } from '../../oracles/operator.ts';

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
  const runs = runsOf(proposal).map((run, i, all) => classesOf(cell.version, run, all.slice(0, i)));
  return { name: versionName(cell), index, runs };
}

function proposalOf(cell: Cell, index: number, seed: number): Proposal | undefined {
  const name = versionName(cell);
  const draft = candidateIn(cell, { name, index, seed, suite: 'standard' });
  return draft?.draw(new Random(seedOf(seed, `${name}/${index}`)));
}

/** Whether the oracle has an answer for each run of a candidate. */
export function isJudged(cell: Cell, index: number, seed = 1): boolean {
  const runs = runsOf(proposalOf(cell, index, seed)!);
  return succeeds(() => runs.map((run) => cell.operator.expect(cell.version, callOf(run)).map(bestTensor)));
}

/** The runs of a proposal, which are of one model. */
const runsOf = ({ sequel = [], ...first }: Proposal): readonly NodeRun[] => [
  first,
  ...sequel.map(({ proposal }) => proposal),
];
