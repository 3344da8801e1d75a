import type { Program } from '../generators/fuzz/program.ts';
import { BadInput } from '../oracles/bad-input.ts';
import { expectGraph } from '../oracles/graph/expect.ts';
import type { ExpectedOutput } from '../oracles/operator.ts';
import { dimsOfAll } from './case.ts';
import { readGraph } from './graph.ts';
import { decodeModel, encodeModel, type ModelSpec } from './model.ts';
import { decodeTensor, encodeTensor } from './tensor-proto.ts';

/**
 * The model of a program. It declares the dims that its runs have in common, and symbolic ones where they differ.
 * @param expected what each run may answer
 */
export function modelOfProgram(
  { opset, graph, runs }: Program,
  expected: readonly (readonly Pick<ExpectedOutput, 'dtype' | 'dims'>[])[],
  name = 'program',
): ModelSpec {
  return {
    name,
    opset,
    nodes: graph.nodes.map(({ operator, attributes, inputs, outputs }) => ({
      opType: operator.name,
      ...(operator.domain && { domain: operator.domain }),
      attributes,
      inputs,
      outputs,
    })),
    inputs: [...runs[0]!].map(([input, { dtype, dims }]) => {
      const all = runs.map((run) => run.get(input)!.dims);
      return { name: input, dtype, dims: dimsOfAll(dims, all, (axis) => `${input}_${axis}`) };
    }),
    outputs: graph.outputs.map((output, i) => {
      const { dtype, dims } = expected[0]![i]!;
      const all = expected.map((own) => own[i]!.dims);
      return { name: output, dtype, dims: dimsOfAll(dims, all, () => '') };
    }),
    initializers: [...graph.initializers].map(([constant, tensor]) => ({ name: constant, tensor })),
  };
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
  return {
    model: encodeModel(modelOfProgram(program, expected)),
    runs: program.runs.map((run) => [...run].map(([name, tensor]) => encodeTensor(tensor, name))),
  };
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
