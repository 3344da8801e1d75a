import { Random, seedOf } from '../../generators/cases/random.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import type { DescribedCall, DescribedRun } from '../../generators/covering/search.ts';
import { expectedOutputs, valueIfJudged } from '../../generators/fuzz/validate.ts';
import { proposalsIn } from '../../generators/sessions/runs.ts';
import { type Cell, callOfValues } from '../../generators/suite/cases.ts';
import { candidateIn } from '../../generators/suite/plans.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { elementCount, isSameTensor, type Tensor } from '../../oracles/numerics/tensor.ts';
import { tensorsIn } from '../../oracles/numerics/value.ts';
import { answersInTensors, expectInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Asked } from '../drawn/asked.ts';
import { allChanges, isChangedBy } from '../drawn/effects.ts';

/** The number of elements that cost as much as a case: the suite limits the number of cases, and large ones take time. */
const elementsOfCase = 4000;

/** The cost of a call with this number of elements; 1 for the smallest. */
export const costOf = (elements: number): number => 1 + elements / elementsOfCase;

/** The greatest number of elements of a call in the quick suite; larger calls are in standard. */
const quickElements = 700;

/** Whether a call is small enough for the quick suite. */
export const fitsQuick = ({ cost }: Pick<DescribedCall, 'cost'>): boolean => cost <= costOf(quickElements);

/** The limit on the work of a run, in additions. */
const steps = 2 ** 20;

/** The number of ways in which a run may fail: each wrong way to write an output, the output of the run before, and an error. */
export const ways = allChanges.length + 2;

/**
 * A call drawn for a cell, with its classes and the kinds of failure that it would show. `undefined` if the text has no answer, the
 * oracle would take too long, or a runtime may reject the call.
 * @throws BadInput if it is not legal: a fault of the family's draw
 */
export function describedCandidate(cell: Cell, index: number, seed = 1): DescribedCall | undefined {
  const { operator, version } = cell;
  const draft = candidateIn(cell, { index, seed, suite: 'full' });
  const proposals = proposalsIn(draft.draw(new Random(seedOf(seed, `${cell.name}/${index}`))));
  const runs = describedRuns(proposals.map((run, i) => ({ operator, version, run, earlier: proposals.slice(0, i) })));
  if (!runs) return undefined;
  const elements = runs.reduce((sum, run) => sum + run.elements, 0);
  return { name: cell.name, index, runs, cost: costOf(elements) };
}

/** Runs with their classes and the kinds of failure that they would show; `undefined` as above. */
export function describedRuns(
  asked: readonly Asked[],
): readonly (DescribedRun & { readonly elements: number })[] | undefined {
  const right = answersTo(asked);
  const answer = new Map(asked.map(({ run }, i) => [run, right?.[i]]));
  return right?.map((outputs, i) => {
    const { version, run, earlier } = asked[i]!;
    return {
      classes: classesOf(version, run, earlier),
      shows: shownBy(outputs, answer.get(earlier.at(-1)!)),
      elements: elementsIn([
        ...outputs,
        ...run.inputs.flatMap(({ value, held = value }) => (held ? tensorsIn(held) : [])),
      ]),
    };
  });
}

function answersTo(asked: readonly Asked[]): readonly (readonly Tensor[])[] | undefined {
  try {
    for (const { operator, version, run } of asked) expectInTensors(operator, version, callOfValues(run));
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
  // a runtime may reject even a legal call
  return valueIfJudged(() =>
    asked.map(({ operator, version, run }) =>
      answersInTensors(expectedOutputs(operator, version, callOfValues(run), { steps })).map(referenceTensor),
    ),
  );
}

const elementsIn = (values: readonly Tensor[]): number => values.reduce((sum, { dims }) => sum + elementCount(dims), 0);

/** A bit for each way to fail that changes the answer. */
function shownBy(outputs: readonly Tensor[], before: readonly Tensor[] | undefined): number {
  const written = outputs.filter(({ dims }) => elementCount(dims) > 0);
  const isStale = before?.some((output, i) => !isSameTensor(output, outputs[i]!)) ?? false;
  const isChanged = allChanges.map((change) => written.some((output) => isChangedBy(change, output)));
  return [true, isStale, ...isChanged].reduce((bits, shows, i) => (shows ? bits | (1 << i) : bits), 0);
}
