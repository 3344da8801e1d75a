import { candidateOf } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { furtherFaults } from './faults.ts';
import type { Faulty } from './faulty.ts';
import { type Found, measure } from './measure.ts';

/** Programs that are tried on a fault at most. */
const most = Number(process.env.PROGRAMS ?? 1500);

const [wanted] = process.argv.slice(2);
const lists = { 'DETECTION.md': mutants.map(candidateOf), 'further faults': furtherFaults };
let missed = 0;
for (const [name, faults] of Object.entries(lists)) {
  const chosen = faults.filter((fault) => wanted === undefined || fault.operators.includes(wanted));
  if (chosen.length === 0) continue;
  const groups = groupsOf(chosen);
  const found = groups.flatMap((group, i) => {
    process.stderr.write(
      `${i + 1} of ${groups.length}: ${group.length} faults of ${group[0]!.operators.slice(0, 3)}\n`,
    );
    try {
      return measure(group, 1, most);
    } catch (error) {
      process.stderr.write(`the suite is at fault: ${error instanceof Error ? error.stack : error}\n`);
      return group.map((fault) => ({ fault }));
    }
  });
  process.stdout.write(`${name}: ${inWords(found)}\n`);
  missed += found.filter(({ programs }) => programs === undefined).length;
}
process.exitCode = missed > 0 ? 1 : 0;

/** Faults of the same operators are tried on the same programs. */
function groupsOf(faults: readonly Faulty[]): readonly (readonly Faulty[])[] {
  const groups = new Map<string, Faulty[]>();
  for (const fault of faults) {
    const key = fault.operators.join();
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()];
}

function inWords(all: readonly Found[]): string {
  const found = all.filter(({ programs }) => programs !== undefined);
  const shrunk = found.flatMap(({ shrunk }) => shrunk ?? []);
  const latest = found.toSorted((a, b) => b.programs! - a.programs!).slice(0, 10);
  const largest = found.toSorted((a, b) => (b.shrunk?.elements ?? 0) - (a.shrunk?.elements ?? 0)).slice(0, 15);
  return [
    `${found.length} of ${all.length} faults are found within ${most} programs of their operators`,
    `programs to the first finding: ${spread(found.map(({ programs }) => programs!))}`,
    `seconds of CPU to the first finding: ${spread(found.map(({ seconds }) => seconds!))}`,
    `elements of the shrunk program: ${spread(shrunk.map(({ elements }) => elements))}`,
    `nodes of the shrunk program: ${spread(shrunk.map(({ nodes }) => nodes))}`,
    `${found.length - shrunk.length} show only after other programs, and are not shrunk`,
    'found last:',
    ...latest.map(({ fault, programs, seconds }) => `  ${programs} programs, ${seconds!.toFixed(2)} s: ${fault.name}`),
    'largest when shrunk:',
    ...largest.map(
      ({ fault, shrunk }) => `  ${shrunk?.elements} elements: ${fault.name}: ${shrunk?.words.slice(0, 200)}`,
    ),
    'not found:',
    ...all.filter(({ programs }) => programs === undefined).map(({ fault }) => `  ${fault.name}`),
  ].join('\n');
}

/** "median 3, worst 120". */
function spread(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const rounded = (x: number | undefined) => (x === undefined ? '-' : String(Math.round(x * 100) / 100));
  return `median ${rounded(sorted[Math.floor(sorted.length / 2)])}, worst ${rounded(sorted.at(-1))}`;
}
