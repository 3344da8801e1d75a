import { Random, seedOf } from '../../../generators/cases/random.ts';
import { valuesOfKind } from '../../../generators/values/values.ts';
import type { GraphNode } from '../../../oracles/graph/graph.ts';
import { inputNamesOf } from '../../../oracles/graph/resolve.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount, type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { isTensor, type Value } from '../../../oracles/numerics/value.ts';
import type { ValueType } from '../../../oracles/numerics/value-type.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { inputAt, outputAt, type WrittenNode } from '../../../oracles/spec/declaration.ts';
import { readInputs } from '../../../vectors/onnx/data-set.ts';
import { readModelFile } from '../../../vectors/onnx/external-data.ts';
import { readNodes, type UnknownModel } from '../../../vectors/onnx/graph.ts';
import { inlined } from '../../../vectors/onnx/inline.ts';
import { type DecodedModel, decodeModel, requiredInputs, type ValueInfo } from '../../../vectors/onnx/model.ts';
import { checkGraph } from './sound-graph.ts';

/** A model with values of its inputs, whose nodes are judged one by one. */
export interface Network {
  /** its name in messages, such as the path of its file */
  readonly origin: string;
  /** the model as its author wrote it */
  readonly written: Uint8Array;
  /** the model with functions and chosen graphs replaced by their nodes */
  readonly bytes: Uint8Array;
  readonly model: DecodedModel;
  /** each node of the model, or why the oracle does not know it */
  readonly nodes: readonly (GraphNode | UnknownModel)[];
  /** the values known before the model runs, by name: constants and inputs */
  readonly given: ReadonlyMap<string, Value>;
  /** the values of its inputs, by name */
  readonly inputs: ReadonlyMap<string, Value>;
}

/** Returns the names of values that depend on no input: initializers, and what is computed from them or from nothing. */
export function constantsOf({ model, inputs }: Network): ReadonlySet<string> {
  const constants = new Set(model.initializers.map(({ name }) => name).filter((name) => !inputs.has(name)));
  for (const node of model.nodes) {
    const isConstant = inputNamesOf(node).every((name) => name === '' || constants.has(name));
    if (isConstant) for (const name of node.outputs) constants.add(name);
  }
  return constants;
}

/** Returns the names of the values that a node reads and computes. */
export const valuesOf = (node: WrittenNode): readonly string[] => [...inputNamesOf(node), ...node.outputs];

/**
 * Returns the names of values that are, or may be, sequences or optionals. This follows from the inputs, and from the types
 * that schemas admit for the outputs and inputs of nodes.
 */
export function nonTensorValues({ model, nodes, given }: Network): ReadonlySet<string> {
  const declared = [...model.inputs, ...model.outputs];
  const tensors = new Set(declared.flatMap(({ name, within }) => (within ? [] : [name])));
  const others = new Set(declared.flatMap(({ name, within }) => (within ? [name] : [])));
  for (const [name, value] of given) if (!isTensor(value)) others.add(name);
  for (const node of nodes) {
    if ('unknown' in node) continue;
    for (const [i, name] of node.inputs.entries()) {
      if (inputAt(node.version, i)?.types?.every(isOfTensors)) tensors.add(name);
    }
  }
  addOthers(nodes, others, tensors);
  return others;
}

const isOfTensors = ({ within }: ValueType): boolean => within.length === 0;

function addOthers(nodes: Network['nodes'], others: Set<string>, tensors: ReadonlySet<string>): void {
  for (const node of nodes) {
    if ('unknown' in node) continue;
    const { version, inputs, outputs, bodies = {} } = node;
    const within = Object.values(bodies);
    for (const body of within) addOthers(body.nodes, others, tensors);
    const reads = [...inputs, ...within.flatMap((body) => body.outputs)].some((name) => others.has(name));
    for (const [i, name] of outputs.entries()) {
      const { types = [] } = outputAt(version, i) ?? {};
      const ofTensors = types.filter(isOfTensors).length;
      const mayBeOther = ofTensors < types.length && (reads || ofTensors === 0);
      if (mayBeOther && !tensors.has(name)) others.add(name);
    }
  }
}

/** The source of the values of inputs. */
export interface InputSource {
  /** a folder of files, by number or by name; the values are drawn if absent */
  readonly folder?: string | undefined;
  /** the shapes of inputs with open dimensions, by name */
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  readonly seed: number;
}

/**
 * Reads a model and its inputs.
 * @throws BadInput for a file that is not a model or has values of unknown types, and for inputs that the model does not have
 */
export function readNetwork(path: string, source: InputSource): Network {
  return networkOf(readModelFile(path), path, (model) => {
    if (source.folder === undefined) return drawnInputs(model, source);
    const { inputNames, inputs } = readInputs(source.folder, model);
    return new Map(inputNames.map((name, i) => [name, inputs[i]!]));
  });
}

/**
 * Returns the network of a model and its inputs. Calls of the model's own functions are replaced by their nodes.
 * @throws BadInput if the bytes are not a valid model, and as `inputsOf` does
 */
export function networkOf(
  written: Uint8Array,
  origin: string,
  inputsOf: (model: DecodedModel) => ReadonlyMap<string, Value>,
): Network {
  const bytes = inlined(written, new Map(), origin);
  const model = decodeModel(bytes, origin);
  checkGraph(model, origin);
  const inputs = inputsOf(model);
  const constants = model.initializers.map(({ name, tensor }) => [name, tensor] as const);
  return { origin, written, bytes, model, nodes: readNodes(model), inputs, given: new Map([...constants, ...inputs]) };
}

/** Draws inputs of usual size. Integers are small: they may be indices. @throws BadInput for an unknown input or a wrong shape */
export function drawnInputs(
  model: DecodedModel,
  { shapes, seed }: Omit<InputSource, 'folder'>,
): ReadonlyMap<string, Value> {
  const required = requiredInputs(model);
  const names = required.map(({ name }) => name);
  const stranger = [...shapes.keys()].find((name) => !names.includes(name));
  if (stranger !== undefined) {
    throw new BadInput(`--shape ${stranger}: the model has no such input; its inputs are ${names.join(', ')}`);
  }
  return new Map(required.map((info) => [info.name, drawnInput(info, shapes.get(info.name), seed)]));
}

/** The size of an open dimension, except the first, which is a batch. */
const usualSize = 64;

function drawnInput(
  { name, dtype, dims, within }: ValueInfo,
  given: readonly number[] | undefined,
  seed: number,
): Tensor {
  if (within) throw new BadInput(`the input ${name} is not a tensor; give its value by --inputs DIR`);
  if (!dims && !given)
    throw new BadInput(`the model does not say the rank of ${name}; give it: --shape ${name}=1,3,224,224`);
  const own = given ?? dims!.map((dim, axis) => (typeof dim === 'number' ? dim : axis === 0 ? 1 : usualSize));
  const fits = (dim: number | string, i: number) => typeof dim !== 'number' || dim === own[i];
  if (dims && (dims.length !== own.length || !dims.every(fits))) {
    throw new BadInput(`--shape ${name}=${own}: the model declares [${dims}]`);
  }
  const random = new Random(seedOf(seed, name));
  const { kind } = formatOf(dtype);
  if (kind === 'integer') return tensorOfScalars(dtype, own, () => BigInt(random.integer(0, 1)));
  return elementCount(own) === 0 ? tensorOfScalars(dtype, own, () => 0) : valuesOfKind('mixed', dtype, own, random);
}
