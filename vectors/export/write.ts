import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { makeFolder } from '../onnx/files.ts';
import type { TreeFile } from './tree.ts';

/** The contents of the files of a vector. */
export interface VectorFiles {
  /** ModelProto */
  readonly model: Uint8Array;
  readonly dataSets: readonly DataSetFiles[];
}

/** The contents of the files of one data set. */
export interface DataSetFiles {
  /** TensorProtos in the order of the graph's inputs */
  readonly inputs: readonly Uint8Array[];
  /** TensorProtos in the order of the graph's outputs */
  readonly outputs: readonly Uint8Array[];
}

/** Returns the files of a vector in ONNX's layout, below the folder `folder`; '' for paths that start with model.onnx. */
export function filesOfVector({ model, dataSets }: VectorFiles, folder = ''): TreeFile[] {
  const at = (path: string) => (folder === '' ? path : `${folder}/${path}`);
  const numbered = (set: number, role: string, all: readonly Uint8Array[]) =>
    all.map((bytes, i) => ({ path: at(`test_data_set_${set}/${role}_${i}.pb`), bytes }));
  return [
    { path: at('model.onnx'), bytes: model },
    ...dataSets.flatMap(({ inputs, outputs }, i) => [
      ...numbered(i, 'input', inputs),
      ...numbered(i, 'output', outputs),
    ]),
  ];
}

/** The producer name in the suite's models. */
const producer = 'onnx-conformance';

/**
 * Writes a vector in ONNX's layout. The folder is created if needed, and a vector that the suite wrote there is replaced.
 * @returns the paths below `dir`, in the order of writing
 * @throws BadInput if the folder contains a vector that the suite did not write
 * @throws Error of the file system if the folder cannot be written
 */
export function writeVectorFiles(dir: string, vector: VectorFiles): string[] {
  const modelPath = join(dir, 'model.onnx');
  const files = filesOfVector(vector);
  makeFolder(dir);
  const old = readdirSync(dir).filter((name) => /^test_data_set_\d+$/.test(name));
  const ours = existsSync(modelPath) ? readFileSync(modelPath).includes(producer) : old.length === 0;
  if (!ours) {
    throw new BadInput(`${dir} holds a vector that is not an earlier export; name another folder`);
  }
  // files of an earlier export with more inputs or runs would count as part of this one
  for (const folder of old) {
    for (const name of readdirSync(join(dir, folder))) {
      if (/^(?:input|output)_\d+\.(?:pb|npy)$/.test(name)) rmSync(join(dir, folder, name));
    }
    if (readdirSync(join(dir, folder)).length === 0) rmdirSync(join(dir, folder));
  }
  for (const { path, bytes } of files) {
    makeFolder(dirname(join(dir, path)));
    writeFileSync(join(dir, path), bytes);
  }
  return files.map(({ path }) => path);
}
