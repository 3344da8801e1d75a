import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from './files.ts';
import { countBy, sha256 } from './manifest.ts';
import { spanText } from './recipes/releases.ts';
import { selectOfficial } from './recipes/selection.ts';
import { filesOfVector } from './write.ts';

/**
 * `npm run manifest -- FOLDER`: writes vectors/manifest.json from files that ONNX published, in the layout of
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
const counts = [...countBy(vectors.map(([, facts]) => facts))];
const minimum = Object.fromEntries(counts.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
const lines = vectors.map(([path, facts]) => `    ${JSON.stringify(path)}: ${JSON.stringify(facts)}`);
writeFileSync(
  'vectors/manifest.json',
  `{\n  "minimum": ${JSON.stringify(minimum)},\n  "vectors": {\n${lines.join(',\n')}\n  }\n}\n`,
);
process.stdout.write(`${vectors.length} vectors\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
