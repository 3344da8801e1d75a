/**
 * `npm run evidence -- covering` prints how many of the possible pairs of classes occur in the cases of each suite. `--choose` chooses
 * drawn calls with many new pairs, and stores their numbers. Names of operators restrict both to these operators.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ChosenCalls } from '../../generators/covering/rows.ts';
import { operators } from '../../oracles/operators.ts';
import { performAll } from '../detection/pool.ts';
import type { Choice } from './choose.ts';
import type { Coverage, CoveredPairs } from './coverage.ts';
import type { Task } from './worker.ts';

const file = 'generators/covering/rows.json';
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const chooses = process.argv.includes('--choose');
const concerned = operators.map(({ name }) => name).filter((name) => names.length === 0 || names.includes(name));
const print = (operator: string, some: readonly (Choice | Coverage)[]) => {
  process.stdout.write(`${operator}: ${chooses ? ofChoices(some as Choice[]) : ofCoverage(some as Coverage[])}\n`);
};
const found = await performAll<Task, Choice | Coverage>(
  new URL('./worker.js', import.meta.url),
  concerned.map((name) => ({ name, chooses })),
  ({ name }, one) => print(name, [one]),
);
print('all', found);
if (chooses) store(found as Choice[]);

function store(choices: readonly Choice[]): void {
  const known = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, ChosenCalls>);
  const kept = known.filter(([cell]) => !concerned.includes(cell.split('/')[0]!));
  const rows = [...kept, ...choices.flatMap((choice) => Object.entries(choice.rows))];
  const lines = rows.map(([cell, numbers]) => `  ${JSON.stringify(cell)}: ${JSON.stringify(numbers)}`).sort();
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

function sumOf<T>(some: readonly T[], of: (one: T) => number): number {
  return some.reduce((total, one) => total + of(one), 0);
}

function ofCoverage(some: readonly Coverage[]): string {
  const shares = (kind: 'all' | 'frequent') => {
    const sum = (key: keyof CoveredPairs) => sumOf(some, (one) => one[kind][key]);
    const share = (suite: 'quick' | 'standard') => `${((100 * sum(suite)) / sum('pairs')).toFixed(1)} % in ${suite}`;
    return `${sum('pairs')} ${kind === 'all' ? 'pairs of classes' : 'frequent'}, ${share('standard')}, ${share('quick')}`;
  };
  const calls = (of: keyof Coverage['calls']) => sumOf(some, (one) => one.calls[of]);
  return `${shares('all')}; ${shares('frequent')}; ${calls('chosen')} calls chosen, ${calls('forAll')} would have all pairs`;
}

function ofChoices(some: readonly Choice[]): string {
  const count = (suite: keyof ChosenCalls) =>
    sumOf(some, ({ rows }) => sumOf(Object.values(rows), (row) => row[suite]?.length ?? 0));
  const drawn = sumOf(some, (one) => one.drawn);
  return `${count('quick') + count('standard')} of ${drawn} calls, ${count('quick')} of them in quick`;
}
