import { expect, test } from 'vitest';
import { backendFake, cli, complaint, folder } from './cli.ts';

const program = (script: string, ...args: string[]) =>
  `stdio:"${process.execPath}" "${backendFake(script)}" ${args.join(' ')}`;

const backends: readonly (readonly [string, string, RegExp])[] = [
  [
    'no default export',
    backendFake('no-default.mjs'),
    /no-default\.mjs has no default export; it has to be an adapter/,
  ],
  ['no adapter', backendFake('no-adapter.mjs'), /it needs name, version, and prepare, runTensors or run/],
  ['throws on import', backendFake('throws.mjs'), /throws\.mjs cannot be loaded: this module does not load/],
  ['is never loaded', backendFake('unsettled.mjs'), /unsettled\.mjs is never loaded: an await in it never settles/],
  ['says why it ends', program('unstartable.mjs', 'explains'), /: the runtime is not installed \(.* code 1 before it/],
  ['ends without a word', program('unstartable.mjs', 'exits'), /the process exited with code 3 before it said hello/],
  ['says something else', program('unstartable.mjs', 'rubbish'), /not a line of JSON: "Welcome to fake 1\.0!"/],
  ['speaks another protocol', program('unstartable.mjs', 'protocol-3'), /it speaks protocol 3, not 1 or 2/],
  [
    'no such program',
    'stdio:/no/such/program',
    /: there is no program \/no\/such\/program; give its path, or name its folder with --cwd$/,
  ],
  ['not a program', `stdio:"${backendFake('throws.mjs')}"`, /throws\.mjs is not a program that may be run$/],
];

test.concurrent.each(backends)('%s', async (_, backend, message) => {
  const ended = await cli(['run', 'ReduceSum/13/float32/keepdims-zero', '--backend', backend], folder());
  expect(complaint(ended)).toMatch(message);
  expect(complaint(ended).startsWith(`the backend ${backend} cannot be used: `)).toBe(true);
  expect(ended.code).toBe(4);
  expect(ended.stdout).toBe('');
});
