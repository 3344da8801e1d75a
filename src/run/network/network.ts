import { Random, seedOf } from '../../../generators/cases/random.ts';
import { valuesOfKind } from '../../../generators/values/values.ts';
import type { GraphNode } from '../../../oracles/graph/graph.ts';
import { readBy } from '../../../oracles/graph/resolve.ts';
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
  /** what messages call it: the path of its file, say */
  readonly origin: string;
  /** as its author wrote it */
  readonly written: Uint8Array;
  /** the same with nodes in place of what stands for them */
  readonly bytes: Uint8Array;
  readonly model: DecodedModel;
  /** of each node of the model what the oracle knows, or why it knows nothing */
  readonly nodes: readonly (GraphNode | UnknownModel)[];
  /** the values that are there before it runs, by name: constants, and its inputs */
  readonly given: ReadonlyMap<string, Value>;
  /** those of its inputs */
  readonly inputs: ReadonlyMap<string, Value>;
}

/** The names of the values that a node reads and gives. */
export const valuesOf = (node: WrittenNode): readonly string[] => [...readBy(node), ...node.outputs];

/**
 * The names of values that are sequences or optionals, or may be: what follows from the inputs, and from the types that schemas admit where
 * a value is given and where it is read.
 */
export function otherThanTensors({ model, nodes, given }: Network): ReadonlySet<string> {
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

/** Where the values of inputs come from. */
export interface InputSource {
  /** a folder of files, by number or by name; drawn if absent */
  readonly folder?: string | undefined;
  /** the shapes of inputs whose dimensions the model leaves open, by name */
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  readonly seed: number;
}

/**
 * Reads a model and its inputs.
 * @throws BadInput for a file that is no model or has values that are not known, and for inputs that the model does not take
 */
export function readNetwork(path: string, source: InputSource): Network {
  return networkOf(readModelFile(path), path, (model) => {
    if (source.folder === undefined) return drawnInputs(model, source);
    const { inputNames, inputs } = readInputs(source.folder, model);
    return new Map(inputNames.map((name, i) => [name, inputs[i]!]));
  });
}

/** A network of a model and its inputs, with the nodes of its own functions where they are called. @throws BadInput for bytes that are no valid model, and as `inputsOf` does */
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

/** Inputs of usual size; integers are small, since they may be indices. @throws BadInput for a shape of no input, or another rank */
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

/** Of a dimension that the model leaves open, but for the first, which is that of a batch. */
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
