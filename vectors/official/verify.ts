import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withNpy } from '../export/add-npy-files.ts';
import { sha256 } from '../export/sha256.ts';
import { foreignTo, type Leaf, leavesBelow } from '../export/tree.ts';
import { differenceOf } from '../onnx/difference.ts';
import { countBy, type Manifest, type ManifestEntry, minimumOf, readManifest } from './manifest.ts';
import { officialTree } from './official-tree.ts';
import { place, selectOfficial, type VectorSelection } from './selection.ts';

/** The contents of a folder of official vectors compared with the expected ones. Paths are below the folder. */
export interface Verification {
  readonly expected: number;
  /** the number of vectors with all their files, whatever the contents */
  readonly found: number;
  /** the number of files whose bytes are right */
  readonly intact: number;
  /** folders of missing vectors, or missing files of other vectors */
  readonly missing: readonly string[];
  readonly changed: readonly { readonly path: string; readonly how: string }[];
  /** everything else in the folder, files or not */
  readonly extra: readonly Leaf[];
  /** operator versions with fewer vectors than the manifest requires */
  readonly short: readonly { readonly operator: string; readonly found: number; readonly minimum: number }[];
}

/**
 * Compares a folder with the manifest. The files of `--npy` and `--exact` are optional, but must be right. Recipes give the
 * right bytes of these, and the distance of a changed value. Only regular files are read: the target of a link is not part of
 * the folder. An unreadable file counts as changed.
 * @throws BadInput for an empty selection, and if the folder cannot be read
 */
export function verify(dir: string, selection: VectorSelection, manifest: Manifest = readManifest()): Verification {
  const placed = place(manifest.entries, selection);
  const leaves = leavesBelow(dir);
  const there = new Map(leaves.map((leaf) => [leaf.path, leaf]));
  const right = rightFiles(selection);

  const listed = new Map<string, string>();
  const missing: string[] = [];
  const complete: ManifestEntry[] = [];
  for (const { folder, vector } of placed) {
    const files = Object.entries(vector.sha256).map(([file, hash]) => [`${folder}/${file}`, hash] as const);
    for (const [path, hash] of files) listed.set(path, hash);
    const absent = files.map(([path]) => path).filter((path) => !there.has(path));
    if (absent.length === 0) complete.push(vector);
    missing.push(...(absent.length === files.length ? [folder] : absent));
  }
  const folders = new Set(placed.map(({ folder }) => folder));
  const companions = leaves.map(({ path }) => path).filter((path) => isCompanion(path, listed, folders, right));

  const changed: Verification['changed'][number][] = [];
  let intact = 0;
  const present = [...listed.keys()].filter((path) => there.has(path));
  for (const path of [...present, ...companions]) {
    const how = whatIsWrong(dir, there.get(path)!, listed.get(path), right);
    if (how === undefined) intact += 1;
    else changed.push({ path, how });
  }
  const counts = countBy(complete);
  return {
    expected: placed.length,
    found: complete.length,
    intact,
    missing,
    changed,
    extra: foreignTo(new Set([...listed.keys(), ...companions]), leaves),
    short: [...minimumOf(manifest, selection)]
      .map(([operator, minimum]) => ({ operator, minimum, found: counts.get(operator) ?? 0 }))
      .filter(({ found, minimum }) => found < minimum),
  };
}

type RightFiles = () => ReadonlyMap<string, Uint8Array>;

/**
 * Describes how a file differs from the expected one; returns `undefined` if it does not.
 * @param hash that of the right bytes, from the manifest; without it, the recipes give these
 */
function whatIsWrong(dir: string, { path, kind }: Leaf, hash: string | undefined, right: RightFiles) {
  if (kind !== 'a file') return `is ${kind}, not a file`;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(join(dir, path));
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`;
  }
  if (hash !== undefined && sha256(bytes) === hash) return undefined;
  const wanted = right().get(path);
  if (hash === undefined && Buffer.compare(bytes, wanted!) === 0) return undefined;
  return wanted ? differenceOf(path, bytes, wanted) : 'has another hash than the manifest says';
}

/** Returns whether `--exact` or `--npy` adds a path to the listed files of the vectors in these folders. */
function isCompanion(
  path: string,
  listed: ReadonlyMap<string, string>,
  folders: ReadonlySet<string>,
  right: RightFiles,
): boolean {
  const tensor = path.replace(/\.npy$/, '.pb');
  const [, folder] = /^(.*)\/test_data_set_0\/exact_\d+\.pb$/.exec(tensor) ?? [];
  const named = (folder !== undefined && folders.has(folder)) || (tensor !== path && listed.has(tensor));
  return named && right().has(path);
}

/** Returns the bytes, by path, of every file that an export may contain, including .npy files and exact outputs; computed on first use. */
function rightFiles(selection: VectorSelection): RightFiles {
  let known: ReadonlyMap<string, Uint8Array> | undefined;
  const make = () => {
    const tree = withNpy(officialTree(selectOfficial(selection), true));
    return new Map(Array.from(tree(), ({ path, bytes }) => [path, bytes]));
  };
  return () => {
    known ??= make();
    return known;
  };
}
