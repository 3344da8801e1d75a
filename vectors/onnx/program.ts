import type { Program } from '../../generators/fuzz/program.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import { encodeRuns, modelOf } from './encode.ts';
import { readGraph } from './graph.ts';
import { arePassable, type ExpectedModelRun, inTensors } from './in-tensors.ts';
import { decodeModel, encodeModel } from './model.ts';
import { decodeValue } from './value-proto.ts';

const runsAsTheyAre = (
  { opset, graph, runs }: Program,
  expected: readonly (readonly ExpectedValue[])[],
  name: string,
): readonly ExpectedModelRun[] =>
  runs.map((values, i) => ({ model: 0, name, opset, graph, values, outputs: expected[i]! }));

/**
 * Returns the runs of a program for backends. As in the suite, the inputs and outputs of the model are tensors, if ONNX has
 * nodes to convert between tensors and other values.
 * @param expected the expected outputs of each run
 */
export function programRuns(
  program: Program,
  expected: readonly (readonly ExpectedValue[])[],
  name = 'program',
): readonly ExpectedModelRun[] {
  const runs = runsAsTheyAre(program, expected, name);
  const all = runs.flatMap(({ values, outputs }) => [...values.values(), ...outputs]);
  return arePassable(all, program.opset) ? runs.map((run, i) => inTensors(run, expected[i]!)) : runs;
}

const expectedOf = ({ graph, runs }: Program) => runs.map((run) => expectGraphValues(graph, run));

/** The inputs of a run of a model, and its best answers, by name. */
export interface AnsweredRun {
  readonly inputs: ReadonlyMap<string, Value>;
  readonly outputs: ReadonlyMap<string, Value>;
}

/**
 * Encodes a program for backends, with the best answers.
 * @throws BadInput if the oracle rejects it
 */
export function answeredProgram(program: Program): {
  readonly model: Uint8Array;
  readonly runs: readonly AnsweredRun[];
} {
  const runs = programRuns(program, expectedOf(program));
  return {
    model: encodeModel(modelOf(runs)),
    runs: runs.map(({ values, graph, outputs }) => ({
      inputs: values,
      outputs: new Map(outputs.map((value, i) => [graph.outputs[i]!, mapTensors(value, referenceTensor)])),
    })),
  };
}

/** An encoded program. */
export interface EncodedProgram {
  /** ModelProto */
  readonly model: Uint8Array;
  /** the inputs of each run, each a TensorProto, SequenceProto or OptionalProto with its name */
  readonly runs: readonly (readonly Uint8Array[])[];
}

/**
 * Encodes a program.
 * @throws BadInput if the oracle rejects it
 */
export function encodeProgram(program: Program): EncodedProgram {
  const { models, runs } = encodeRuns(runsAsTheyAre(program, expectedOf(program), 'program'));
  return { model: models[0]!, runs: runs.map(({ inputs }) => inputs.map(({ bytes }) => bytes)) };
}

/**
 * Decodes a program.
 * @throws BadInput for bytes that are not a program, and for operators that the oracle does not know
 */
export function decodeProgram({ model, runs }: EncodedProgram, origin = 'program'): Program {
  const decoded = decodeModel(model, origin);
  const graph = readGraph(decoded);
  if ('unknown' in graph) throw new BadInput(`${origin}: the oracle does not know ${graph.unknown}`);
  return {
    opset: decoded.opset,
    graph,
    runs: runs.map((run) => {
      const named = run.map((bytes, i) => {
        const { dtype = 'float32', within = [] } = decoded.inputs[i] ?? {};
        return decodeValue(bytes, { dtype, within }, origin);
      });
      return new Map(named.map(({ name, value }) => [name, value]));
    }),
  };
}
