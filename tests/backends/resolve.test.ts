import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { activePython } from '../../src/backends/active-python.ts';
import { backendCommand, splitCommandLine } from '../../src/backends/resolve.ts';
import { fakePath } from './session.ts';

test('a built-in name is a compiled host script', () => {
  const { spec, file, args } = backendCommand('onnxruntime-node');
  expect([spec, file]).toEqual(['onnxruntime-node', process.execPath]);
  expect(args[0]).toMatch(/dist.bundled.hosts.onnxruntime-node\.js$/);
  expect(existsSync(args[0]!)).toBe(true);
});

test('a module is served by the module host, under its absolute path', () => {
  const path = fakePath('echo.mjs').slice(process.cwd().length + 1);
  const { spec, args } = backendCommand(path);
  expect([spec, args[1]]).toEqual([path, resolve(path)]);
  expect(args[0]).toMatch(/hosts.module\.js$/);
});

test('stdio: is any command line', () => {
  const { file, args } = backendCommand('stdio:"/opt/my runtime/serve" --provider cpu');
  expect([file, ...args]).toEqual(['/opt/my runtime/serve', '--provider', 'cpu']);
});

test.each([
  ['onnxruntime', /^--backend onnxruntime: no such backend; did you mean onnxruntime-node, onnxruntime-web/],
  ['./missing.mjs', /no such file; use onnxruntime-node/],
  ['README.md', /no such backend/],
  ['stdio:', /a command has to follow "stdio:"/],
  ['stdio:""', /a command has to follow/],
  ['stdio:"a b', /a quote " is not closed/],
])('%s is refused in one line', (spec, message) => {
  const attempt = () => backendCommand(spec);
  expect(attempt).toThrow(BadInput);
  expect(attempt).toThrow(message);
});

test('command lines split at spaces outside quotes', () => {
  expect(splitCommandLine(`  a  "b c"d '' 'e "f"' C:\\g `)).toEqual(['a', 'b cd', '', 'e "f"', 'C:\\g']);
  expect(splitCommandLine('')).toEqual([]);
});

test('python: is run by the active environment, or by the interpreter that is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  expect(activePython({ VIRTUAL_ENV: folder }, 'linux')).toBe('python3');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/python3'), '');
  expect(activePython({ VIRTUAL_ENV: folder }, 'linux')).toBe(join(folder, 'bin/python3'));
  rmSync(folder, { recursive: true });
  expect(activePython({}, 'linux')).toBe('python3');
  expect(activePython({}, 'win32')).toBe('python');
  expect(backendCommand('python:onnx.reference').file).toBe(activePython());
  expect(backendCommand('python@pypy3:onnx.reference').file).toBe('pypy3');
  const named = /a \.py file takes no name after it; leave out ':Mine'/;
  for (const spec of ['python:./mine.py:Mine', 'python@/usr/bin/python3:/x/mine.py:Mine']) {
    expect(() => backendCommand(spec)).toThrow(named);
  }
  expect(backendCommand('python@.venv/bin/python:onnx.reference').file).toBe(resolve('.venv/bin/python'));
});
