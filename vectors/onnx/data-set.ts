import { join } from 'node:path';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { areTensors, isTensor, typeOf, type Value } from '../../oracles/numerics/value.ts';
import { formatType } from '../../oracles/numerics/value-type.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { checkConsecutive, listFolder, readBytes } from './files.ts';
import { type DecodedModel, type OpenValueInfo, requiredInputs } from './model.ts';
import { readNpy } from './npy.ts';
import type { NamedTensor } from './tensor-proto.ts';
import { decodeValue, type NamedValue } from './value-proto.ts';

/** Inputs and the corresponding outputs. */
export interface DataSet {
  /** test_data_set_0, … */
  readonly name: string;
  /** the name of the graph input for each element of `inputs` */
  readonly inputNames: readonly string[];
  readonly inputs: readonly Value[];
  /** in the order of the graph's outputs; empty if there are no files of them, as for a model that must be rejected */
  readonly outputs: readonly Value[];
  readonly problem?: undefined;
}

export type Role = 'input' | 'output';

const valueFile = /^(input|output)_(\d+)\.(pb|npy)$/;

/**
 * Reads the `input_M` and `output_M` files of a folder. If a value has both a `.pb` and a `.npy` file, the `.pb` is read. File
 * M is the graph's input or output M, unless the names in the files are those of the graph in another order. A graph input with
 * an initializer may be omitted; then all of them must be. Outputs may be absent, but not only some of them.
 * @throws BadInput if a file is not a value or of another type than the graph declares, a number is missing, or there are more
 * or fewer files than the graph needs
 */
export function readDataSet(path: string, name: string, model: DecodedModel): DataSet {
  const files = listFolder(path);
  const given = (count: number) => (count === model.inputs.length ? model.inputs : requiredInputs(model));
  const inputs = readValues(path, 'input', files, given);
  const asked = given(inputs.length);
  const outputs = readValues(path, 'output', files, () => model.outputs);
  return {
    name,
    inputNames: asked.map((input) => input.name),
    inputs: arrange(inputs, asked, `${path}: input`),
    outputs: outputs.length === 0 ? [] : arrange(outputs, model.outputs, `${path}: output`),
  };
}

/**
 * Reads the inputs in a folder, by number as in a data set, or by the names of the graph: `NAME.npy`.
 * @throws BadInput as {@link readDataSet}
 */
export function readInputs(folder: string, model: DecodedModel): Pick<DataSet, 'inputNames' | 'inputs'> {
  const files = listFolder(folder);
  const required = requiredInputs(model);
  const named = required.map(({ name }) => `${name}.npy`);
  if (required.length > 0 && named.every((file) => files.includes(file))) {
    const values = named.map((file) => ({
      name: '',
      value: readNpy(readBytes(join(folder, file)), join(folder, file)),
    }));
    return { inputNames: required.map(({ name }) => name), inputs: arrange(values, required, `${folder}: input`) };
  }
  return readDataSet(folder, '', model);
}

/**
 * Reads the values of one role in a folder, by number.
 * @param declared returns the declarations in the graph, for the number of values
 * @throws BadInput if a file is not a value or a number is missing
 */
function readValues(
  folder: string,
  role: Role,
  files: readonly string[],
  declared: (count: number) => readonly OpenValueInfo[],
): NamedValue[] {
  const extensions = new Map<number, string>();
  for (const file of files) {
    const [, fileRole, number, extension] = valueFile.exec(file) ?? [];
    if (fileRole === role && extensions.get(Number(number)) !== 'pb') extensions.set(Number(number), extension!);
  }
  const numbers = checkConsecutive([...extensions.keys()], `${folder}: ${role}_`);
  const types = declared(numbers.length);
  return numbers.map((number) => {
    const extension = extensions.get(number);
    const path = join(folder, `${role}_${number}.${extension}`);
    const bytes = readBytes(path);
    if (extension !== 'pb') return { name: '', value: readNpy(bytes, path) };
    const { dtype = 'float32', within = [] } = types[number] ?? {};
    return decodeValue(bytes, { dtype, within }, path);
  });
}

/** Reads values as {@link readDataSet}, for a role whose values are tensors. */
export const readTensors = (folder: string, role: Role, files: readonly string[]): NamedTensor[] =>
  readValues(folder, role, files, () => []).map(({ name, value }) => ({ name, tensor: value as Tensor }));

/**
 * Checks that all values are tensors.
 * @throws BadInput if one is not
 */
export function tensorsOnly(values: readonly Value[], origin: string): readonly Tensor[] {
  if (!areTensors(values)) throw new BadInput(`${origin}: a value that is not a tensor`);
  return values;
}

function arrange(files: readonly NamedValue[], infos: readonly OpenValueInfo[], what: string): Value[] {
  const names = infos.map(({ name }) => name);
  if (files.length !== names.length) {
    throw new BadInput(`${what}s: ${files.length} files where the graph has ${names.length} (${names.join(', ')})`);
  }
  const byName = new Map(files.map((file) => [file.name, file.value]));
  const named = names.map((name) => byName.get(name));
  const inOrder =
    byName.size === files.length && named.every((value) => value !== undefined)
      ? named
      : files.map((file) => file.value);
  return infos.map(({ name, dtype, within = [] }, i) => {
    const file = inOrder[i]!;
    if (!dtype) return file;
    const [found, declared] = [typeOf(file), { dtype, within }].map(formatType);
    if (found === declared) return file;
    // ONNX 1.12 to 1.18 published bfloat16 as the integers of its bits
    if (dtype === 'bfloat16' && found === 'uint16' && isTensor(file)) return { ...file, dtype };
    throw new BadInput(`${what}_${i}: ${found} where the graph declares ${name} as ${declared}`);
  });
}
