import type { Program } from '../../generators/fuzz/program.ts';
import { expectGraph } from '../../oracles/graph/expect.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type DeclaredOutput, encodeRuns, type ModelRun } from './encode.ts';
import { readGraph } from './graph.ts';
import { decodeModel } from './model.ts';
import { decodeTensor } from './tensor-proto.ts';

/** The runs of a program. @param expected what each of them may answer */
export function programRuns(
  { opset, graph, runs }: Program,
  expected: readonly (readonly DeclaredOutput[])[],
  name = 'program',
): readonly ModelRun[] {
  return runs.map((values, i) => ({ model: 0, name, opset, graph, values, outputs: expected[i]! }));
}

/** A program as bytes. */
export interface EncodedProgram {
  /** ModelProto */
  readonly model: Uint8Array;
  /** TensorProtos of each run, each with its name */
  readonly runs: readonly (readonly Uint8Array[])[];
}

/** @throws BadInput if the oracle refuses the program */
export function encodeProgram(program: Program): EncodedProgram {
  const expected = program.runs.map((run) => expectGraph(program.graph, run));
  const { models, runs } = encodeRuns(programRuns(program, expected));
  return { model: models[0]!, runs: runs.map(({ inputs }) => inputs.map(({ bytes }) => bytes)) };
}

/** @throws BadInput for bytes that are no program, and for operators that the oracle does not know */
export function decodeProgram({ model, runs }: EncodedProgram, origin = 'program'): Program {
  const decoded = decodeModel(model, origin);
  const graph = readGraph(decoded);
  if ('unknown' in graph) throw new BadInput(`${origin}: the oracle does not know ${graph.unknown}`);
  return {
    opset: decoded.opset,
    graph,
    runs: runs.map((run) => {
      const named = run.map((bytes) => decodeTensor(bytes, origin));
      return new Map(named.map(({ name, tensor }) => [name, tensor]));
    }),
  };
}
