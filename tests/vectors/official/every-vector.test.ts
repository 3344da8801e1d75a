import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findVectors, loadVector } from '../../../vectors/onnx/directory.ts';
import { encodeModel } from '../../../vectors/onnx/model.ts';
import { readNpy, writeNpy } from '../../../vectors/onnx/npy.ts';
import { decodeTensor, encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';
import { identity } from '../arbitrary.ts';

// ONNX's own vectors of the reductions are not part of this repository; a developer may have them next to it.
const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const dir = join(shared, 'onnx-vectors');
const index = join(shared, 'spec/reduce-vectors.json');

interface Index {
  tests: { test: string; versions: { tags: string[]; opset_import?: { version: number }[]; ir_version: number }[] }[];
}

/** The opset and IR version of each test at each tag. */
function readIndex(): Map<string, { opset: number | undefined; irVersion: number }> {
  const { tests } = JSON.parse(readFileSync(index, 'utf8')) as Index;
  return new Map(
    tests.flatMap(({ test, versions }) =>
      versions.flatMap(({ tags, opset_import, ir_version }) =>
        tags.map((tag) => [`${tag} ${test}`, { opset: opset_import?.[0]?.version, irVersion: ir_version }] as const),
      ),
    ),
  );
}

describe.skipIf(!existsSync(dir))('the official vectors', () => {
  const vectors = existsSync(dir) ? findVectors(dir) : [];

  it('all decode', () => {
    expect(vectors).toHaveLength(448);
    for (const ref of vectors) {
      const { dataSets } = loadVector(ref);
      expect(dataSets.map(({ problem }) => problem?.message)).toEqual([undefined]);
    }
  });

  it('are models of the opset and IR version that the index says, and are written again byte for byte', () => {
    const facts = readIndex();
    for (const ref of vectors) {
      const [tag, , test] = ref.id.split('/');
      const { bytes, model } = loadVector(ref);
      const fact = facts.get(`${tag === 'v1.23-dev' ? 'main@6be0677f' : tag} ${test}`);
      expect({ id: ref.id, opset: model.opset, irVersion: model.irVersion }).toEqual({ id: ref.id, ...fact });
      expect(Buffer.compare(encodeModel(model), bytes), ref.id).toBe(0);
    }
  });

  it('hold tensors that are written again byte for byte, and survive .npy', () => {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.pb'));
    expect(files.length).toBe(1527 - 448);
    for (const file of files) {
      const bytes = readFileSync(join(dir, file));
      const { name, tensor } = decodeTensor(bytes, file);
      expect(Buffer.compare(encodeTensor(tensor, name), bytes), file).toBe(0);
      expect(identity(readNpy(writeNpy(tensor)))).toEqual(identity(tensor));
    }
  });
});
