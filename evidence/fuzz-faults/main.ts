import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Group, groups } from './groups.ts';
import type { Found } from './measure.ts';
import { describeFound } from './summary.ts';
import type { Task } from './worker.ts';

/** The greatest number of programs tried on a fault. */
const most = Number(process.env.PROGRAMS ?? 1500);

/** The results, a line for each group of faults. npm runs scripts in the folder of package.json. */
const file = 'out/fuzz-faults.jsonl';

const [wanted] = process.argv.slice(2);
const chosen = groups.filter(({ operators }) => wanted === undefined || operators.includes(wanted));
const waiting = [...chosen];
const all: (Pick<Group, 'list'> & { readonly found: readonly Found[] })[] = [];
writeFileSync(file, '');

const workers = Array.from({ length: Math.min(availableParallelism(), chosen.length) }, start);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const { child } of workers) child.kill('SIGKILL');
    process.stderr.write(`interrupted: ${chosen.length - all.length} groups are missing\n`);
    process.exit(summarize());
  });
}
await Promise.all(workers.map(({ done }) => done));
process.exitCode = summarize();

/** A process that tries one group after another. */
function start() {
  const child = fork(new URL('./worker.js', import.meta.url));
  const done = (async () => {
    const failed = once(child, 'exit').then(() => undefined);
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      child.send([groups.indexOf(group), most] satisfies Task);
      const answer = await Promise.race([once(child, 'message'), failed]);
      if (!answer) throw new Error(`the suite is at fault: no result for the faults of ${group.operators}`);
      keep(group, answer[0]);
    }
    child.disconnect();
  })();
  return { child, done };
}

function keep({ list, operators }: Group, found: readonly Found[]): void {
  all.push({ list, found });
  appendFileSync(file, `${JSON.stringify({ list, operators, most, found })}\n`);
  const missed = found.filter(({ programs }) => programs === undefined).length;
  process.stderr.write(
    `${all.length} of ${chosen.length}: ${found.length} faults of ${operators.slice(0, 3)}, ${missed} not found\n`,
  );
}

/** Prints the results so far. Returns the exit code: 1 if a fault was not found, or groups are missing. */
function summarize(): number {
  for (const name of new Set(all.map(({ list }) => list))) {
    const found = all.flatMap(({ list, found }) => (list === name ? found : []));
    process.stdout.write(`${name}, ${most} programs at most: ${describeFound(found)}\n`);
  }
  const isComplete = all.length === chosen.length;
  return isComplete && all.every(({ found }) => found.every(({ programs }) => programs !== undefined)) ? 0 : 1;
}
