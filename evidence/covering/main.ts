/**
 * `npm run evidence -- covering` prints how many of the possible pairs of classes occur in the cases of each suite. `--choose` chooses
 * drawn calls with many new pairs, and stores their numbers. `--singles` lists the classes that many drawn calls have and no case of a
 * suite; `--complete` also adds calls that have them to those that are chosen. Names of operators restrict each to these operators.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ChosenCalls } from '../../generators/covering/rows.ts';
import { operators } from '../../oracles/operators.ts';
import { performAll } from '../detection/pool.ts';
import type { Choice } from './choose.ts';
import type { Coverage, CoveredPairs } from './coverage.ts';
import { type Rows, type Singles, withAdditions } from './singles.ts';
import type { Task } from './worker.ts';

type Found = Choice | Coverage | Singles;

const file = 'generators/covering/rows.json';
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const has = (option: string) => process.argv.includes(option);
const job = has('--choose') ? 'choose' : has('--singles') || has('--complete') ? 'singles' : 'cover';
const concerned = operators.map(({ name }) => name).filter((name) => names.length === 0 || names.includes(name));
const texts = { choose: ofChoices, cover: ofCoverage, singles: ofSingles } as const;
const print = (operator: string, some: readonly Found[]) => {
  process.stdout.write(`${operator}: ${(texts[job] as (some: readonly Found[]) => string)(some)}\n`);
};
const found = await performAll<Task, Found>(
  new URL('./worker.js', import.meta.url),
  concerned.map((name) => ({ name, job })),
  ({ name }, one) => print(name, [one]),
);
print('all', found);
if (job === 'choose') store(found as readonly Choice[]);
if (has('--complete')) complete(found as readonly Singles[]);

function stored(): Rows {
  return JSON.parse(readFileSync(file, 'utf8')) as Rows;
}

function store(choices: readonly Choice[]): void {
  const kept = Object.entries(stored()).filter(([cell]) => !concerned.includes(cell.split('/')[0]!));
  write(Object.fromEntries([...kept, ...choices.flatMap(({ rows }) => Object.entries(rows))]));
}

function complete(singles: readonly Singles[]): void {
  const additions = singles.flatMap((one) => one.additions);
  write(withAdditions(stored(), additions));
}

function write(rows: Rows): void {
  const lines = Object.entries(rows)
    .map(([cell, numbers]) => `  ${JSON.stringify(cell)}: ${JSON.stringify(numbers)}`)
    .sort();
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

function ofSingles(some: readonly Singles[]): string {
  const missing = some.flatMap((one) => one.missing);
  const additions = some.flatMap((one) => one.additions);
  const counts = (['quick', 'standard'] as const).map((suite) => {
    const number = (list: readonly { readonly suite: string }[]) => list.filter((one) => one.suite === suite).length;
    return `${suite} lacks ${number(missing)} classes, which ${number(additions)} calls would have`;
  });
  const lines =
    some.length > 1
      ? []
      : missing.map(({ version, suite, types = 'all types', dimension, value, share }) => {
          return `\n  ${suite} lacks ${dimension}: ${value} in version ${version}, ${types} (${(100 * share).toFixed(0)} %)`;
        });
  return `${counts.join('; ')}${lines.join('')}`;
}
