import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderName, makeFolder } from '../../../vectors/onnx/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'onnx-conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder is made with those above it, and left alone where it is there', () => {
  for (let i = 0; i < 2; i++) makeFolder(join(folder, 'a/b/c'));
  expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true);
});

test('a file in the way is an error of the file system', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'file/below'))).toThrow('ENOTDIR');
});

test.skipIf(!existsSync('/proc/self'))('a folder that takes none is an error too, and soon', () => {
  expect(() => makeFolder('/proc/onnx-conformance')).toThrow('ENOENT');
});

test('a name of a folder keeps its first characters, or of a path the last', () => {
  const path = '/home/user/networks of last year/speech/model.onnx';
  expect(folderName('model.onnx')).toBe('model.onnx');
  expect(folderName(path, 17)).toMatch(/^home-user-network-[\da-f]{8}$/);
  expect(folderName(path, 17, 'last')).toMatch(/^speech-model\.onnx-[\da-f]{8}$/);
});
