import { groups } from './groups.ts';
import { measure } from './measure.ts';

/** The index of a group of faults, and the greatest number of programs tried on it. */
export type Task = readonly [group: number, most: number];

// a process of main.ts, because CPU time is measured per process: it receives a task and sends the results
process.on('message', ([group, most]: Task) => {
  const { faults } = groups[group]!;
  try {
    process.send!(measure(faults, 1, most));
  } catch (error) {
    process.stderr.write(`the suite is at fault: ${error instanceof Error ? error.stack : error}\n`);
    process.send!(faults.map(({ name }) => ({ fault: name })));
  }
});
