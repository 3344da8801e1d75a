/** The programs that write stored results, for `npm run evidence -- all`. */
import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';

/** By program, in the order of `all`: how long it takes on two cores, what it writes, the sources of that, and whether it has `--check`. */
const stored = {
  tightness: ['some minutes', ['docs/tightness.md'], ['oracles', 'evidence/kernels', 'evidence/tightness']],
  accuracy: ['half an hour', ['reports/accuracy'], ['oracles/arithmetic', 'oracles/operators', 'evidence/accuracy']],
  mutation: [
    'hours',
    ['evidence/mutation.md', 'evidence/mutation/measured.json'],
    ['oracles/judge', 'evidence/mutation'],
    true,
  ],
  'known-backends': [
    'an hour or more',
    ['reports/known-backends', 'reports/known-backends.md'],
    ['oracles', 'generators', 'src'],
    true,
  ],
  detection: [
    'hours',
    ['evidence/detection.md', 'evidence/detection/measured'],
    ['oracles', 'generators', 'evidence/kernels'],
    true,
  ],
  // made of the results of the others
  site: ['half a minute', ['out/site'], []],
};

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();

/** Returns the date of what a program wrote, and the number of commits to its sources since. */
function ageOf(writes, sources) {
  const [commit, date] = git('log', '-1', '--format=%h %cs', '--', ...writes).split(' ');
  if (!date) return { age: 'not kept', behind: 1 };
  if (git('status', '--porcelain', '--', ...writes) !== '') return { age: 'not committed yet', behind: 1 };
  const behind = Number(git('rev-list', '--count', `${commit}..HEAD`, '--', ...sources));
  return { age: `${date}, ${behind} commits to its sources since`, behind };
}

/**
 * Runs every program with stale results, one after another. A program that was interrupted goes on where it stopped.
 * @param run runs a program with arguments and returns its exit code
 * @returns the exit code: 1 if a program fails
 */
export async function runAll(run, args) {
  const [option] = args;
  if (args.length > 1 || (option !== undefined && option !== '--list')) {
    console.error(`all takes no argument but --list, not '${args.join(' ')}'`);
    return 2;
  }
  const failed = [];
  let isInterrupted = false;
  process.on('SIGINT', () => {
    isInterrupted = true;
  });
  for (const [name, [time, writes, sources, hasCheck]] of Object.entries(stored)) {
    const { age, behind } = ageOf(writes, sources);
    console.log(`${name}: ${writes.join(', ')} (${age}); takes ${time}`);
    if (option === '--list') continue;
    const isStale = hasCheck ? run(name, ['--check']) !== 0 : behind > 0;
    if (isStale && run(name, []) !== 0) failed.push(name);
    // lets the signal arrive
    await setImmediate();
    if (isInterrupted) return 130;
  }
  for (const name of failed) console.error(`failed, see above: ${name}`);
  return failed.length > 0 ? 1 : 0;
}
