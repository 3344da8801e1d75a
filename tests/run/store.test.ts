import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CaseResult } from '../../reports/schema.ts';
import type { Answer, Request } from '../../src/backends/backend.ts';
import { CaseStore } from '../../src/run/store/case-store.ts';
import { StoreFolder, storesByAge } from '../../src/run/store/store-folder.ts';
import type { Ask } from '../../src/run/trial/trial.ts';
import { folder } from '../folder.ts';
import { storedIn, storedRun } from './in-process.ts';

const cache = process.env.XDG_CACHE_HOME;
beforeEach(() => {
  process.env.XDG_CACHE_HOME = folder();
});
afterEach(() => {
  process.env.XDG_CACHE_HOME = cache;
});

const requestOf = (byte: number): Request => ({ model: Uint8Array.of(byte), inputs: [], outputs: ['Y'] });
const answerOf = (...bytes: readonly number[]): Answer => ({
  kind: 'outputs',
  outputs: [{ name: 'Y', bytes: Uint8Array.from(bytes) }],
});
const resultOf = (message: string) => ({ id: 'Add/14/float32/definition/0', message }) as CaseResult;

/** A task that asks twice, and how often it was worked on. */
function twoQuestions(message = 'right') {
  const task = {
    worked: 0,
    work: async (ask: Ask) => {
      task.worked++;
      await ask(requestOf(1));
      await ask(requestOf(2));
      return [resultOf(message)];
    },
  };
  return task;
}

const settled = async (ask: Ask, task: ReturnType<typeof twoQuestions>, key: unknown = 'key') => {
  const store = new CaseStore(new StoreFolder(key));
  const results = await store.settle('Add/14', 'Add/14/float32/definition/0', ask, task.work);
  await store.close();
  return results;
};
const alike: Ask = async () => answerOf(7);

test('what a backend answers as before is not judged again', async () => {
  const [first, second] = [twoQuestions(), twoQuestions()];
  const results = await settled(alike, first);
  expect(await settled(alike, second)).toEqual(results);
  expect([first.worked, second.worked]).toEqual([1, 0]);
});

test('another answer is judged, without asking the backend again what it was asked', async () => {
  await settled(alike, twoQuestions());
  const asked: Request[] = [];
  const task = twoQuestions('wrong');
  const ask: Ask = async (request) => {
    asked.push(request);
    return answerOf(asked.length);
  };
  expect(await settled(ask, task)).toEqual([resultOf('wrong')]);
  expect(task.worked).toBe(1);
  expect(asked).toEqual([requestOf(1), requestOf(2)]);
});

test('what follows from other requirements is kept apart, and what cost the backend its process is not kept', async () => {
  await settled(alike, twoQuestions());
  const other = twoQuestions();
  await settled(alike, other, 'another key');
  expect(other.worked).toBe(1);
  const [first, second] = [twoQuestions(), twoQuestions()];
  const crashes: Ask = async () => ({ kind: 'crash', message: 'killed' });
  for (const task of [first, second]) await settled(crashes, task, 'crashes');
  expect(second.worked).toBe(1);
});

test('a file that is damaged is as if it was not there', async () => {
  await settled(alike, twoQuestions());
  const { path } = storesByAge()[0]!;
  const [name] = readdirSync(path);
  writeFileSync(join(path, name!), readFileSync(join(path, name!)).subarray(3));
  const task = twoQuestions();
  await settled(alike, task);
  expect(task.worked).toBe(1);
});

test('one in a hundred that are found is judged anew; where the result differs, all is removed and the run ends', async () => {
  const store = new CaseStore(new StoreFolder('key'));
  const name = 'Add/14/float32/definition/0';
  const right = twoQuestions();
  for (let i = 0; i <= 100; i++) await store.settle('Add/14', name, alike, right.work);
  expect(right.worked).toBe(2);
  await store.close();
  expect(storesByAge()).toHaveLength(1);
  const wrong = twoQuestions('of a changed oracle');
  const again = new CaseStore(new StoreFolder('key'));
  for (let i = 1; i < 100; i++) await again.settle('Add/14', name, alike, wrong.work);
  await expect(again.settle('Add/14', name, alike, wrong.work)).rejects.toThrow('the store was emptied: run again');
  expect(storesByAge()).toEqual([]);
});

test('more groups than are held at a time are all kept', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `Op${i}/1`);
  const run = async (task: ReturnType<typeof twoQuestions>) => {
    const store = new CaseStore(new StoreFolder('many'));
    await Promise.all(names.map((name) => store.settle(name, `${name}/float32/definition/0`, alike, task.work)));
    await store.close();
  };
  const [first, second] = [twoQuestions(), twoQuestions()];
  await run(first);
  await run(second);
  expect([first.worked, second.worked]).toEqual([30, 0]);
});

test('a folder that cannot be written costs the store alone', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  process.env.XDG_CACHE_HOME = file;
  expect(await settled(alike, twoQuestions())).toEqual([resultOf('right')]);
  expect(storesByAge()).toEqual([]);
});

test('a run from the store is the same run', async () => {
  const [anew, first, second] = [folder(), folder(), folder()];
  await storedRun(anew);
  for (const out of [first, second]) await storedRun(out, { store: true });
  // results, and outlines of cells
  expect(storesByAge()).toHaveLength(2);
  expect(storedIn(first)).toEqual(storedIn(anew));
  expect(storedIn(second)).toEqual(storedIn(anew));
}, 120_000);
