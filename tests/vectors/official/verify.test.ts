import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Leaf, leafText, writeTree } from '../../../vectors/export/tree.ts';
import { readManifest } from '../../../vectors/official/manifest.ts';
import { officialTree } from '../../../vectors/official/official-tree.ts';
import { selectOfficial } from '../../../vectors/official/selection.ts';
import { verify } from '../../../vectors/official/verify.ts';
import { sampled } from '../../sample.ts';

const selection = { opset: 11 };
const tree = officialTree(selectOfficial(selection), false);
const root = mkdtempSync(join(tmpdir(), 'verify-'));
const pristine = join(root, 'pristine');
writeTree(pristine, tree);
const dir = join(root, 'vectors');
const at = (path: string) => join(dir, path);
const vector = 'node/test_reduce_sum_negative_axes_keepdims_random';
const output = `${vector}/test_data_set_0/output_0.pb`;
const right = { expected: 19, found: 19, intact: 57, missing: [], changed: [], extra: [], short: [] };

beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  cpSync(pristine, dir, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

describe('what is not listed is extra', () => {
  const additions: readonly (readonly [path: string, kind: Leaf['kind'], add: (path: string) => void])[] = [
    [`${vector}/test_data_set_1`, 'a link', (path) => symlinkSync('test_data_set_0', path)],
    ['node/test_mine', 'a link', (path) => symlinkSync(at(vector), path)],
    ['v1.99.0', 'a link', (path) => symlinkSync('node', path)],
    ['nowhere', 'a link', (path) => symlinkSync('nothing', path)],
    [`${vector}/test_data_0.npz`, 'a file', (path) => writeFileSync(path, '')],
    [`${vector}/other.onnx`, 'a file', (path) => writeFileSync(path, '')],
    ['node/node.onnx', 'a file', (path) => writeFileSync(path, '')],
    [`${vector}/test_data_set_a`, 'an empty folder', (path) => mkdirSync(path)],
    [`${vector}/test_data_set_0/exact_1.pb`, 'a file', (path) => writeFileSync(path, '')],
    [`${vector}/model.npy`, 'a file', (path) => writeFileSync(path, '')],
    ['pipe', 'a pipe, socket or device', (path) => execFileSync('mkfifo', [path])],
    ['README.md', 'a file', (path) => writeFileSync(path, '')],
  ];
  it.each(additions)('%s, %s', (path, kind, add) => {
    add(at(path));
    expect(verify(dir, selection)).toEqual({ ...right, extra: [{ path, kind }] });
    expect(() => writeTree(dir, tree)).toThrow(
      `holds ${leafText({ path, kind })}, which is not part of this export; name another folder`,
    );
  });
});

describe('in place of a file', () => {
  const elsewhere = join(root, 'elsewhere.pb');
  const replacements: readonly (readonly [what: string, kind: string, put: (path: string) => void])[] = [
    ['a link to the right bytes', 'a link', (path) => symlinkSync(elsewhere, path)],
    ['a link to nothing', 'a link', (path) => symlinkSync('nothing', path)],
    ['a pipe', 'a pipe, socket or device', (path) => execFileSync('mkfifo', [path])],
  ];
  it.each(replacements)('%s is not read, nor written through', (_, kind, put) => {
    cpSync(at(output), elsewhere);
    const before = readFileSync(elsewhere);
    rmSync(at(output));
    put(at(output));
    const changed = [{ path: output, how: `is ${kind}, not a file` }];
    expect(verify(dir, selection)).toEqual({ ...right, intact: 56, changed });
    expect(() => writeTree(dir, tree)).toThrow(`holds ${output} (${kind}), where a file belongs; name another folder`);
    expect(readFileSync(elsewhere)).toEqual(before);
  });
});

it('a vector behind a link is not there, and an export does not go there', () => {
  renameSync(at(vector), join(root, 'moved'));
  symlinkSync(join(root, 'moved'), at(vector));
  const { missing, extra, short } = verify(dir, selection);
  expect({ missing, extra }).toEqual({ missing: [vector], extra: [{ path: vector, kind: 'a link' }] });
  expect(short).toEqual([{ operator: 'ReduceSum-11', found: 1, minimum: 2 }]);
  expect(() => writeTree(dir, tree)).toThrow(`holds ${vector} (a link), which is not part of this export`);
});

it('the folder itself may be a link, and an export that was cut short is completed', () => {
  const link = join(root, 'link');
  symlinkSync(dir, link);
  rmSync(at(output));
  rmSync(at('node/test_reduce_l1_negative_axes_keep_dims_random/test_data_set_0'), { recursive: true });
  mkdirSync(at('node/test_reduce_l1_negative_axes_keep_dims_random/test_data_set_0'));
  expect(verify(link, selection)).toMatchObject({ found: 17, extra: [] });
  writeTree(link, tree);
  expect(verify(link, selection)).toEqual(right);
});

it.each(sampled([selection, { release: '1.7.0' }, {}], 1))(
  'a vector that the manifest has lost is missed: %j',
  (of) => {
    const manifest = readManifest();
    const entries = manifest.entries.filter(({ test, opset }) => `node/${test}` !== vector || opset !== 11);
    const whole = join(root, `whole-${JSON.stringify(of).length}`);
    writeTree(whole, officialTree(selectOfficial(of), false));
    const { extra, short } = verify(whole, of, { ...manifest, entries });
    expect(short).toMatchObject([{ operator: 'ReduceSum-11' }]);
    expect(extra.map(({ path }) => path.split('/').slice(-1)[0])).toContain('model.onnx');
  },
);
