import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, complaint, folder } from '../cli/cli.ts';

test('a backend that cannot be started ends a campaign at once, in one line', async () => {
  const cwd = folder();
  const ended = await cli(['fuzz', 'start', '-b', 'stdio:false', '--batches', '1', '--workers', '1'], cwd);
  expect(ended.code).toBe(4);
  expect(complaint(ended)).toMatch(/^the backend stdio:false cannot be used: /);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

test('a campaign wants to know when it is over, and a worker whence its batches come', async () => {
  const start = await cli(['fuzz', 'start', '-b', 'reference']);
  expect([start.code, complaint(start)]).toEqual([
    2,
    'say when the campaign is over: --batches 100 or --for 8h (see --help)',
  ]);
  const work = await cli(['fuzz', 'work', '-b', 'reference']);
  expect([work.code, complaint(work)]).toEqual([2, expect.stringMatching(/^--redis is missing: /)]);
  const server = await cli(['fuzz', 'start', '-b', 'reference', '--for', '1s', '--redis', 'redis://:secret@host:x']);
  expect([server.code, complaint(server)]).toEqual([
    2,
    expect.stringMatching(/^--redis takes an address (?!.*secret)/),
  ]);
  const status = await cli(['fuzz', 'status']);
  expect([status.code, complaint(status)]).toEqual([
    2,
    expect.stringMatching(/^--out out\/campaign holds no campaign/),
  ]);
});
