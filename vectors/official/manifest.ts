import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parseSpans, type VectorRelease } from './releases.ts';
import { folderInAll, parseRelease, type VectorSelection } from './selection.ts';

/** The entry of an official vector. It describes ONNX's files, not the results of the recipes. */
export interface ManifestEntry {
  readonly test: string;
  /** the operator version that its opset resolves to, as `ReduceSum-13` */
  readonly operator: string;
  readonly opset: number;
  readonly releases: readonly VectorRelease[];
  /** hashes of its files, by path below the folder of the test */
  readonly sha256: Readonly<Record<string, string>>;
}

/** The hashes of all official vectors, and their required numbers. */
export interface Manifest {
  readonly entries: readonly ManifestEntry[];
  /**
   * The required number by selection ({@link selectionKey}), then by operator version. It is stored apart from the entries, so
   * that a lost entry is noticed.
   */
  readonly minimum: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const counted = v.pipe(v.number(), v.integer(), v.minValue(1));
const schema = v.strictObject({
  minimum: v.record(v.string(), v.record(v.string(), counted)),
  vectors: v.record(
    v.string(),
    v.strictObject({
      operator: v.string(),
      opset: counted,
      releases: v.string(),
      sha256: v.record(v.string(), v.pipe(v.string(), v.hash(['sha256']))),
    }),
  ),
});

/** The folder of manifest.json relative to this file: in the sources, compiled, and bundled. */
const manifestPaths = ['.', '../../../vectors/official', '../../vectors/official'];

/** Reads the manifest. @throws Error if it is missing, invalid, or has an entry in the wrong place */
export function readManifest(): Manifest {
  const { minimum, vectors } = v.parse(schema, JSON.parse(manifestText()));
  return {
    minimum: new Map(Object.entries(minimum).map(([key, counts]) => [key, new Map(Object.entries(counts))])),
    entries: Object.entries(vectors).map(([folder, { releases, ...facts }]) => {
      const entry = { ...facts, test: folder.split('/').at(-1)!, releases: parseSpans(releases) };
      if (folderInAll(entry) !== folder) throw new RangeError(`the manifest has ${folder} in the wrong place`);
      return entry;
    }),
  };
}

function manifestText(): string {
  const places = manifestPaths.map((folder) => new URL(`${folder}/manifest.json`, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (found) return readFileSync(found, 'utf8');
  throw new Error('vectors/official/manifest.json is missing from the installation');
}

/** Returns the required number of vectors of each operator version in a selection. */
export function minimumOf({ minimum }: Manifest, selection: VectorSelection): ReadonlyMap<string, number> {
  const key = selectionKey(selection);
  const counts = minimum.get(key);
  if (!counts) throw new RangeError(`the manifest does not say how many vectors '${key}' has`);
  return counts;
}

/** Returns the name of a selection in the manifest: "all", "release 1.17.0", "opset 13". */
export function selectionKey({ release = 'all', opset }: VectorSelection): string {
  if (opset !== undefined) return `opset ${opset}`;
  return release === 'all' ? 'all' : `release ${parseRelease(release)}`;
}

/** Returns the number of entries of each operator version. */
export function countBy(entries: readonly Pick<ManifestEntry, 'operator'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { operator } of entries) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  return counts;
}
