import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folder } from '../folder.ts';

const run = promisify(execFile);
const lock = new URL('../../dist/src/run/folder/lock.js', import.meta.url).href;

const count = 6;

/**
 * Comes for a folder; who gets it holds it until all others were refused, or for ten seconds. What became of each is a file in another folder.
 * @param argv the folder, and the other one
 */
const program = `
  import { readdirSync, writeFileSync } from 'node:fs';
  import { whileLocked } from ${JSON.stringify(lock)};
  const [, dir, results] = process.argv;
  const end = Date.now() + 10_000;
  const hold = async () => {
    writeFileSync(results + '/held-' + process.pid, '');
    while (readdirSync(results).length < ${count} && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await whileLocked(dir, hold).catch(() => writeFileSync(results + '/refused-' + process.pid, ''));`;

test('of processes that come at once one has a folder, also where a killed one left its lock', async () => {
  const [dir, results] = [join(folder(), 'out'), folder()];
  mkdirSync(dir);
  writeFileSync(join(dir, 'lock'), String(2 ** 30));
  const argv = ['--input-type=module', '-e', program, dir, results];
  await Promise.all(Array.from({ length: count }, () => run(process.execPath, argv)));
  const words = readdirSync(results).map((name) => name.split('-')[0]);
  expect(words.sort()).toEqual(['held', ...Array<string>(count - 1).fill('refused')]);
  expect(readdirSync(dir)).toEqual([]);
}, 30_000);
