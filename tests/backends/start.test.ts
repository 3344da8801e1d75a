import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackendUnavailable } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { sampled } from '../sample.ts';
import { caseOf, fakeSpec, isAlive, openFake } from './session.ts';

/** How a program fails to say hello (see fakes/unstartable.mjs), and what the user reads. */
const greetings: Record<string, RegExp> = {
  silent: /cannot be used: it was silent for 0\.4 s \(--start-timeout allows more\) before it said hello$/,
  rubbish:
    /protocol: not a line of JSON: "Welcome to fake 1\.0!" before it said hello; stdout is for answers only: print to stderr/,
  refuses: /cannot be used: it refuses: protocol 2 is spoken here$/,
  'protocol-3': /protocol: it speaks protocol 3, not 1 or 2/,
  nameless: /lacks "backend": \{"name": string, "version": string\}/,
  'wrong-opsets': /"opsets" in the answer to hello has to be \[first, last\] or \[first\], such as \[7, 21\]/,
  'wrong-dtypes': /"dtypes" in the answer to hello has to be a list such as/,
  'wrong-id': /with id 0/,
  exits: /cannot be used: the process exited with code 3 before it said hello$/,
  explains: /cannot be used: the runtime is not installed \(the process exited with code 1 before it said hello\)$/,
  throws: /cannot be used: Error: cannot find libfake\.so \(the process exited with code 1 before it said hello\)$/,
};

test.concurrent.each(sampled(Object.entries(greetings), 6))(
  '%s: one line says why the backend cannot be used',
  async (way, line) => {
    const error = await openFake({ startTimeout: way === 'silent' ? 400 : 5000 }, 'unstartable.mjs', way).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(BackendUnavailable);
    expect(error.message).toMatch(line);
    expect(error.message).not.toContain('\n');
  },
);

test.each([
  ['a program that does not exist', { spec: 'x', file: '/no/such/program', args: [] }],
  ['a file that is not executable', { spec: 'x', file: import.meta.filename, args: [] }],
  ['a folder that does not exist', { spec: 'x', file: process.execPath, args: [], cwd: '/no/such/folder' }],
  ['an argument that no system takes', { spec: 'x', file: process.execPath, args: ['a\0b'] }],
])('%s', async (_, command) => {
  const error = await openBackend(command).catch((e) => e);
  expect(error).toBeInstanceOf(BackendUnavailable);
  expect(error.message).toMatch(/^the backend x cannot be used: /);
});

test('a backend that cannot be started again rejects what is waiting, and what is asked later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'onnx-conformance-'));
  const licence = join(folder, 'licence');
  writeFileSync(licence, '');
  const backend = await openFake({}, 'once.mjs', licence);
  const waiting = await Promise.allSettled([1, 2, 3].map((i) => backend.run(caseOf(`case ${i}`))));
  const reason = /could not be started again: the licence has expired/;
  for (const { reason: error } of waiting as PromiseRejectedResult[]) {
    expect(error).toBeInstanceOf(BackendUnavailable);
    expect(error.message).toMatch(reason);
  }
  await expect(backend.run(caseOf('later'))).rejects.toThrow(reason);
  await backend.close();
  rmSync(folder, { recursive: true });
});

test('close rejects what is outstanding and leaves no process, at rest or at work', async () => {
  for (const text of [undefined, '!']) {
    const backend = await openFake({}, 'misbehaving.mjs', 'native-loop');
    const outstanding =
      text === undefined ? undefined : expect(backend.run(caseOf(text))).rejects.toThrow('it was closed');
    await backend.close();
    await outstanding;
    expect(isAlive(Number(backend.info.pid))).toBe(false);
    await expect(backend.run(caseOf('later'))).rejects.toThrow(BackendUnavailable);
  }
});

test('close during a restart', async () => {
  const backend = await openFake({}, 'misbehaving.mjs', 'exit-0');
  await backend.run(caseOf('!'));
  const outstanding = expect(backend.run(caseOf('next'))).rejects.toThrow('it was closed');
  await backend.close();
  await outstanding;
});

test('a harness that exits in the middle of a case takes the backend with it', async () => {
  const dist = new URL('../../dist/src/backends/', import.meta.url).href;
  const script = `
    import { openBackend } from '${dist}process.js';
    import { backendCommand } from '${dist}resolve.js';
    const backend = await openBackend(backendCommand(${JSON.stringify(fakeSpec('misbehaving.mjs', 'native-loop'))}));
    backend.run({ model: new Uint8Array(0), inputs: [{ name: 'x', bytes: Uint8Array.of(0x21) }], outputs: ['y'] });
    console.log(backend.info.pid);
    setTimeout(() => process.exit(0), 100);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(Number(stdout)).toBeGreaterThan(0);
  await expect.poll(() => isAlive(Number(stdout))).toBe(false);
});
