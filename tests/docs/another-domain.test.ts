import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as library from '../../src/index.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { cliOf, folder, reportIn, resultsIn } from '../cli/cli.ts';

const root = join(import.meta.dirname, '../..');
// where the packages are found
const copy = join(root, 'out/another-domain');
const bundle = join(copy, 'dist/bundled');
const name = 'com.microsoft.WindowSum';
const page = readFileSync(join(root, 'docs/an-operator-of-another-domain.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^ {3}```ts\n {3}\/\/ (\S+)\n(.*?)^ {3}```/gms), ([, path, code]) => ({
  path: path!,
  code: code!.replaceAll(/^ {3}/gm, ''),
}));

/** A list with an entry more at its end, and what that imports. */
function withEntry(text: string, code: string): string {
  const [entry, imports] = [code.replaceAll(/^import .*\n/gm, ''), code.match(/^import .*\n/gm) ?? []];
  const open = text.replace('[];', '[\n];');
  const end = open.search(/^[\]}];$/m);
  return [...imports, open.slice(0, end), entry, open.slice(end)].join('');
}

let ofCopy: ReturnType<typeof cliOf>;

/** The repository with what the page adds: whole files, and entries of lists. */
beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  for (const part of ['oracles', 'generators', 'vectors', 'reports', 'src', 'package.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  for (const { path, code } of blocks) {
    const file = join(copy, path);
    writeFileSync(file, /^export /m.test(code) ? code : withEntry(readFileSync(file, 'utf8'), code));
  }
  await build({
    input: {
      index: join(copy, 'src/index'),
      'command-line': join(copy, 'src/cli/command-line'),
      'oracle-thread': join(copy, 'src/run/oracle-thread'),
      'hosts/module': join(copy, 'src/backends/hosts/module'),
    },
    external: /^(?![./\0]|@oxc-project)/,
    platform: 'node',
    output: { dir: bundle },
  });
  ofCopy = cliOf((await import(join(bundle, 'command-line.js'))).commandLine);
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The command line of the copy. @param most how many elements of a window the runtime adds up; all if absent */
const cli = (args: readonly string[], cwd = folder(), most?: number) =>
  ofCopy(args, cwd, most === undefined ? {} : { MOST: String(most) });
const backend = ['--backend', join(import.meta.dirname, 'windows.mjs')];

test('the page adds two files, and entries to three lists', () => {
  const isNew = ({ path }: (typeof blocks)[number]) => !existsSync(join(root, path));
  expect(blocks.filter(isNew)).toHaveLength(2);
  expect(blocks).toHaveLength(5);
});

test('explain and list have it under its full name', async () => {
  const { stdout } = await cli(['explain', name]);
  expect(stdout).toContain('In force at opsets 13 to 28 of ai.onnx, with version 1 of com.microsoft\n');
  expect(stdout).toContain('Source: the pages of our runtime, com.microsoft.WindowSum-1, summary');
  expect((await cli(['list', 'operators'])).stdout).toContain('203 operators of ai.onnx and 1 of other domains');
  expect((await cli(['list', 'WindowSum'])).stderr).toContain(`did you mean ${name}?`);
});

test('a runtime that is right passes, and rejects what it has to', async () => {
  const cwd = folder();
  expect((await cli(['run', `${name}/**`, ...backend], cwd)).code).toBe(0);
  const { totals, invalid } = reportIn(cwd);
  expect(totals).toMatchObject({ fail: 0, error: 0, crash: 0 });
  expect(totals.pass).toBeGreaterThan(50);
  expect(invalid?.totals).toMatchObject({ accepted: 0 });
  expect(resultsIn(cwd).every(({ opset }) => opset >= 13)).toBe(true);
});

test('one that is wrong is found out', async () => {
  const cwd = folder();
  const { code, stdout } = await cli(['run', `${name}/1/float32`, ...backend], cwd, 16);
  expect(code).toBe(1);
  expect(stdout).toContain("1 finding, which breaks\n                its domain's text.");
  const [{ smallest }] = reportIn(cwd).findings as [ReturnType<typeof reportIn>['findings'][number]];
  expect((await cli(['export', smallest.id, '--out', 'case'], cwd)).code).toBe(0);
  const { opset, opsets } = decodeModel(readFileSync(join(cwd, 'case/model.onnx')));
  expect(opsets).toEqual({ '': opset, 'com.microsoft': 1 });
  expect((await cli(['run', '--vectors', 'case', ...backend], cwd, 16)).code).toBe(1);
  expect((await cli(['check', 'case/model.onnx', ...backend], cwd)).code).toBe(0);
});

test('programs are drawn of it', async () => {
  const { code, stdout } = await cli(['fuzz', name, ...backend, '--runs', '2']);
  expect(code).toBe(0);
  expect(stdout).toContain('nothing new in 2 programs (windows: 2 pass)');
});

test('the library judges answers and kernels of it', async () => {
  const { check, node, tensor }: typeof library = await import(pathToFileURL(join(bundle, 'index.js')).href);
  const call = node(name, { attributes: { window: 2 }, inputs: [tensor('float32', [4], [1, 2, 3, 4])] });
  expect(call.judge([tensor('float32', [3], [3, 5, 7])]).ok).toBe(true);
  expect(call.judge([tensor('float32', [3], [3, 5, 8])]).ok).toBe(false);
  const kernelOf =
    (last: number): library.Kernel =>
    ([x], { window }, { operator }) => {
      expect(operator).toBe(name);
      const data = x!.data as Float32Array;
      const length = data.length - (window as number) + 1;
      const sumAt = (from: number) => data.subarray(from, from + (window as number) + last).reduce((a, b) => a + b, 0);
      return tensor(
        'float32',
        [length],
        Array.from({ length }, (_, from) => sumAt(from)),
      );
    };
  const options = { ids: [`${name}/1/float32/{window,definition}`] };
  expect((await check(kernelOf(0), options)).ok).toBe(true);
  expect((await check(kernelOf(-1), options)).failures[0]!.result.id).toContain(`${name}/1/float32/`);
});
