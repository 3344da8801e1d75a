import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type DataSet, readDataSet } from './data-set.ts';
import { readModelFile } from './external-data.ts';
import { checkConsecutive, listFolder, reportReadErrors } from './files.ts';
import { type DecodedModel, decodeModel } from './model.ts';
import { modelOfNode } from './node-file.ts';

/** The location of a vector that has not been read yet. */
export interface VectorRef {
  /** the path relative to the searched folder, with '/'; the folder's own name if it is itself the vector */
  readonly id: string;
  readonly path: string;
  /** the layout of the vector: the name of the file with its model */
  readonly layout: FolderLayout;
}

/** A model without its data sets. */
export interface LoadedModel {
  readonly id: string;
  /** a ModelProto: that of model.onnx with its external data, or the equivalent of an older layout */
  readonly bytes: Uint8Array;
  readonly model: DecodedModel;
}

/** A data set that cannot be used, and the reason. Other data sets of the same model still can. */
export interface UnreadableDataSet {
  readonly name: string;
  readonly problem: BadInput;
}

/** A model with its data sets: at least one, though all of them may be unreadable. */
export interface Vector extends LoadedModel {
  readonly dataSets: readonly (DataSet | UnreadableDataSet)[];
}

/** The layouts of ONNX, the newest first; `firstSet`: the number of the first data set, which has a folder. */
const layouts = {
  /** since 1.1.2 */
  'model.onnx': { firstSet: 0 },
  /** 1.0: the opset is not named */
  'model.pb': { firstSet: 1 },
  /** the node tests of 1.1.0: a bare node with one data set, whose files are in the same folder */
  'node.pb': { firstSet: undefined },
} as const;
type FolderLayout = keyof typeof layouts;

const dataSetFolder = /^test_data_set_(\d+)$/;

/**
 * Finds every folder at or below `dir` with a model in one of ONNX's layouts, sorted by id. Only folders are read; symbolic
 * links to folders are followed. The list may be empty, which no caller may count as a pass.
 * @throws BadInput if `dir` or a folder below it cannot be read
 */
export function findVectors(dir: string): VectorRef[] {
  const root = resolve(dir);
  const idOf = (path: string) => relative(root, path).split(sep).join('/') || basename(root);
  return search(root, new Set())
    .map(({ path, layout }) => ({ id: idOf(path), path, layout }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Reads a vector.
 * @throws BadInput as {@link loadModel} and {@link loadDataSets}
 */
export function loadVector(ref: VectorRef): Vector {
  const loaded = loadModel(ref);
  return { ...loaded, dataSets: loadDataSets(ref, loaded.model) };
}

/**
 * Reads the model of a vector.
 * @throws BadInput if it is not a model, or its external data cannot be read; ForeignModel if it has values of types that the
 * suite does not know
 */
export function loadModel({ id, path, layout }: VectorRef): LoadedModel {
  const file = join(path, layout);
  const bytes = layout === 'node.pb' ? modelOfNode(path, layout, basename(path)) : readModelFile(file);
  return { id, bytes, model: decodeModel(bytes, file) };
}

const withoutFiles = (set: number) => ({ name: `test_data_set_${set}`, inputNames: [], inputs: [], outputs: [] });

/** Reads one data set of a vector, by its name. A defect is its `problem`. */
export function loadDataSet(
  { path, layout }: VectorRef,
  name: string,
  model: DecodedModel,
): Vector['dataSets'][number] {
  return loadFrom(layouts[layout].firstSet === undefined ? path : join(path, name), name, model);
}

/** Returns whether a model has data sets in separate folders. */
export const holdsDataSets = ({ path }: VectorRef): boolean =>
  listFolder(path).some((name) => dataSetFolder.test(name));

/**
 * Reads the data sets of a vector. A defect in one data set is its `problem`.
 * @throws BadInput if there are none, or if one between the first and the last is missing
 */
export function loadDataSets({ path, layout }: VectorRef, model: DecodedModel): Vector['dataSets'] {
  const { firstSet } = layouts[layout];
  if (firstSet === undefined) return [loadFrom(path, layout, model)];
  const numbers = listFolder(path).flatMap((name) => dataSetFolder.exec(name)?.[1] ?? []);
  // a model without inputs that must be rejected needs no files
  if (numbers.length === 0 && model.inputs.length === 0) return [withoutFiles(firstSet)];
  if (numbers.length === 0) throw new BadInput(`${path}: no test_data_set_${firstSet} next to ${layout}`);
  return checkConsecutive(numbers.map(Number), `${path}: test_data_set_`, firstSet).map((number) => {
    const name = `test_data_set_${number}`;
    return loadFrom(join(path, name), name, model);
  });
}

function loadFrom(path: string, name: string, model: DecodedModel): DataSet | UnreadableDataSet {
  try {
    return readDataSet(path, name, model);
  } catch (error) {
    if (error instanceof BadInput) return { name, problem: error };
    throw error;
  }
}

/**
 * Finds the folders with a model, at or below `path`.
 * @param visited the real paths of folders that were read
 */
function search(path: string, visited: Set<string>): Pick<VectorRef, 'path' | 'layout'>[] {
  const real = reportReadErrors(() => realpathSync(path), path);
  // links may be circular, or several may lead to one folder: each folder is read once
  if (visited.has(real)) return [];
  visited.add(real);
  const entries = reportReadErrors(() => readdirSync(path, { withFileTypes: true }), path);
  const files = new Set(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name));
  const layout = (Object.keys(layouts) as FolderLayout[]).find((file) => files.has(file));
  const below = entries
    .toSorted((a, b) => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink())) // a folder keeps its own name
    .filter((entry) => !dataSetFolder.test(entry.name) && isFolder(path, entry))
    .flatMap((entry) => search(join(path, entry.name), visited));
  return layout ? [{ path, layout }, ...below] : below;
}

function isFolder(parent: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(join(parent, entry.name)).isDirectory();
  } catch {
    // a broken link
    return false;
  }
}
