import { mkdirSync, writeFileSync } from 'node:fs';
import { operators } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Measured, Task } from '../drawn/measure.ts';
import { figuresOf, storeFigures, tableOf } from '../drawn/summary.ts';
import { cellCount } from '../quick-first.ts';
import { render } from './documents.ts';
import { performAll } from './pool.ts';
import { progressBar } from './progress.ts';

const listFile = 'out/drawn-faults.jsonl';

/** Prints which part of some faults that are drawn the suites show, and writes all of them to a file; figures of all operators are stored, and go to the page. */
export async function measureDrawn(count: number, seed: number, names: readonly string[]): Promise<void> {
  const there = operators.map(({ name }) => name);
  const concerned = there.filter((name) => names.length === 0 || names.includes(name));
  if (count === 0 || concerned.length === 0)
    throw new BadInput('--drawn takes a number above 0, and names of operators');
  const each = Math.ceil(count / concerned.length);
  const tasks = concerned
    .toSorted((a, b) => cellCount(b) - cellCount(a))
    .map((operator): Task => ({ operator, count: each, seed }));
  const bar = progressBar(tasks.length);
  const found = await performAll<Task, readonly Measured[]>(new URL('../drawn/worker.js', import.meta.url), tasks, () =>
    bar?.increment(),
  ).finally(() => bar?.stop());
  const all = found.flat();
  mkdirSync('out', { recursive: true });
  writeFileSync(listFile, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const figures = figuresOf(all, seed, each);
  if (names.length === 0) {
    storeFigures(figures);
    render();
  }
  process.stdout.write(`${tableOf([figures])}\neach of them: ${listFile}\n`);
}
