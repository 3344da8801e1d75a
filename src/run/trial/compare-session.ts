import type { Run } from '../../../generators/sessions/runs.ts';
import { placeOf } from '../../../oracles/arrays/index-map.ts';
import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { type Comparison, refused } from '../../../oracles/judge/comparator.ts';
import { largerErrors } from '../../../oracles/judge/element-error.ts';
import { type Observation, observe } from '../../../oracles/judge/policy.ts';
import { intersectChoices } from '../../../oracles/judge/possible-choices.ts';
import { looserTier, type Tier } from '../../../oracles/judge/tier.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { isSame } from '../../../oracles/numerics/trait.ts';
import {
  formatForm,
  isSameValue,
  isTensor,
  tensorsIn,
  type Value,
  type ValueOf,
} from '../../../oracles/numerics/value.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';
import type { NodeCell } from '../../../reports/schema.ts';
import { decodeBytes } from '../../../vectors/onnx/value-proto.ts';
import type { RunAnswer, SessionRequest } from '../../backends/backend.ts';
import { decodeValues } from './decode-values.ts';
import type { Prepared, PreparedRun } from './prepared.ts';

/** The comparison of a session, and the run that is wrong. */
export interface SessionComparison extends Comparison {
  /** from 0; absent if the comparison was accepted, or concerns no single run */
  readonly run?: number;
}

/** A run whose own outputs are right. */
interface CompletedRun {
  readonly name: string;
  readonly run: PreparedRun;
  readonly model: number;
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  readonly comparison: Comparison;
  /** whether rounding is impossible: every correct implementation returns these bits */
  readonly isExact: () => boolean;
}

/** True for a run of the operator, version and dtype of the case. */
export const isOfOwnCell = (runs: readonly PreparedRun[], run: number): boolean =>
  isSameCell(runs[run]!.cell, runs[0]!.cell);

/** Returns the index of the first run whose outputs are not acceptable; -1 if there is none. */
export function firstWrongRun(
  request: SessionRequest,
  runs: readonly PreparedRun[],
  answers: readonly RunAnswer[],
  loosest: Tier,
): number {
  return answers.findIndex(({ outputs }, i) => {
    const tensors = decodeValues(request.runs[i]!.outputs, outputs);
    return !tensors.ok || !runs[i]!.judge(tensors.value, loosest).accepted;
  });
}

/**
 * Judges the answers to all runs of a session together.
 * @param loosest the loosest tier of accepted answers; `native` if absent
 */
export function compareSession(
  request: SessionRequest,
  runs: readonly PreparedRun[],
  answers: readonly RunAnswer[],
  loosest?: Tier,
): SessionComparison {
  if (answers.length !== runs.length) {
    return refused('outputs', `${answers.length} runs were answered where ${runs.length} were asked`);
  }
  const done: CompletedRun[] = [];
  for (const [i, answer] of answers.entries()) {
    const { model, inputs: sent, outputs: names } = request.runs[i]!;
    const name = nameOfRun({ request, runs }, i);
    const at = (comparison: Comparison): SessionComparison => ({
      ...comparison,
      message: `${name}: ${comparison.message}`,
      run: i,
    });
    const given = decodeValues(names, answer.outputs);
    if (!given.ok) return at(refused('outputs', given.message));
    const outputs = given.value;
    const run = runs[i]!;
    const same = done.find((earlier) => isRepeat(earlier, { model, run }) && sameBits(earlier.outputs, outputs));
    const judged = same?.comparison ?? run.judge(outputs, loosest);
    if (!judged.accepted) return at(describeStaleAnswer(judged, outputs, done));
    // errors of right answers count for the case's operator and dtype, so those of other runs are left out
    const comparison = isOfOwnCell(runs, i) ? judged : withoutError(judged);
    const inputNames = sent.map((input) => input.name);
    const inputs = sent.map((input) => decodeBytes(input));
    const after = decodeValues(inputNames, answer.inputs, 'input');
    if (!after.ok) return at(refused('outputs', `after the run, ${after.message}`));
    const written = firstDifference(inputs, after.value, inputNames);
    if (written) return at(refused('input', `the run wrote into its input ${written}`));
    const isExact = () => tensorsOf(run.expected ?? []).every(isSingle);
    done.push({ name, run, model, inputs, outputs, comparison, isExact });
  }
  return findOverwrittenOutput(done, answers, request) ?? combineRuns(done);
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** Returns the name of a step: "step 3 of 4, second run of model 1, with other data". */
export function nameOfStep(steps: readonly Pick<Run, 'model' | 'what'>[], i: number): string {
  const { model, what } = steps[i]!;
  const before = steps.slice(0, i).filter((other) => other.model === model).length;
  return `step ${i + 1} of ${steps.length}, ${ordinals[before]} run of model ${model + 1}${what && `, with ${what}`}`;
}

/** Returns the name of the step of a prepared run. */
export function nameOfRun({ request, runs }: Pick<Prepared, 'request' | 'runs'>, i: number): string {
  const steps = 'runs' in request ? request.runs : [{ model: 0 }];
  return nameOfStep(
    steps.map(({ model }, k) => ({ model, what: runs[k]!.what })),
    i,
  );
}

/** Returns the comparison of a wrong answer, with the earlier step whose answer it repeats. */
function describeStaleAnswer(
  comparison: Comparison,
  outputs: readonly Value[],
  done: readonly CompletedRun[],
): Comparison {
  const echoed = done.findIndex((earlier) => sameBits(earlier.outputs, outputs));
  if (echoed < 0) return comparison;
  return { ...comparison, message: `the answer of step ${echoed + 1} again: ${comparison.message}` };
}

/** Returns the first output that changed after the end of its run. */
function findOverwrittenOutput(
  done: readonly CompletedRun[],
  answers: readonly RunAnswer[],
  { runs }: SessionRequest,
): SessionComparison | undefined {
  for (const [i, { name, outputs }] of done.entries()) {
    const names = runs[i]!.outputs;
    const read = decodeValues(names, answers[i]!.later);
    if (!read.ok) return { ...refused('outputs', `${name}: after the last run, ${read.message}`), run: i };
    const later = read.value;
    const changed = firstDifference(outputs, later, names);
    if (!changed) continue;
    const as = (pick: (step: CompletedRun) => readonly Value[]) =>
      done.findLastIndex((step, k) => k > i && sameBits(pick(step), later));
    const sources = [
      ['output', as((step) => step.outputs)],
      ['input', as((step) => step.inputs.slice(0, later.length))],
    ] as const;
    const same = sources.filter(([, step]) => step >= 0).map(([what, step]) => `the ${what} of step ${step + 1}`);
    const now = same.length > 0 ? `; it is now ${same.join(' and ')}` : '';
    return { ...refused('later', `${name}: later runs changed its output ${changed}${now}`), run: i };
  }
  return undefined;
}

const withoutError = ({ error: _, ...rest }: Comparison): Comparison => rest;

/** Whether two runs are of one model on the same inputs. */
const isRepeat = (one: Pick<CompletedRun, 'model' | 'run'>, other: Pick<CompletedRun, 'model' | 'run'>): boolean =>
  one.model === other.model && one.run.values === other.run.values;

/** Judges runs that are each right: runs on the same inputs have to agree. */
function combineRuns(done: readonly CompletedRun[]): SessionComparison {
  let tier: Tier | undefined;
  const repeated: Observation[] = [];
  for (const [i, step] of done.entries()) {
    const { comparison, outputs, name } = step;
    if (comparison.tier) tier = tier ? looserTier(tier, comparison.tier) : comparison.tier;
    const first = done.findIndex((earlier) => isRepeat(earlier, step));
    if (first === i || tensorsOf(step.run.expected ?? []).some(({ ofChance }) => ofChance)) continue;
    const difference = firstDifference(done[first]!.outputs, outputs, []);
    if (difference !== undefined && !isRounding(done[first]!, step)) {
      const message = `${name}: not the answer of step ${first + 1} to the same inputs: output ${difference}`;
      return { ...refused('repeat', message), run: i };
    }
    if (difference === undefined && step.isExact()) continue;
    repeated.push(observe('repeated-run', difference === undefined ? 'same-bits' : 'other-bits'));
  }
  const error = done.map(({ comparison }) => comparison.error).reduce(largerErrors, undefined);
  return {
    accepted: true,
    ...(tier && { tier }),
    ...(error && { error }),
    errorOverBound: Math.max(...done.map(({ comparison }) => comparison.errorOverBound)),
    vacuous: done.reduce((sum, { comparison }) => sum + comparison.vacuous, 0),
    get observations() {
      // other operators, versions or dtypes may choose differently
      const own = done.filter(({ run }) => isSameCell(run.cell, done[0]!.run.cell));
      return intersectChoices([...own.flatMap(({ comparison }) => comparison.observations), ...repeated]);
    },
  };
}

/** Whether two runs have the same operator, version and dtype. */
export function isSameCell(one: NodeCell, other: NodeCell): boolean {
  return one.operator === other.operator && one.version === other.version && one.dtype === other.dtype;
}

/** Whether two acceptable answers may differ by rounding alone: finite floats, and no choice was made. */
function isRounding(a: CompletedRun, b: CompletedRun): boolean {
  if (a.comparison.observations.length + b.comparison.observations.length > 0) return false;
  const others = tensorsOf(b.outputs);
  return tensorsOf(a.outputs).every((output, k) => {
    const [one, other] = [scalarsOf(output), scalarsOf(others[k]!)];
    return positions(output).every((i) => {
      const [x, y] = [one(i), other(i)];
      return Object.is(x, y) || (Number.isFinite(x) && Number.isFinite(y) && x !== y);
    });
  });
}

const isSingle = ({ dtype, dims, accept }: ExpectedOutput): boolean =>
  formatOf(dtype).kind !== 'float' ||
  Array.from({ length: elementCount(dims) }, (_, i) => accept(i)).every(
    ({ isExactInAnyOrder, hasOneAnswer: isOnly = isExactInAnyOrder }) => isOnly,
  );

const positions = ({ dims }: Tensor): number[] => Array.from({ length: elementCount(dims) }, (_, i) => i);

/** Returns the first difference, "reduced: at [1] it was 3 and is 9"; `undefined` if there is none (NaN payloads may differ). */
function firstDifference(
  before: readonly Value[],
  after: readonly Value[],
  names: readonly string[],
): string | undefined {
  for (const [k, was] of before.entries()) {
    const is = after[k]!;
    const name = names[k] ?? String(k);
    const [a, b] = [formatForm(was), formatForm(is)];
    if (a !== b) return `${name}: it was ${a} and is ${b}`;
    const others = tensorsIn(is);
    for (const [place, tensor] of tensorsIn(was).entries()) {
      const [x, y] = [scalarsOf(tensor), scalarsOf(others[place]!)];
      const i = positions(tensor).find((at) => !isSame(x(at), y(at)));
      if (i === undefined) continue;
      const at = `[${placeOf(i, tensor.dims)}]${isTensor(was) ? '' : ` of tensor ${place}`}`;
      return `${name}: at ${at} it was ${formatScalar(x(i))} and is ${formatScalar(y(i))}`;
    }
  }
  return undefined;
}

export const tensorsOf = <T extends Pick<Tensor, 'dtype' | 'dims'>>(values: readonly ValueOf<T>[]): readonly T[] =>
  values.flatMap((value) => tensorsIn<T>(value));

const sameBits = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every((value, k) => isSameValue(value, b[k]!));
