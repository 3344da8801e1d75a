import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folder } from '../folder.ts';

const run = promisify(execFile);
const lock = new URL('../../dist/src/harness/lock.js', import.meta.url).href;

/** Holds a folder for a while, once all have started, and says so; or that another process holds it. */
const program = `
  import { whileLocked } from ${JSON.stringify(lock)};
  await new Promise((resolve) => setTimeout(resolve, Number(process.argv[2]) - Date.now()));
  const hold = () => new Promise((resolve) => setTimeout(resolve, 400));
  await whileLocked(process.argv[1], hold).then(() => console.log('held'), () => console.log('refused'));`;

test('of processes that come at once one has a folder, also where a killed one left its lock', async () => {
  const dir = join(folder(), 'out');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lock'), String(2 ** 30));
  const start = Date.now() + 1500;
  const argv = ['--input-type=module', '-e', program, dir, String(start)];
  const said = await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, argv)));
  const words = said.map(({ stdout }) => stdout.trim()).sort();
  expect(words).toEqual(['held', ...Array<string>(5).fill('refused')]);
  expect(readdirSync(dir)).toEqual([]);
}, 30_000);
