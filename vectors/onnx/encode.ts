import type { ModelForm } from '../../generators/cases/proposal.ts';
import type { Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { nodesWithin, toWrittenNode } from '../../oracles/graph/resolve.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { areTensors, tensorsIn, typeOf, type Value, type ValueOf } from '../../oracles/numerics/value.ts';
import { domainOf } from '../../oracles/spec/operator-name.ts';
import { encodeModel, type ModelSpec, type ValueInfo } from './model.ts';
import { inForm } from './model-forms.ts';
import { encodeValues, type NamedBytes } from './value-proto.ts';

/** A run of a model: a graph of one or more nodes, with the values of its inputs. */
export interface ModelRun {
  /** the index of the model, in the order of their first runs */
  readonly model: number;
  /** the name of the model */
  readonly name: string;
  readonly opset: number;
  readonly graph: Graph;
  /** the graph inputs by name, in order */
  readonly values: ReadonlyMap<string, Value>;
  /** the values passed at run time, if they differ from those that the model declares */
  readonly runtimeInputs?: ReadonlyMap<string, Value>;
  /** how the model is written; in the usual form if absent */
  readonly form?: ModelForm;
  /** the declared outputs of the model */
  readonly outputs: readonly DeclaredOutput[];
}

export type DeclaredOutput = ValueOf<Pick<Tensor, 'dtype' | 'dims'>>;

/** One run encoded for a backend: a ModelProto, its inputs, and the names of the outputs. */
export interface EncodedRun {
  readonly model: Uint8Array;
  /** further bytes of the model, which follow these: a large model need not be copied */
  readonly appended?: Uint8Array;
  readonly inputs: readonly NamedBytes[];
  readonly outputs: readonly string[];
  /** an output is not a tensor */
  readonly hasValues?: true;
}

/** Runs of several models, in their order; `model` is an index into `models`. */
export interface EncodedRuns {
  readonly models: readonly Uint8Array[];
  readonly runs: readonly (Omit<EncodedRun, 'model'> & { readonly model: number })[];
}

/** Encodes models and runs. A model accepts the shapes of all of its runs. */
export function encodeRuns(runs: readonly ModelRun[]): EncodedRuns {
  const models: Uint8Array[] = [];
  for (const { model, form } of runs)
    models[model] ??= encodeModelIn(form, modelOf(runs.filter((other) => other.model === model)));
  return {
    models,
    runs: runs.map(({ model, graph, values, runtimeInputs = values, outputs }) => ({
      model,
      inputs: encodeValues(runtimeInputs),
      outputs: graph.outputs,
      ...(!areTensors(outputs) && { hasValues: true }),
    })),
  };
}

/** Encodes a model in a form; in the usual one if there is none. */
export function encodeModelIn(form: ModelForm | undefined, model: ModelSpec): Uint8Array {
  const bytes = encodeModel(model);
  return form ? inForm(bytes, form) : bytes;
}

/** Encodes one run alone. */
export function encodeRun(run: ModelRun): EncodedRun {
  return runAlone(encodeRuns([{ ...run, model: 0 }]), 0);
}

/** Returns one of several runs alone. */
export function runAlone({ models, runs }: EncodedRuns, index: number): EncodedRun {
  const { model, ...run } = runs[index]!;
  return { ...run, model: models[model]! };
}

/**
 * Returns the model of some runs; constants are initializers. Dimensions of inputs in which the runs differ are symbolic, those
 * of outputs unknown; if ranks differ, no shape is declared. Shapes known only at run time are declared too, as in ONNX's own
 * vectors.
 */
export function modelOf(runs: readonly ModelRun[]): ModelSpec {
  const [{ name, opset, graph, values, outputs }] = runs as [ModelRun];
  return {
    name,
    opset,
    opsets: importsOf(graph.nodes),
    nodes: graph.nodes.map(toWrittenNode),
    inputs: Array.from(values.keys(), (input) =>
      infoOf(
        input,
        runs.map((run) => run.values.get(input)!),
        (axis) => `${input}_${axis}`,
      ),
    ),
    outputs: outputs.map((_, i) =>
      infoOf(
        graph.outputs[i]!,
        runs.map((run) => run.outputs[i]!),
      ),
    ),
    initializers: Array.from(graph.initializers, ([constant, tensor]) => ({ name: constant, tensor })),
  };
}

/** Returns the imports of other domains than ai.onnx for nodes, and those of their graphs: the greatest version of each domain. */
export function importsOf(
  nodes: readonly Pick<GraphNode, 'operator' | 'version' | 'bodies'>[],
): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { operator, version } of nodesWithin({ nodes })) {
    const domain = domainOf(operator.name);
    if (domain !== '') found[domain] = Math.max(found[domain] ?? 0, version.since);
  }
  return found;
}

/**
 * Returns the declaration of a value in a model, from its values in all runs. Different shapes in a sequence count like those
 * of several runs.
 */
export function infoOf(
  name: string,
  all: readonly DeclaredOutput[],
  symbol: (axis: number) => string = () => '',
): ValueInfo {
  const [first] = all as [DeclaredOutput];
  const { dtype, within } = typeOf(first);
  const shapes = all.flatMap((value) => tensorsIn(value).map(({ dims }) => dims));
  const dims = dimsOfAll(shapes, within.length > 0 ? () => '' : symbol);
  return { name, dtype, dims, ...(within.length > 0 && { within }) };
}

/** Returns the declared dims for a value with several shapes; `undefined` if none fit all. */
function dimsOfAll(
  shapes: readonly (readonly number[])[],
  symbol: (axis: number) => string,
): (number | string)[] | undefined {
  const [dims] = shapes;
  if (shapes.some(({ length }) => length !== dims!.length)) return undefined;
  return dims?.map((dim, axis) => (shapes.every((other) => other[axis] === dim) ? dim : symbol(axis)));
}
