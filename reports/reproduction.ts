import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { runsOf } from '../generators/sessions/runs.ts';
import { callOfValues, select } from '../generators/suite/cases.ts';
import { findSubject } from '../generators/suite/subjects.ts';
import { referenceTensor } from '../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../oracles/numerics/tensor.ts';
import { areTensors } from '../oracles/numerics/value.ts';
import { BadInput } from '../oracles/spec/bad-input.ts';
import { expectValues } from '../oracles/spec/expect-values.ts';
import { rulesOf } from '../oracles/spec/rules.ts';
import { answersExpected, encodeCaseRuns, encodeInvalidCase } from '../vectors/onnx/case.ts';
import { findVectors, loadDataSet, loadModel } from '../vectors/onnx/directory.ts';
import { decodeTensor } from '../vectors/onnx/tensor-proto.ts';
import type { RunOptions } from './schema.ts';

/** The model of a case, with inputs and expected outputs by name. */
export interface Reproduction {
  /** ModelProto; for a session the first model */
  readonly model: Uint8Array;
  /** the inputs; for a session those of {@link run} */
  readonly inputs: ReadonlyMap<string, Tensor>;
  /** the exact values rounded once, or those of the file; none for an invalid model or a session */
  readonly outputs: ReadonlyMap<string, Tensor>;
  /** the number of runs: 1 except for sessions */
  readonly runs: number;
  /** the number of the run that is shown, from 1 */
  readonly run: number;
}

/**
 * Returns a case of a stored run: drawn again from its id and the seed, or read again from its folder.
 * @param summary the summary in the run: if this suite draws another case for the id, the result is `undefined`
 * @param run the number of the run of a session to show, from 1
 */
export function reproduce(
  { id, summary }: { readonly id: string; readonly summary: string },
  { seed, vectors, nodes }: Pick<RunOptions, 'seed' | 'vectors' | 'nodes'>,
  run = 1,
): Reproduction | undefined {
  // a node is written to the folder of the run
  if (nodes) return undefined;
  try {
    return vectors === undefined ? drawnAgain(id, summary, seed, run) : readAgain(id, vectors);
  } catch (error) {
    if (error instanceof BadInput) return undefined; // an id or folder that no longer exists
    throw error;
  }
}

function drawnAgain(id: string, summary: string, seed: number, run: number): Reproduction | undefined {
  if (!isOfKnownClause(id)) return undefined;
  const { cells, invalid, cases } = select({ seed, ids: [id], opsets: [], dtypes: [] });
  const testCase = [...cells, ...invalid].flatMap((cell) => cases(cell)).find((one) => one.id === id);
  if (testCase?.summary !== summary) return undefined;
  const tensors = (inputs: readonly { readonly name: string; readonly bytes: Uint8Array }[]) =>
    new Map(inputs.map(({ name, bytes }) => [name, decodeTensor(bytes, name).tensor]));
  if (testCase.cell.expects === 'rejection') {
    const { model, inputs } = encodeInvalidCase(testCase);
    return { model, inputs: tensors(inputs), outputs: new Map(), runs: 1, run: 1 };
  }
  const runs = runsOf(testCase);
  const expected = runs.map(({ testCase: { cell, proposal } }) =>
    expectValues(cell.operator, cell.version, callOfValues(proposal)),
  );
  const session = encodeCaseRuns(runs, expected);
  const shown = session.runs[run - 1] ?? session.runs[0]!;
  const answers = answersExpected(testCase, expected[0]!);
  // a script shows tensors
  if (!areTensors(answers) || shown.inputs.some(({ type }) => type)) return undefined;
  const outputs =
    runs.length > 1 ? [] : answers.map((answer, i) => [shown.outputs[i]!, referenceTensor(answer)] as const);
  return {
    model: session.models[shown.model]!,
    inputs: tensors(shown.inputs),
    outputs: new Map(outputs),
    runs: runs.length,
    run,
  };
}

/** Whether an id has a known clause. This quick check avoids a slow search for suggestions for ids of other releases. */
function isOfKnownClause(id: string): boolean {
  const [name = '', since, , clause] = id.split('/');
  const operator = findSubject(name);
  const version = operator?.versions.find((each) => `${each.since}` === since);
  if (!operator || !version) return false;
  return [...version.clauses, ...rulesOf(operator, version)].some((each) => each.id === clause);
}

function readAgain(id: string, vectors: string): Reproduction | undefined {
  const below = posix.join(vectors, posix.dirname(id));
  const [ref] = findVectors(existsSync(below) ? below : vectors);
  if (!ref) return undefined;
  const { bytes, model } = loadModel(ref);
  const set = loadDataSet(ref, posix.basename(id), model);
  // a script shows tensors
  if (set.problem || !areTensors(set.inputs) || !areTensors(set.outputs)) return undefined;
  const [inputs, outputs] = [set.inputs, set.outputs];
  return {
    model: bytes,
    inputs: new Map(set.inputNames.map((name, i) => [name, inputs[i]!])),
    outputs: new Map(outputs.map((tensor, i) => [model.outputs[i]!.name, tensor])),
    runs: 1,
    run: 1,
  };
}
