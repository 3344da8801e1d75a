import { groups } from './groups.ts';
import { measure } from './measure.ts';

/** The number of a group of faults, and the programs that are tried on it at most. */
export type Task = readonly [group: number, most: number];

// a process of main.ts, since CPU is counted by process: a task in, what was found out
process.on('message', ([group, most]: Task) => {
  const { faults } = groups[group]!;
  try {
    process.send!(measure(faults, 1, most));
  } catch (error) {
    process.stderr.write(`the suite is at fault: ${error instanceof Error ? error.stack : error}\n`);
    process.send!(faults.map(({ name }) => ({ fault: name })));
  }
});
