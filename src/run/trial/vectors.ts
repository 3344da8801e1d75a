import { dirname } from 'node:path/posix';
import { type ElementVerdict, formatScalar } from '../../../oracles/judge/acceptance.ts';
import type { Comparison } from '../../../oracles/judge/comparator.ts';
import { meetsTier, type Tier } from '../../../oracles/judge/tier.ts';
import { elementCount, scalarsOf } from '../../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../../oracles/numerics/trait.ts';
import { formatForm, tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import type { Clause, ExpectedValue } from '../../../oracles/spec/operator.ts';
import type { DataSet } from '../../../vectors/onnx/data-set.ts';
import {
  findVectors,
  type LoadedModel,
  loadDataSet,
  loadDataSets,
  loadModel,
  type VectorRef,
} from '../../../vectors/onnx/directory.ts';
import { type JudgedPart, readJudgedPart, type UnknownModel, unknownAmong } from '../../../vectors/onnx/graph.ts';
import { ForeignModel } from '../../../vectors/onnx/model.ts';
import type { RunRequest } from '../../backends/backend.ts';
import type { CaseDescription } from './description.ts';
import { Effort, type EffortSettings, unlessLimited } from './effort.ts';
import {
  describeGraph,
  type GraphModel,
  operatorIn,
  type PreparedGraph,
  prepareGraph,
  requestOf,
} from './prepare-graph.ts';
import type { Prepared } from './prepared.ts';

/** The clause that files on disk exercise, whatever their operator. */
export const vectorClause: Clause = {
  id: 'vector',
  text: 'The answer agrees with the oracle, and with the outputs on file where there are any.',
  source: {
    document: '',
    place: 'the output files of the vector; tolerance of the ONNX backend tests: rtol 1e-3, atol 1e-7',
  },
  level: 'specified',
};

/** One data set of a model. It is read again for each use, since a folder may exceed the memory. */
export interface VectorCase {
  readonly about: CaseDescription;
  /** returns the request for a backend without calling the oracle */
  readonly request: () => RunRequest;
  /** calls the oracle; `undefined` if it cannot judge the case or the files cannot be used, which is then already reported */
  readonly prepare: () => Prepared | undefined;
  /** reports why the case is not judged */
  readonly giveUp: (why: string) => void;
}

/** The contents of a folder of vectors. */
export interface FoundVectors {
  readonly cases: readonly VectorCase[];
  /** counts of vectors that the oracle does not judge, by reason: an unknown, or a broken rule; grows as cases are prepared */
  readonly notKnown: ReadonlyMap<string, number>;
  /** the problems of unusable files, one line each; grows as cases are prepared */
  readonly unreadable: readonly string[];
}

/**
 * Finds and reads every vector below a folder, without calling the oracle.
 * @throws BadInput if the folder cannot be read
 */
export function readVectors(dir: string, settings: EffortSettings = {}): FoundVectors {
  const cases: VectorCase[] = [];
  const notKnown = new Map<string, number>();
  const unreadable: string[] = [];
  const leaveOut = (what: string) => notKnown.set(what, (notKnown.get(what) ?? 0) + 1);
  const readable = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (error instanceof NotJudged || error instanceof MeantToBeRejected) leaveOut(error.message);
      else unreadable.push((error as Error).message);
      return undefined;
    }
  };
  for (const ref of findVectors(dir)) {
    readable(() => {
      const found = identify(ref);
      if ('unknown' in found) return leaveOut(found.unknown);
      const { vector, part } = found;
      for (const dataSet of loadDataSets(ref, vector.model)) {
        readable(() => {
          if (dataSet.problem) throw dataSet.problem;
          const given = asGiven(vector, part, dataSet);
          cases.push({
            about: describeVector(given),
            request: () => requestOf(rereadDataSet(ref, dataSet.name, settings).given),
            prepare: () =>
              readable(() => {
                const { given, file } = rereadDataSet(ref, dataSet.name, settings);
                return prepareVector(given, file, (problem) => unreadable.push(problem));
              }),
            giveUp: leaveOut,
          });
        });
      }
    });
  }
  return { cases, notKnown, unreadable };
}

/** Reads a data set again, with its outputs on file if there are any. */
function rereadDataSet(ref: VectorRef, name: string, settings: EffortSettings) {
  const found = identify(ref);
  if ('unknown' in found) throw new BadInput(`${ref.id}: changed during the run`);
  const { vector, part } = found;
  const dataSet = loadDataSet(ref, name, vector.model);
  if (dataSet.problem) throw new BadInput(`${ref.id}/${name}: changed during the run`);
  const given = asGiven(vector, part, dataSet);
  return { given: { ...given, effort: new Effort(given.id, part.graph, settings) }, file: dataSet.outputs };
}

/** Returns the judged part of a vector, or the part that the oracle does not know. */
function identify(ref: VectorRef): { readonly vector: LoadedModel; readonly part: JudgedPart } | UnknownModel {
  try {
    const vector = loadModel(ref);
    const part = named(ref.id, () => readJudgedPart(vector.model));
    return 'unknown' in part ? part : { vector, part };
  } catch (error) {
    if (!(error instanceof ForeignModel)) throw error;
    return { unknown: unknownAmong(error.nodes) ?? 'values of types that the suite does not have' };
  }
}

function asGiven(
  { id, bytes, model }: LoadedModel,
  part: JudgedPart,
  { name, inputNames, inputs }: DataSet,
): GraphModel {
  const values = new Map(inputNames.map((input, i) => [input, inputs[i]!]));
  return { id: `${id}/${name}`, bytes, model, ...part, inputs: values };
}

function describeVector(given: GraphModel): CaseDescription {
  const about = describeGraph(given, vectorClause);
  return { ...about, dataClass: 'file', summary: `${about.summary}, from ${dirname(given.id)}` };
}

/**
 * Prepares a data set with the oracle's expected values.
 * @param onDisagreement called if the oracle does not accept the outputs on file
 * @throws BadInput if the model is not valid, NotJudged if the oracle has no answer
 */
function prepareVector(given: GraphModel, file: readonly Value[], onDisagreement: (problem: string) => void): Prepared {
  const own = prepared(given, file.length === 0);
  if (file.length === 0) return own;
  const { expected, ...run } = own.runs[0];
  const byOracle: Prepared = { ...own, runs: [run] };
  // the same time is left for judging the answer
  const ofFile = given.effort!.during(
    () =>
      unlessLimited(
        () => run.judge(file),
        () => undefined,
      ),
    0.5,
  );
  if (!ofFile) return byOracle;
  const { accepted, message, explanations } = ofFile;
  const because = explanations ? `; ${explanations[0]!.text}` : '';
  // a wrong file must not be used to judge the backend
  if (!accepted) {
    onDisagreement(`${given.id}: the file disagrees with the oracle: ${message}${because}`);
    return byOracle;
  }
  const judge = (outputs: readonly Value[], loosest?: Tier) =>
    run.during!(() => onBoth(run.judge(outputs, loosest), expected, file, outputs));
  return { ...own, runs: [{ ...run, judge }] };
}

/** @param mayBeInvalid the model has no outputs on file, so it may be meant to be refused: it is left out */
function prepared(given: GraphModel, mayBeInvalid: boolean): PreparedGraph {
  try {
    return named(given.id, () => prepareGraph(given, describeVector(given)));
  } catch (error) {
    if (!mayBeInvalid || !(error instanceof NotLegal)) throw error;
    const { graph, model } = given;
    const what = `invalid model of ${operatorIn(graph) ?? 'a graph'}, opset ${model.opset}`;
    throw new MeantToBeRejected(`${what}: ${error.reason}`);
  }
}

/** A model without outputs on file that is meant to be refused: no answer to it is judged. */
class MeantToBeRejected extends BadInput {}

/** A model that is not valid, for its inputs or its operators. */
class NotLegal extends BadInput {
  readonly reason: string;

  constructor(id: string, reason: string) {
    super(`${id}: the model is not legal: ${reason}`);
    this.reason = reason;
  }
}

function named<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotJudged) throw error;
    if (error instanceof BadInput) throw new NotLegal(id, error.message);
    // the other files can still be judged
    throw new BadInput(`${id}: the suite is at fault here, please report it: ${(error as Error).message}`);
  }
}

/** Combines two judges: the oracle first, then the file if only one answer is right. */
function onBoth(
  comparison: Comparison,
  expected: readonly ExpectedValue[],
  file: readonly Value[],
  outputs: readonly Value[],
): Comparison {
  const { accepted, observations, tier = 'exact', unjudged } = comparison;
  // the file need not have the same choice, or the same allowed value, as the answer
  if (!accepted || observations.length > 0 || !meetsTier(tier, 'native')) return comparison;
  const difference = differenceFromFile(file, outputs, ({ output, tensor, index, got, want }) => {
    if (unjudged !== undefined) return false;
    const { accept, ofChance } = tensorsIn(expected[output]!)[tensor]!;
    return ofChance === true || [got, want].every((x) => isExact(accept(index).judge(x)));
  });
  if (difference === undefined) return comparison;
  return { ...comparison, accepted: false, problem: 'file', message: difference };
}

const isExact = (verdict: ElementVerdict): boolean => verdict.accepted && verdict.tier === 'exact';

/** An element that differs from the file. */
interface OutputDifference {
  readonly output: number;
  /** the index of the tensor in the output */
  readonly tensor: number;
  readonly index: number;
  readonly got: Scalar;
  readonly want: Scalar;
}

const relativeTolerance = 1e-3;
const absoluteTolerance = 1e-7;

/**
 * Returns the first difference of outputs from the file beyond ONNX's own tolerance.
 * @param isChance whether an element may have either value, such as a random one
 */
export function differenceFromFile(
  file: readonly Value[],
  outputs: readonly Value[],
  isChance: (difference: OutputDifference) => boolean = () => false,
): string | undefined {
  if (file.length !== outputs.length) return `${outputs.length} outputs where the file has ${file.length}`;
  for (const [output, want] of file.entries()) {
    const got = outputs[output]!;
    const [found, due] = [formatForm(got), formatForm(want)];
    if (found !== due) return `output ${output} is ${found} where the file has ${due}`;
    const others = tensorsIn(got);
    for (const [tensor, one] of tensorsIn(want).entries()) {
      const [wanted, gotten] = [scalarsOf(one), scalarsOf(others[tensor]!)];
      for (let i = 0; i < elementCount(one.dims); i++) {
        const [a, b] = [gotten(i), wanted(i)];
        if (isClose(a, b) || isChance({ output, tensor, index: i, got: a, want: b })) continue;
        return `output ${output} element ${i} is ${formatScalar(a)} where the file has ${formatScalar(b)}`;
      }
    }
  }
  return undefined;
}

/** Whether two elements are equal within the tolerance; integers, booleans and strings have to be equal. */
function isClose(got: Scalar, want: Scalar): boolean {
  if (typeof got === 'object' && typeof want === 'object') return isClose(got.re, want.re) && isClose(got.im, want.im);
  if (typeof got !== 'number' || typeof want !== 'number') return got === want;
  if (!Number.isFinite(want) || !Number.isFinite(got)) return Object.is(got, want);
  return Math.abs(got - want) <= absoluteTolerance + relativeTolerance * Math.abs(want);
}
