import { type Cell, callOf } from '../../generators/cases.ts';
import type { Class, NodeRun } from '../../generators/classes/class.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import type { Described } from '../../generators/covering/search.ts';
import { answers, succeeds } from '../../generators/fuzz/legal.ts';
import { candidateIn } from '../../generators/plans.ts';
import type { Proposal } from '../../generators/proposal.ts';
import { Random, seedOf } from '../../generators/random.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import { NotJudged } from '../../oracles/bad-input.ts';
import { type DType, formatOf, integerRange, isDType } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';

/** Elements that take as long as all else that a case takes. */
const elementsOfCase = 500;

/**
 * A call that is drawn for a cell, with its classes; types of one kind share the pairs. `undefined` where the text has no answer.
 * @throws BadInput where it is not legal: a fault of the family's draw
 */
export function describedCandidate(cell: Cell, index: number, seed = 1): Described | undefined {
  try {
    return described(cell, index, seed);
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
}

function described(cell: Cell, index: number, seed: number): Described {
  const runs = runsOf(proposalOf(cell, index, seed));
  const classes = runs.map((run, i) => classesOf(cell.version, run, runs.slice(0, i)).map(withKindOfType));
  const outputs = cell.operator.expect(cell.version, callOf(runs[0]!));
  const shapes = [
    ...outputs.map(({ dims }) => dims),
    ...runs[0]!.inputs.flatMap(({ value }) => (value ? [value.dims] : [])),
  ];
  const elements = shapes.reduce((sum, dims) => sum + elementCount(dims), 0);
  return { name: cell.name, index, runs: classes, cost: runs.length * (1 + elements / elementsOfCase) };
}

/** Kernels are made for kinds of types, of which each type is tried. */
export function withKindOfType(one: Class): Class {
  return one.aspect === 'inputs' && isDType(one.value) ? { ...one, value: kindOf(one.value) } : one;
}

function kindOf(dtype: DType): string {
  const format = formatOf(dtype);
  if (format.kind === 'float') return format.precision >= 24 ? 'wide floats' : 'narrow floats';
  return format.kind === 'integer'
    ? integerRange(format).min === 0n
      ? 'unsigned integers'
      : 'signed integers'
    : format.kind;
}

function proposalOf(cell: Cell, index: number, seed: number): Proposal {
  return candidateIn(cell, { index, seed, suite: 'full' }).draw(new Random(seedOf(seed, `${cell.name}/${index}`)));
}

/** Additions that a case may take the time of. */
const steps = 2 ** 20;

/** Whether the oracle has an answer for each run of a candidate, and has it soon. */
export function isJudged(cell: Cell, index: number, seed = 1): boolean {
  const runs = runsOf(proposalOf(cell, index, seed));
  return succeeds(() =>
    runs.map((run) => answers(cell.operator, cell.version, callOf(run), { steps }).map(bestTensor)),
  );
}

/** The runs of a proposal, which are of one model. */
const runsOf = ({ sequel = [], ...first }: Proposal): readonly [NodeRun, ...NodeRun[]] => [
  first,
  ...sequel.map(({ proposal }) => proposal),
];
