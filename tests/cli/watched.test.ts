import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { node, tensor } from '../../src/index.ts';
import { writeVectorFiles } from '../../vectors/export/write.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { sampled } from '../sample.ts';
import { adding, folder, main, plainEnv } from './cli.ts';

/** Starts a command, sends it a signal once something is there, and tells how it ended, and how many seconds after that. */
async function stopped(
  cwd: string,
  args: readonly string[],
  isThere: () => boolean,
  signals: readonly NodeJS.Signals[],
) {
  const child = spawn(process.execPath, [main, ...args], { cwd, env: plainEnv, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (!isThere()) await sleep(50);
  const at = performance.now();
  for (const signal of signals) child.kill(signal);
  return { code: await closed, said, seconds: (performance.now() - at) / 1000 };
}

// a message of its own changes nothing, and no signal ends it by itself
const inOneCall = `import { writeFileSync } from 'node:fs';
for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT']) process.on(signal, () => {});
process.send('ready', () => {
  writeFileSync('begun', '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
await new Promise(() => {});`;

const ways = [
  ['run', 'SIGTERM'],
  ['fuzz', 'SIGINT'],
  ['run', 'SIGQUIT'],
] as const;

test.concurrent.each(sampled(ways, 1))(
  '%s is ended by %s though one call in it never ends',
  async (command, signal) => {
    const cwd = folder();
    writeFileSync(join(cwd, 'onnx-conformance.config.mjs'), inOneCall);
    const ended = await stopped(cwd, [command, '-b', 'reference'], () => existsSync(join(cwd, 'begun')), [signal]);
    expect(ended.code).toBe(3);
    expect(ended.said).toMatch(/onnx-conformance: stopped; what was written until then is kept\n$/);
    expect(ended.seconds).toBeLessThan(6);
  },
);

test.concurrent('a run is ended though the oracle computes for minutes, and what was there stays', async () => {
  const cwd = folder();
  const factor = (dims: readonly number[]) =>
    tensor(
      'float32',
      dims,
      Array.from({ length: dims[0]! * dims[1]! }, (_, i) => Math.sin(i)),
    );
  const [A, B] = [factor([400, 1500]), factor([1500, 400])];
  const { model } = node('MatMul', { opset: 13, inputs: [A, B] });
  const dataSet = {
    inputs: [encodeTensor(A, 'A'), encodeTensor(B, 'B')],
    outputs: [encodeTensor(factor([400, 400]), 'Y')],
  };
  writeVectorFiles(join(cwd, 'net'), { model, dataSets: [dataSet] });
  const out = join(cwd, 'out/files/net');
  mkdirSync(out, { recursive: true });
  const before = '{ "tool": { "name": "onnx-conformance" } }';
  writeFileSync(join(out, 'report.json'), before);
  const isThere = () => existsSync(join(out, 'lock'));
  // npx passes on what a terminal sends to all of its processes
  const ended = await stopped(cwd, ['run', '--vectors', 'net', '-b', adding], isThere, ['SIGTERM', 'SIGTERM']);
  expect(ended.code).toBe(3);
  expect(ended.seconds).toBeLessThan(6);
  expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe(before);
});

async function run(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, args, { cwd, env: plainEnv, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

test.concurrent('a signal that comes while the process starts ends both', async () => {
  const cwd = folder();
  const raising = `import processes from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
const { spawn } = processes;
processes.spawn = (...given) => {
  const child = spawn(...given);
  process.kill(process.pid, 'SIGTERM');
  return child;
};
syncBuiltinESMExports();`;
  writeFileSync(join(cwd, 'raising.mjs'), raising);
  // all of it, since a signal is passed on after a moment, and a shorter list has ended by then
  const { code, said } = await run(cwd, '--import', './raising.mjs', main, 'list');
  expect([code, said]).toEqual([3, '\nonnx-conformance: stopped; what was written until then is kept\n']);
});

test.concurrent('a debugger listens to one process', async () => {
  const { code, said } = await run(folder(), '--inspect=127.0.0.1:0', main, 'list', 'policies');
  expect([code, said.match(/Debugger listening|address already in use/g)]).toEqual([0, ['Debugger listening']]);
});
