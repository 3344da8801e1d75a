import { join } from 'node:path';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { consecutive, listFolder, readBytes } from './files.ts';
import { type DecodedModel, requiredInputs, type ValueInfo } from './model.ts';
import { readNpy } from './npy.ts';
import { decodeTensor, type NamedTensor } from './tensor-proto.ts';

/** Inputs and the outputs that belong to them. */
export interface DataSet {
  /** test_data_set_0, … */
  readonly name: string;
  /** the graph input that each element of `inputs` is for */
  readonly inputNames: readonly string[];
  readonly inputs: readonly Tensor[];
  /** in the order of the graph's outputs; none where there is no file of them, as for a model that has to be refused */
  readonly outputs: readonly Tensor[];
  readonly problem?: undefined;
}

export type Role = 'input' | 'output';

const tensorFile = /^(input|output)_(\d+)\.(pb|npy)$/;

/**
 * Reads the `input_M` and `output_M` files of a folder. Where a tensor is there both as `.pb` and as `.npy`, the `.pb`
 * counts. File M is the graph's input or output M, unless the names in the files are those of the graph in another order.
 * A graph input with an initializer may be left out; then all of them must be. Outputs may be absent, but not in part.
 * @throws BadInput if a file is no tensor or of another type than the graph declares, a number is missing, or there are
 *   more or fewer files than the graph needs
 */
export function readDataSet(path: string, name: string, model: DecodedModel): DataSet {
  const files = listFolder(path);
  const inputs = readTensors(path, 'input', files);
  const given = inputs.length === model.inputs.length ? model.inputs : requiredInputs(model);
  const outputs = readTensors(path, 'output', files);
  return {
    name,
    inputNames: given.map((input) => input.name),
    inputs: arrange(inputs, given, `${path}: input`),
    outputs: outputs.length === 0 ? [] : arrange(outputs, model.outputs, `${path}: output`),
  };
}

/**
 * The inputs that lie in a folder, by number as in a data set, or by the names of the graph: `NAME.npy`.
 * @throws BadInput as {@link readDataSet} does
 */
export function readInputs(folder: string, model: DecodedModel): Pick<DataSet, 'inputNames' | 'inputs'> {
  const files = listFolder(folder);
  const required = requiredInputs(model);
  const named = required.map(({ name }) => `${name}.npy`);
  if (required.length > 0 && named.every((file) => files.includes(file))) {
    const tensors = named.map((file) => ({
      name: '',
      tensor: readNpy(readBytes(join(folder, file)), join(folder, file)),
    }));
    return { inputNames: required.map(({ name }) => name), inputs: arrange(tensors, required, `${folder}: input`) };
  }
  return readDataSet(folder, '', model);
}

/**
 * The tensors of one role in a folder, by number.
 * @throws BadInput if a file is no tensor or a number is missing
 */
export function readTensors(folder: string, role: Role, files: readonly string[]): NamedTensor[] {
  const extensions = new Map<number, string>();
  for (const file of files) {
    const [, fileRole, number, extension] = tensorFile.exec(file) ?? [];
    if (fileRole === role && extensions.get(Number(number)) !== 'pb') extensions.set(Number(number), extension!);
  }
  return consecutive([...extensions.keys()], `${folder}: ${role}_`).map((number) => {
    const extension = extensions.get(number);
    const path = join(folder, `${role}_${number}.${extension}`);
    const bytes = readBytes(path);
    return extension === 'pb' ? decodeTensor(bytes, path) : { name: '', tensor: readNpy(bytes, path) };
  });
}

function arrange(files: readonly NamedTensor[], values: readonly ValueInfo[], what: string): Tensor[] {
  const names = values.map(({ name }) => name);
  if (files.length !== names.length) {
    throw new BadInput(`${what}s: ${files.length} files where the graph has ${names.length} (${names.join(', ')})`);
  }
  const byName = new Map(files.map((file) => [file.name, file.tensor]));
  const named = names.map((name) => byName.get(name));
  const inOrder =
    byName.size === files.length && named.every((tensor) => tensor !== undefined)
      ? named
      : files.map((file) => file.tensor);
  return values.map(({ name, dtype }, i) => {
    const file = inOrder[i]!;
    if (file.dtype === dtype) return file;
    // ONNX 1.12 to 1.18 published bfloat16 as the integers of its bits
    if (dtype === 'bfloat16' && file.dtype === 'uint16') return { ...file, dtype };
    throw new BadInput(`${what}_${i}: ${file.dtype} where the graph declares ${name} as ${dtype}`);
  });
}
