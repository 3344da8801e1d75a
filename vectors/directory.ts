import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { BadInput } from '../oracles/bad-input.ts';
import { type DataSet, readDataSet } from './data-set.ts';
import { attempt, consecutive, listFolder, readBytes } from './files.ts';
import { type DecodedModel, decodeModel } from './model.ts';

/** Where a vector is; nothing of it has been read yet. */
export interface VectorRef {
  /** path relative to the searched folder, with '/'; the folder's own name if it is itself the vector */
  readonly id: string;
  readonly path: string;
}

/** A data set that cannot be used, and why. The others of the same model still can. */
export interface UnreadableDataSet {
  readonly name: string;
  readonly problem: BadInput;
}

/** A model with its data sets: at least one, though all of them may be unreadable. */
export interface Vector {
  readonly id: string;
  /** what model.onnx holds */
  readonly bytes: Uint8Array;
  readonly model: DecodedModel;
  readonly dataSets: readonly (DataSet | UnreadableDataSet)[];
}

const modelFile = 'model.onnx';
const dataSetFolder = /^test_data_set_(\d+)$/;

/**
 * Every folder at or below `dir` that holds a model.onnx, sorted by id. Only folders are read; symbolic links to folders
 * are followed. The list may be empty, which no caller may count as a pass.
 * @throws BadInput if `dir` or a folder below it cannot be read
 */
export function findVectors(dir: string): VectorRef[] {
  const root = resolve(dir);
  const idOf = (path: string) => relative(root, path).split(sep).join('/') || basename(root);
  return search(root, new Set())
    .map((path) => ({ id: idOf(path), path }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Reads a vector.
 * @throws BadInput if the model is no model, if there are no data sets, or if one between the first (0) and the last is
 * missing; what is wrong inside one data set is its `problem` instead
 */
export function loadVector(ref: VectorRef): Vector {
  const modelPath = join(ref.path, modelFile);
  const bytes = readBytes(modelPath);
  const model = decodeModel(bytes, modelPath);
  const numbers = listFolder(ref.path).flatMap((name) => dataSetFolder.exec(name)?.[1] ?? []);
  if (numbers.length === 0) throw new BadInput(`${ref.path}: no test_data_set_0 beside ${modelFile}`);
  const dataSets = consecutive(numbers.map(Number), `${ref.path}: test_data_set_`).map((number) =>
    loadDataSet(ref.path, `test_data_set_${number}`, model),
  );
  return { id: ref.id, bytes, model, dataSets };
}

function loadDataSet(vectorPath: string, name: string, model: DecodedModel): DataSet | UnreadableDataSet {
  try {
    return readDataSet(join(vectorPath, name), name, model);
  } catch (error) {
    if (error instanceof BadInput) return { name, problem: error };
    throw error;
  }
}

/** The folders with a model, at or below `path`; `above` holds the real paths that led here. */
function search(path: string, visited: Set<string>): string[] {
  const real = attempt(() => realpathSync(path), path);
  // links may lead in circles, or to one folder by many ways: each folder is read once
  if (visited.has(real)) return [];
  visited.add(real);
  const entries = attempt(() => readdirSync(path, { withFileTypes: true }), path);
  const here = entries.some((entry) => entry.name === modelFile && !entry.isDirectory()) ? [path] : [];
  const below = entries
    .toSorted((a, b) => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink())) // a folder keeps its own name
    .filter((entry) => !dataSetFolder.test(entry.name) && isFolder(path, entry))
    .flatMap((entry) => search(join(path, entry.name), visited));
  return [...here, ...below];
}

function isFolder(parent: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(join(parent, entry.name)).isDirectory();
  } catch {
    // a link to nothing
    return false;
  }
}
