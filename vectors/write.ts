import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../oracles/bad-input.ts';

/** The files of a vector with one data set, as bytes. */
export interface VectorFiles {
  /** ModelProto */
  readonly model: Uint8Array;
  /** TensorProtos in the order of the graph's inputs */
  readonly inputs: readonly Uint8Array[];
  /** TensorProtos in the order of the graph's outputs */
  readonly outputs: readonly Uint8Array[];
}

/** The producer that our models name. */
const producer = 'onnx-conformance';
const dataSet = 'test_data_set_0';

/**
 * Writes a vector in ONNX's layout; the folder is made if need be, and a vector that the suite wrote there is replaced.
 * @returns the paths below `dir`, in the order of writing
 * @throws BadInput if the folder holds somebody else's vector
 * @throws Error of the file system if the folder cannot be written
 */
export function writeVectorFiles(dir: string, { model, inputs, outputs }: VectorFiles): string[] {
  const modelPath = join(dir, 'model.onnx');
  const numbered = (role: string, all: readonly Uint8Array[]) =>
    all.map((bytes, i) => [`${dataSet}/${role}_${i}.pb`, bytes] as const);
  const files = [['model.onnx', model] as const, ...numbered('input', inputs), ...numbered('output', outputs)];
  mkdirSync(dir, { recursive: true });
  const old = readdirSync(dir).filter((name) => /^test_data_set_\d+$/.test(name));
  const ours = existsSync(modelPath) ? readFileSync(modelPath).includes(producer) : old.length === 0;
  if (!ours || old.some((name) => name !== dataSet)) {
    throw new BadInput(`${dir} holds a vector that is not an earlier export; name another folder`);
  }
  // files of an earlier export with more inputs would be read as part of this one
  for (const name of old.length > 0 ? readdirSync(join(dir, dataSet)) : []) {
    if (/^(?:input|output)_\d+\.(?:pb|npy)$/.test(name)) rmSync(join(dir, dataSet, name));
  }
  mkdirSync(join(dir, dataSet), { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(dir, name), bytes);
  return files.map(([name]) => name);
}
