import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesOfVector } from '../../../vectors/export/write.ts';
import { selectOfficial } from '../../../vectors/official/selection.ts';

// ONNX's own vectors of the reductions are not part of this repository; a developer may have them next to it.
const dir = fileURLToPath(new URL('../../../../shared/onnx-vectors', import.meta.url));

describe.skipIf(!existsSync(dir))("ONNX's own files", () => {
  it('are what the recipes make, byte for byte, every one of them', () => {
    const made = selectOfficial({}).flatMap(({ folder, vector }) => filesOfVector(vector.files, folder));
    const official = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(onnx|pb)$/.test(path),
    );
    expect(made.map(({ path }) => path)).toEqual(official.sort());
    expect(made.filter(({ path, bytes }) => !readFileSync(join(dir, path)).equals(bytes))).toEqual([]);
  });
});
