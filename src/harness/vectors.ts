import { type ElementVerdict, show } from '../../oracles/acceptance/acceptance.ts';
import { type Comparison, compare } from '../../oracles/acceptance/comparator.ts';
import { satisfies, type Tier } from '../../oracles/acceptance/tier.ts';
import { BadInput, NotJudged } from '../../oracles/bad-input.ts';
import { expectGraph } from '../../oracles/graph/expect.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Clause, ExpectedOutput } from '../../oracles/operator.ts';
import type { DataSet } from '../../vectors/data-set.ts';
import {
  findVectors,
  type LoadedModel,
  loadDataSet,
  loadDataSets,
  loadModel,
  type VectorRef,
} from '../../vectors/directory.ts';
import { readGraph, type UnknownModel, unknownAmong } from '../../vectors/graph.ts';
import { ForeignModel } from '../../vectors/model.ts';
import type { CaseDescription } from './description.ts';
import { describeGraph, type GivenModel, operatorIn, prepareGraph } from './prepared-graph.ts';
import type { PreparedModel } from './prepared-model.ts';

/** The clause that files on disk exercise, whatever their operator. */
export const vectorClause: Clause = {
  id: 'vector',
  text: 'The answer agrees with the expected values on disk, and with the oracle.',
  source: {
    document: '',
    place: 'the output files of the vector; tolerance of the ONNX backend tests: rtol 1e-3, atol 1e-7',
  },
  level: 'specified',
};

/** One data set of a model, which is read again when it is put to a backend: a folder may hold more than memory does. */
export interface VectorCase {
  readonly about: CaseDescription;
  readonly prepare: () => PreparedVector;
}

/** A data set ready to be put to a backend. */
export interface PreparedVector {
  readonly model: PreparedModel;
  /** present if the oracle does not accept the expected values of the file, in one line */
  readonly disagreement?: string;
}

/** What a folder of vectors holds. */
export interface FoundVectors {
  readonly cases: readonly VectorCase[];
  /** vectors that the oracle does not judge: by operator or graph if it does not know them, or by the rule they break */
  readonly notKnown: ReadonlyMap<string, number>;
  /** what could not be read, one line each */
  readonly unreadable: readonly string[];
}

/**
 * Reads every vector below a folder.
 * @throws BadInput if the folder cannot be read
 */
export function readVectors(dir: string): FoundVectors {
  const cases: VectorCase[] = [];
  const notKnown = new Map<string, number>();
  const unreadable: string[] = [];
  const leaveOut = (what: string) => notKnown.set(what, (notKnown.get(what) ?? 0) + 1);
  const readable = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (error instanceof NotJudged) leaveOut(error.message);
      else unreadable.push((error as Error).message);
    }
  };
  for (const ref of findVectors(dir)) {
    readable(() => {
      const found = identify(ref);
      if ('unknown' in found) return leaveOut(found.unknown);
      const { vector, graph } = found;
      for (const dataSet of loadDataSets(ref, vector.model)) {
        readable(() => {
          const id = `${vector.id}/${dataSet.name}`;
          if (dataSet.problem) throw dataSet.problem;
          if (dataSet.outputs.length === 0) {
            const refusal = refusalOf(graph, dataSet);
            if (refusal === undefined) throw new BadInput(`${id}: no output files, though the model is legal`);
            leaveOut(`illegal model of ${operatorIn(graph) ?? 'a graph'}, opset ${vector.model.opset}: ${refusal}`);
            return;
          }
          named(id, () => expectGraph(graph, inputsOf(dataSet)));
          cases.push({ about: describeVector(vector, graph, dataSet), prepare: () => again(ref, dataSet.name) });
        });
      }
    });
  }
  return { cases, notKnown, unreadable };
}

/** A data set that could be read before. */
function again(ref: VectorRef, name: string): PreparedVector {
  const vector = loadModel(ref);
  const dataSet = loadDataSet(ref, name, vector.model);
  const graph = readGraph(vector.model);
  if (dataSet.problem || 'unknown' in graph) throw new BadInput(`${ref.id}/${name}: changed during the run`);
  return prepareVector(vector, graph, dataSet);
}

/** The graph that a vector holds; or what of it the oracle does not know, and then nothing else of it is looked at. */
function identify(ref: VectorRef): { readonly vector: LoadedModel; readonly graph: Graph } | UnknownModel {
  try {
    const vector = loadModel(ref);
    const graph = named(ref.id, () => readGraph(vector.model));
    return 'unknown' in graph ? graph : { vector, graph };
  } catch (error) {
    if (!(error instanceof ForeignModel)) throw error;
    return { unknown: unknownAmong(error.nodes) ?? 'values of types that the suite does not have' };
  }
}

/** Why the oracle refuses a model; `undefined` if it does not. */
function refusalOf(graph: Graph, dataSet: DataSet): string | undefined {
  try {
    expectGraph(graph, inputsOf(dataSet));
    return undefined;
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
}

const inputsOf = ({ inputNames, inputs }: DataSet): ReadonlyMap<string, Tensor> =>
  new Map(inputNames.map((name, i) => [name, inputs[i]!]));

function asGiven({ id, bytes, model }: LoadedModel, graph: Graph, dataSet: DataSet): GivenModel {
  return { id: `${id}/${dataSet.name}`, bytes, model, graph, inputs: inputsOf(dataSet) };
}

function describeVector(vector: LoadedModel, graph: Graph, dataSet: DataSet): CaseDescription {
  const about = describeGraph(asGiven(vector, graph, dataSet), vectorClause);
  return { ...about, dataClass: 'file', summary: `${about.summary}, from ${vector.id}` };
}

function prepareVector(vector: LoadedModel, graph: Graph, dataSet: DataSet): PreparedVector {
  const about = describeVector(vector, graph, dataSet);
  const { expected, explained, ...own } = prepareGraph(asGiven(vector, graph, dataSet), about);
  const file = dataSet.outputs;
  const { accepted, message, explanations } = own.judge(file);
  const because = explanations ? `; ${explanations[0]!.text}` : '';
  // a file that is wrong by itself is no measure of the backend
  const judge = (outputs: readonly Tensor[], loosest?: Tier) =>
    explained(onBoth(expected, file, outputs, loosest), outputs);
  if (accepted) return { model: { ...own, judge } };
  return { model: own, disagreement: `${about.id}: the file disagrees with the oracle: ${message}${because}` };
}

function named<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotJudged) throw error;
    if (error instanceof BadInput) throw new BadInput(`${id}: the model is not legal: ${error.message}`);
    // the other files can be judged none the less
    throw new BadInput(`${id}: the suite is at fault here, please report it: ${(error as Error).message}`);
  }
}

/** Both judges have to agree: the oracle first, then the file where only one answer is right. */
function onBoth(
  expected: readonly ExpectedOutput[],
  file: readonly Tensor[],
  outputs: readonly Tensor[],
  loosest?: Tier,
): Comparison {
  const comparison = compare(expected, outputs, loosest);
  const { accepted, observations, tier = 'exact' } = comparison;
  // what the oracle accepts as a choice, or where it is allowed, need not be what the file has
  if (!accepted || observations.length > 0 || !satisfies(tier, 'native')) return comparison;
  const difference = differenceFromFile(file, outputs, ({ output, index, got, want }) => {
    const element = expected[output]!.accept(index);
    return [got, want].every((x) => isExact(element.judge(x)));
  });
  if (difference === undefined) return comparison;
  return { ...comparison, accepted: false, problem: 'file', message: difference };
}

const isExact = (verdict: ElementVerdict): boolean => verdict.accepted && verdict.tier === 'exact';

/** An element that differs from that of a file. */
interface Difference {
  readonly output: number;
  readonly index: number;
  readonly got: Scalar;
  readonly want: Scalar;
}

const relativeTolerance = 1e-3;
const absoluteTolerance = 1e-7;

/**
 * Where outputs differ from the file by more than ONNX's own tolerance; dtype and shape have been compared before.
 * @param isChance whether an element may as well be the one as the other, such as one that is drawn at random
 */
export function differenceFromFile(
  file: readonly Tensor[],
  outputs: readonly Tensor[],
  isChance: (difference: Difference) => boolean = () => false,
): string | undefined {
  if (file.length !== outputs.length) return `${outputs.length} outputs where the file has ${file.length}`;
  for (const [output, want] of file.entries()) {
    const got = outputs[output]!;
    if (got.dtype !== want.dtype || String(got.dims) !== String(want.dims)) {
      return `output ${output} is ${got.dtype}[${got.dims}] where the file has ${want.dtype}[${want.dims}]`;
    }
    const wanted = scalarsOf(want);
    const gotten = scalarsOf(got);
    for (let i = 0; i < elementCount(want.dims); i++) {
      const [a, b] = [gotten(i), wanted(i)];
      if (isClose(a, b) || isChance({ output, index: i, got: a, want: b })) continue;
      return `output ${output} element ${i} is ${show(a)} where the file has ${show(b)}`;
    }
  }
  return undefined;
}

/** Integers, truth values and strings have to be equal. */
function isClose(got: Scalar, want: Scalar): boolean {
  if (typeof got === 'object' && typeof want === 'object') return isClose(got.re, want.re) && isClose(got.im, want.im);
  if (typeof got !== 'number' || typeof want !== 'number') return got === want;
  if (!Number.isFinite(want) || !Number.isFinite(got)) return Object.is(got, want);
  return Math.abs(got - want) <= absoluteTolerance + relativeTolerance * Math.abs(want);
}
