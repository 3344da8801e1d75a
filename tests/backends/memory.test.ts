import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memoryOfGroup, memoryOfTree } from '../../src/backends/memory.ts';
import { sampled } from '../sample.ts';
import { caseOf, echoed, isAlive, openFake } from './session.ts';

const memoryLimit = 300 * 2 ** 20;

test.concurrent.each(sampled(['allocate', 'grandchild-allocates'], 1))(
  '%s: a backend that takes too much memory is killed, and its neighbours are not blamed',
  async (way) => {
    const backend = await openFake({ memoryLimit }, 'misbehaving.mjs', way);
    const answers = await Promise.all(['a', 'b', '!', 'c'].map((text) => backend.run(caseOf(text))));
    expect(answers.map(echoed)).toEqual([
      'a',
      'b',
      { kind: 'crash', message: 'it held more memory than 300 MiB and was killed (--memory-limit)' },
      'c',
    ]);
    expect(backend.incidents.count).toBe(2);
    await backend.close();
    expect(isAlive(Number(backend.info.pid))).toBe(false);
  },
);

const script = 'const held = Buffer.alloc(2 ** 27, 1); console.log(held.length); setInterval(() => held[0], 1000)';

test.each([
  ['ps', memoryOfGroup, true],
  ['/proc', memoryOfTree, existsSync('/proc/self/status')],
] as const)('%s tells what a process and its children hold', async (_, heldBy, isThere) => {
  if (!isThere) return;
  const command = `"${process.execPath}" -e "${script}" & wait`;
  const shell = spawn('/bin/sh', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => shell.stdout.once('data', resolve));
  const held = await heldBy(shell.pid!);
  process.kill(-shell.pid!, 'SIGKILL');
  expect(held).toBeGreaterThan(2 ** 27);
  expect(held).toBeLessThan(2 ** 29);
});
