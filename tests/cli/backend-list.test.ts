import { expect, test } from 'vitest';
import { cli, complaint } from './cli.ts';

test('backend list: what is installed, what it says, and how to add the others', async () => {
  const { code, stdout } = await cli(['backend', 'list', 'onnxruntime-node', 'reference'], process.cwd());
  expect(code).toBe(0);
  expect(stdout).toMatch(/^onnxruntime-node\s+\d+\.\d+\.\d+\s+onnxruntime on the CPU, native$/m);
  expect(stdout).toMatch(/onnxruntime-node \d\S+, opsets 7 and later, dtypes float16 [\w\s]+, provider CPU/);
  expect(stdout).toMatch(/^reference\s+\d+\.\d+\.\d+/m);
});

test('backend list --no-ask: all that are built in, within 80 columns', async () => {
  const { code, stdout } = await cli(['backend', 'list', '--no-ask']);
  expect(code).toBe(0);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).toMatch(/^tractjs\s+–\s+tract as WebAssembly, in Node$/m);
  expect(stdout).toMatch(/^python:onnxruntime\s+onnxruntime, in Python: see\s+docs\/backends\.md$/m);
  expect(stdout).toMatch(/^ {4}npm install tractjs --ignore-scripts$/m);
});

test('backend list --json', async () => {
  const { code, stdout } = await cli(['backend', 'list', 'reference', 'tractjs', '--json']);
  expect(code).toBe(4); // one of those that are named cannot be used
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'reference', packages: [], hello: { backend: { name: 'reference' }, declares: {} } },
    {
      name: 'tractjs',
      packages: [{ name: 'tractjs', version: null }],
      install: 'npm install tractjs --ignore-scripts',
    },
  ]);
});

test('a backend that cannot be started says why', async () => {
  const { code, stdout } = await cli(['backend', 'list', 'stdio:/no/such/program']);
  expect([code, stdout]).toEqual([
    4,
    expect.stringMatching(/Cannot be used\n {2}stdio:\/no\/such\/program\n {4}.*\/no\/such/),
  ]);
});

test('a name that is none', async () => {
  const ended = await cli(['backend', 'list', 'tractsj']);
  expect([ended.code, complaint(ended)]).toEqual([2, expect.stringMatching(/no such backend; did you mean tractjs\?/)]);
});
