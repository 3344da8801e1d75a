import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../export/sha256.ts';
import { filesOfVector } from '../export/write.ts';
import { readBytes } from '../onnx/files.ts';
import { countBy, selectionKey } from './manifest.ts';
import { releases as allReleases, spanText } from './releases.ts';
import { place, selectOfficial, type VectorSelection } from './selection.ts';

/**
 * `npm run manifest -- FOLDER`: writes vectors/official/manifest.json from files that ONNX published, in the layout of
 * `vectors export --release all`. Hashes are those of the files; a recipe that makes other bytes is refused.
 */
const [folder] = process.argv.slice(2);
if (!folder) fail('name the folder that holds the official files: npm run manifest -- FOLDER');
const placed = selectOfficial({});
const vectors = placed.map(({ folder: path, vector }) => {
  const hashes = filesOfVector(vector.files).map((file) => {
    const official = readBytes(join(folder, path, file.path));
    if (sha256(official) !== sha256(file.bytes)) fail(`the recipe of ${path}/${file.path} makes other bytes`);
    return [file.path, sha256(official)] as const;
  });
  const { operator, version, opset, releases } = vector;
  const facts = { operator: `${operator}-${version}`, opset, releases: spanText(releases) };
  return [path, { ...facts, sha256: Object.fromEntries(hashes) }] as const;
});
const opsets = [...new Set(placed.map(({ vector }) => vector.opset))].sort((a, b) => a - b);
const selections = [{}, ...allReleases.map((release) => ({ release })), ...opsets.map((opset) => ({ opset }))];
const minimum = selections.map((selection) => [selectionKey(selection), countsOf(selection)] as const);
writeFileSync(
  'vectors/official/manifest.json',
  `{\n  "minimum": {\n${linesOf(minimum)}\n  },\n  "vectors": {\n${linesOf(vectors)}\n  }\n}\n`,
);
process.stdout.write(`${vectors.length} vectors\n`);

/** Returns the number of vectors of each operator version in a selection. */
function countsOf(selection: VectorSelection): Readonly<Record<string, number>> {
  const chosen = place(
    placed.map(({ vector }) => vector),
    selection,
  );
  const counts = countBy(chosen.map(({ vector }) => ({ operator: `${vector.operator}-${vector.version}` })));
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

/** Formats the members of an object, one per line. */
function linesOf(members: readonly (readonly [string, unknown])[]): string {
  return members.map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n');
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
