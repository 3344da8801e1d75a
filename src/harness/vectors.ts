import { show } from '../../oracles/acceptance/acceptance.ts';
import { type Comparison, compare } from '../../oracles/acceptance/comparator.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import { withExplanations } from '../../oracles/explanations/hypotheses.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Clause, ExpectedOutput } from '../../oracles/operator.ts';
import { versionAt } from '../../oracles/operators.ts';
import { callWith, type ModelCall, readCall, unknownAmong } from '../../vectors/call.ts';
import type { DataSet } from '../../vectors/data-set.ts';
import { findVectors, type LoadedModel, loadDataSets, loadModel, type VectorRef } from '../../vectors/directory.ts';
import { type DecodedModel, ForeignModel } from '../../vectors/model.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import { inputsInWords, sizeOf } from './description.ts';
import type { PreparedModel } from './model-trial.ts';

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

/** What a folder of vectors holds. */
export interface ReadVectors {
  readonly models: readonly PreparedModel[];
  /** vectors that the oracle does not judge: by operator or graph if it does not know them, or by the rule they break */
  readonly notKnown: ReadonlyMap<string, number>;
  /** what could not be read, one line each */
  readonly unreadable: readonly string[];
  /** vectors whose expected values the oracle does not accept, one line each */
  readonly disagreements: readonly string[];
}

/**
 * Reads every vector below a folder.
 * @throws BadInput if the folder cannot be read
 */
export function readVectors(dir: string): ReadVectors {
  const models: PreparedModel[] = [];
  const notKnown = new Map<string, number>();
  const unreadable: string[] = [];
  const disagreements: string[] = [];
  const readable = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      unreadable.push(error.message);
      return undefined;
    }
  };
  const leaveOut = (what: string) => notKnown.set(what, (notKnown.get(what) ?? 0) + 1);
  for (const ref of findVectors(dir)) {
    const found = readable(() => identify(ref));
    if (!found) continue;
    if ('unknown' in found) {
      leaveOut(found.unknown);
      continue;
    }
    const { vector, call } = found;
    for (const dataSet of readable(() => loadDataSets(ref, vector.model)) ?? []) {
      if (dataSet.problem) {
        unreadable.push(dataSet.problem.message);
        continue;
      }
      if (dataSet.outputs.length === 0) {
        const refusal = refusalOf(vector, call, dataSet);
        if (refusal === undefined)
          unreadable.push(`${vector.id}/${dataSet.name}: no output files, though the model is legal`);
        else leaveOut(`illegal model of ${call.operator.name}, opset ${vector.model.opset}: ${refusal}`);
        continue;
      }
      const prepared = readable(() => prepareVector(vector, call, dataSet));
      if (!prepared) continue;
      models.push(prepared.model);
      if (prepared.disagreement) disagreements.push(prepared.disagreement);
    }
  }
  return { models, notKnown, unreadable, disagreements };
}

/** The call that a vector asks for; or what it asks for instead, which is not looked at any further. */
function identify(ref: VectorRef): { readonly vector: LoadedModel; readonly call: ModelCall } | { unknown: string } {
  try {
    const vector = loadModel(ref);
    const call = readCall(vector.model);
    return call.unknown === undefined ? { vector, call } : { unknown: call.unknown };
  } catch (error) {
    const unknown = error instanceof ForeignModel && unknownAmong(error.nodes);
    if (unknown) return { unknown };
    throw error;
  }
}

/** Why the oracle refuses a model; `undefined` if it does not. */
function refusalOf({ model }: LoadedModel, call: ModelCall, dataSet: DataSet): string | undefined {
  try {
    call.operator.expect(versionAt(call.operator, model.opset), questionOf(call, model, dataSet));
    return undefined;
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
}

const questionOf = (call: ModelCall, model: DecodedModel, { inputNames, inputs }: DataSet) =>
  callWith(call, model, new Map(inputNames.map((name, i) => [name, inputs[i]!])));

function prepareVector(
  vector: LoadedModel,
  call: ModelCall,
  dataSet: DataSet,
): { model: PreparedModel; disagreement: string | undefined } {
  const { model, bytes } = vector;
  const id = `${vector.id}/${dataSet.name}`;
  const { operator } = call;
  const version = named(id, () => versionAt(operator, model.opset));
  const asked = questionOf(call, model, dataSet);
  const expected = named(id, () => operator.expect(version, asked));
  const file = dataSet.outputs;
  const question = { operator, version, call: asked };
  const { accepted, message, explanations } = withExplanations(compare(expected, file), question, expected, file);
  const because = explanations ? `; ${explanations[0]!.text}` : '';
  const disagreement = accepted ? undefined : `${id}: the file disagrees with the oracle: ${message}${because}`;
  const data = asked.inputs[0]!;
  const expanded = model.nodes.length > 1 ? `, written out in ${model.nodes.length} nodes` : '';
  const prepared: PreparedModel = {
    about: {
      id,
      operator: operator.name,
      version: version.since,
      dtype: data.dtype,
      clause: vectorClause,
      opset: model.opset,
      dataClass: 'file',
      summary: `opset ${model.opset}, data ${data.dtype}[${data.dims}]${expanded}, from ${vector.id}`,
      facts: { words: [], measures: { rank: data.dims.length } },
      size: sizeOf(dataSet.inputs),
    },
    inputs: () => inputsInWords(dataSet.inputs.map((tensor, i) => ({ name: dataSet.inputNames[i]!, tensor }))),
    request: {
      model: bytes,
      inputs: dataSet.inputNames.map((name, i) => ({ name, bytes: encodeTensor(dataSet.inputs[i]!, name) })),
      outputs: model.outputs.map((output) => output.name),
    },
    // a file that is wrong by itself is no measure of the backend
    judge: (outputs) =>
      withExplanations(
        disagreement ? compare(expected, outputs) : onBoth(expected, file, outputs),
        question,
        expected,
        outputs,
      ),
  };
  return { model: prepared, disagreement };
}

function named<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadInput) throw new BadInput(`${id}: the model is not legal: ${error.message}`);
    throw error;
  }
}

/** Both judges have to agree: the oracle first, then the file where only one answer is right. */
function onBoth(expected: readonly ExpectedOutput[], file: readonly Tensor[], outputs: readonly Tensor[]): Comparison {
  const comparison = compare(expected, outputs);
  // what the oracle accepts as a choice need not be the choice of the file
  if (!comparison.accepted || comparison.observations.length > 0) return comparison;
  const difference = differenceFromFile(file, outputs);
  if (difference === undefined) return comparison;
  return { ...comparison, accepted: false, problem: 'file', message: difference };
}

const relativeTolerance = 1e-3;
const absoluteTolerance = 1e-7;

/** Where outputs differ from the file by more than ONNX's own tolerance; dtype and shape have been compared before. */
export function differenceFromFile(file: readonly Tensor[], outputs: readonly Tensor[]): string | undefined {
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
      if (!isClose(a, b)) return `output ${output} element ${i} is ${show(a)} where the file has ${show(b)}`;
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
