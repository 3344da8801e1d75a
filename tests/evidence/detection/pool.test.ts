import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { performAll, Unfinished } from '../../../evidence/detection/pool.ts';
import { folder, removeFolders } from '../../folder.ts';

afterAll(removeFolders);

const thread = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ operator }) => {
    if (operator === 'Bad') throw new Error('no memory is left');
    parentPort.postMessage(operator.length);
  });`;

test('a task that fails is named, and the others come to their results', async () => {
  const file = join(folder(), 'thread.mjs');
  writeFileSync(file, thread);
  const done: [string, number][] = [];
  const tasks = ['Bad', 'Abs', 'Bad', 'Clip', 'Softmax'].map((operator) => ({ operator }));
  const all = performAll<{ operator: string }, number>(pathToFileURL(file), tasks, ({ operator }, length) =>
    done.push([operator, length]),
  );
  const line = '{"operator":"Bad"} failed: no memory is left';
  await expect(all).rejects.toThrow(new Unfinished(`${line}\n${line}`));
  expect(Object.fromEntries(done)).toEqual({ Abs: 3, Clip: 4, Softmax: 7 });
});
