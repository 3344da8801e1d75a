import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../vectors/export/sha256.ts';
import { filesOfVector } from '../../../vectors/export/write.ts';
import { countBy, readManifest, selectionKey } from '../../../vectors/official/manifest.ts';
import { officialVectors } from '../../../vectors/official/official.ts';
import { parseSpans, releases, spanText } from '../../../vectors/official/releases.ts';
import { place } from '../../../vectors/official/selection.ts';

const index = fileURLToPath(new URL('../../../../shared/spec/reduce-vectors.json', import.meta.url));

const { entries, minimum } = readManifest();

describe('the manifest', () => {
  it('has the hash of every file that the recipes make, and no other', () => {
    const made = place(officialVectors(), {}).map(({ folder, vector }) => ({
      folder,
      test: vector.test,
      operator: `${vector.operator}-${vector.version}`,
      opset: vector.opset,
      releases: vector.releases,
      sha256: Object.fromEntries(filesOfVector(vector.files).map(({ path, bytes }) => [path, sha256(bytes)])),
    }));
    expect(made).toEqual(place(entries, {}).map(({ folder, vector }) => ({ folder, ...vector })));
  });

  it('demands all 448 of them, and those of every release and opset', () => {
    expect([...minimum.get('all')!.values()].reduce((sum, count) => sum + count)).toBe(448);
    const opsets = [...new Set(entries.map(({ opset }) => opset))];
    const selections = [{}, ...releases.map((release) => ({ release })), ...opsets.map((opset) => ({ opset }))];
    expect(minimum.size).toBe(selections.length);
    for (const selection of selections) {
      const chosen = place(entries, selection).map(({ vector }) => vector);
      expect(countBy(chosen), selectionKey(selection)).toEqual(minimum.get(selectionKey(selection)));
    }
  });

  it.skipIf(!existsSync(index))('says what the index of all releases of ONNX says', () => {
    interface Version {
      tags: string[];
      opset_import: { version: number }[];
      modelSha256: string;
      files: Record<string, { sha256: string }>;
    }
    const { tests } = JSON.parse(readFileSync(index, 'utf8')) as {
      tests: { test: string; op: string; versions: Version[] }[];
    };
    const known = tests
      .filter(({ op }) => entries.some(({ operator }) => operator.startsWith(`${op}-`)))
      .flatMap(({ test, versions }) =>
        versions.map(({ tags, opset_import, modelSha256, files }) => ({
          test,
          opset: opset_import[0]!.version,
          releases: tags.map((tag) => (tag.startsWith('main') ? '1.23-dev' : tag.slice(1))),
          sha256: {
            'model.onnx': modelSha256,
            ...Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.sha256])),
          },
        })),
      );
    const sorted = (facts: readonly { test: string; releases: readonly string[] }[]) =>
      facts.toSorted((a, b) => (`${a.test} ${a.releases}` < `${b.test} ${b.releases}` ? -1 : 1));
    expect(sorted(entries.map(({ operator: _, ...facts }) => facts))).toEqual(sorted(known));
  });
});

describe('runs of releases', () => {
  it.each([
    [['1.2.1', '1.2.2', '1.2.3'], '1.2.1–1.2.3'],
    [['1.13.0', '1.13.1', '1.17.0', '1.22.0', '1.23-dev'], '1.13.0–1.13.1, 1.17.0, 1.22.0–1.23-dev'],
    [[...releases], '1.2.1–1.23-dev'],
  ] as const)('%s', (published, text) => {
    expect(spanText(published)).toBe(text);
    expect(parseSpans(text)).toEqual(published);
  });

  it.each(['1.2', '1.3.0–1.2.1', ''])("'%s' is none", (text) => {
    expect(() => parseSpans(text)).toThrow('is not a run of releases');
  });
});
