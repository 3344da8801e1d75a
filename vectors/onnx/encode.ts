import type { Graph } from '../../oracles/graph/graph.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import { encodeModel, type ModelSpec } from './model.ts';
import { encodeTensor } from './tensor-proto.ts';

/** A run of a model: a graph, of one node or of many, with the values of its inputs. */
export interface ModelRun {
  /** which of the models is run, from 0 in the order of their first runs */
  readonly model: number;
  /** of the model */
  readonly name: string;
  readonly opset: number;
  readonly graph: Graph;
  /** the graph inputs by name, in order */
  readonly values: ReadonlyMap<string, Tensor>;
  /** what they are given at run time, where that is not what the model declares */
  readonly fed?: ReadonlyMap<string, Tensor>;
  /** what the model declares of its outputs */
  readonly outputs: readonly DeclaredOutput[];
}

export type DeclaredOutput = Pick<ExpectedOutput, 'dtype' | 'dims'>;

/** A tensor as the bytes of a TensorProto. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One run as the bytes that a backend gets: a ModelProto, its inputs as TensorProtos, and the names of the outputs. */
export interface EncodedRun {
  readonly model: Uint8Array;
  readonly inputs: readonly NamedBytes[];
  readonly outputs: readonly string[];
}

/** Runs of several models, in their order; `model` is an index into `models`. */
export interface EncodedRuns {
  readonly models: readonly Uint8Array[];
  readonly runs: readonly (Omit<EncodedRun, 'model'> & { readonly model: number })[];
}

/** Models and runs as bytes. A model admits the shapes of all of its runs. */
export function encodeRuns(runs: readonly ModelRun[]): EncodedRuns {
  const models: Uint8Array[] = [];
  for (const { model } of runs) models[model] ??= encodeModel(modelOf(runs.filter((other) => other.model === model)));
  return {
    models,
    runs: runs.map(({ model, graph, values, fed = values }) => ({
      model,
      inputs: encodeTensors(fed),
      outputs: graph.outputs,
    })),
  };
}

/** One run by itself. */
export function encodeRun(run: ModelRun): EncodedRun {
  return alone(encodeRuns([{ ...run, model: 0 }]), 0);
}

/** One of several runs by itself. */
export function alone({ models, runs }: EncodedRuns, index: number): EncodedRun {
  const { model, inputs, outputs } = runs[index]!;
  return { model: models[model]!, inputs, outputs };
}

/** Tensors as bytes, each with its name. */
export const encodeTensors = (tensors: ReadonlyMap<string, Tensor>): NamedBytes[] =>
  Array.from(tensors, ([name, tensor]) => ({ name, bytes: encodeTensor(tensor, name) }));

/**
 * The model of some runs: constants are initializers. Dimensions of inputs in which the runs differ are symbolic, those of outputs
 * unknown, and where their ranks differ no shape is declared. Shapes that come at run time are declared too, as ONNX's own vectors do.
 */
export function modelOf(runs: readonly ModelRun[]): ModelSpec {
  const [{ name, opset, graph, values, outputs }] = runs as [ModelRun];
  return {
    name,
    opset,
    nodes: graph.nodes.map(({ operator, attributes, inputs, outputs: own }) => ({
      opType: operator.name,
      ...(operator.domain && { domain: operator.domain }),
      attributes,
      inputs,
      outputs: own,
    })),
    inputs: Array.from(values, ([input, { dtype, dims }]) => {
      const all = runs.map((run) => run.values.get(input)!.dims);
      return { name: input, dtype, dims: dimsOfAll(dims, all, (axis) => `${input}_${axis}`) };
    }),
    outputs: outputs.map(({ dtype, dims }, i) => {
      const all = runs.map((run) => run.outputs[i]!.dims);
      return { name: graph.outputs[i]!, dtype, dims: dimsOfAll(dims, all, () => '') };
    }),
    initializers: Array.from(graph.initializers, ([constant, tensor]) => ({ name: constant, tensor })),
  };
}

/** The dims that a model declares for a value that takes several shapes. */
function dimsOfAll(
  dims: readonly number[],
  others: readonly (readonly number[])[],
  symbol: (axis: number) => string,
): (number | string)[] | undefined {
  if (others.some((other) => other.length !== dims.length)) return undefined;
  return dims.map((dim, axis) => (others.every((other) => other[axis] === dim) ? dim : symbol(axis)));
}
