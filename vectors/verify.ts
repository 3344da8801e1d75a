import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differenceOf } from './difference.ts';
import { attempt } from './files.ts';
import { countBy, type ManifestEntry, minimumOf, readManifest, sha256 } from './manifest.ts';
import { withNpy } from './npy-twins.ts';
import { officialTree } from './recipes/official-tree.ts';
import { type Placed, place, selectOfficial, type VectorSelection } from './recipes/selection.ts';
import { filesBelow } from './tree.ts';

/** What a folder of official vectors holds, beside what it has to hold. Paths are below the folder. */
export interface Verification {
  readonly expected: number;
  /** how many of them are there with all their files, whatever is in these */
  readonly found: number;
  /** files whose bytes are right */
  readonly intact: number;
  /** folders of vectors, or files of vectors that are there otherwise */
  readonly missing: readonly string[];
  readonly changed: readonly { readonly path: string; readonly how: string }[];
  /** what a runner would take for a vector, or for part of one */
  readonly extra: readonly string[];
  /** operator versions that have fewer vectors than the manifest demands */
  readonly short: readonly { readonly operator: string; readonly found: number; readonly minimum: number }[];
}

/**
 * Compares a folder with the manifest. The files of `--npy` and `--exact` may be there, and then have to be right. The
 * recipes are asked about these, and how far off a changed value is.
 * @throws BadInput for a selection of nothing, and if the folder cannot be read
 */
export function verify(dir: string, selection: VectorSelection): Verification {
  const manifest = readManifest();
  const placed = place(manifest.entries, selection);
  const there = new Set(filesBelow(dir));
  const read = (path: string) => attempt(() => readFileSync(join(dir, path)), join(dir, path));
  const right = rightFiles(selection);

  const missing: string[] = [];
  const changed: Verification['changed'][number][] = [];
  let intact = 0;
  const complete: ManifestEntry[] = [];
  for (const { folder, vector } of placed) {
    const files = Object.entries(vector.sha256).map(([file, hash]) => ({ path: `${folder}/${file}`, hash }));
    const absent = files.filter(({ path }) => !there.has(path)).map(({ path }) => path);
    if (absent.length === 0) complete.push(vector);
    missing.push(...(absent.length === files.length ? [folder] : absent));
    for (const { path, hash } of files) {
      if (!there.has(path)) continue;
      const bytes = read(path);
      if (sha256(bytes) === hash) intact += 1;
      else changed.push({ path, how: differenceOf(path, bytes, right().get(path)!) });
    }
  }
  const { companions, extra } = leftOver(there, placed, right);
  for (const path of companions) {
    const bytes = read(path);
    const companion = right().get(path)!;
    if (Buffer.compare(bytes, companion) === 0) intact += 1;
    else changed.push({ path, how: differenceOf(path, bytes, companion) });
  }
  const counts = countBy(complete);
  return {
    expected: placed.length,
    found: complete.length,
    intact,
    missing,
    changed,
    extra,
    short: [
      ...minimumOf(
        manifest,
        placed.map(({ vector }) => vector),
        selection,
      ),
    ]
      .map(([operator, minimum]) => ({ operator, minimum, found: counts.get(operator) ?? 0 }))
      .filter(({ found, minimum }) => found < minimum),
  };
}

/** By path, the bytes of every file that an export may hold, .npy twins and exact outputs included; made when first asked for. */
function rightFiles(selection: VectorSelection): () => ReadonlyMap<string, Uint8Array> {
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

/** What is there beside the files of the manifest: more that an export may hold, and what would be read as a vector. */
function leftOver(
  there: ReadonlySet<string>,
  placed: readonly Placed<ManifestEntry>[],
  right: () => ReadonlyMap<string, Uint8Array>,
) {
  const listed = new Set(
    placed.flatMap(({ folder, vector }) => Object.keys(vector.sha256).map((f) => `${folder}/${f}`)),
  );
  const read = [...there].filter(
    (path) => !listed.has(path) && /(^|\/)(model\.onnx|test_data_set_\d+\/.*)$/.test(path),
  );
  return {
    companions: read.filter((path) => right().has(path)),
    extra: read.filter((path) => !right().has(path)),
  };
}
