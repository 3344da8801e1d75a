/**
 * `npm run covering` chooses, of the calls that families draw, those in which most pairs of classes occur together, stores their
 * numbers and prints how many they cover; with names of operators, it chooses theirs alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Rows } from '../../generators/covering/rows.ts';
import { operators } from '../../oracles/operators.ts';
import { performAll } from '../detection/pool.ts';
import type { Choice } from './choose.ts';

const file = 'generators/covering/rows.json';
const names = process.argv.slice(2);
const concerned = operators.map(({ name }) => name).filter((name) => names.length === 0 || names.includes(name));
const choices = await performAll<string, Choice>(new URL('./worker.js', import.meta.url), concerned, (_, choice) => {
  process.stdout.write(`${choice.operator}: ${inWords([choice])}\n`);
});
process.stdout.write(`all: ${inWords(choices)}\n`);

const known = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Rows>);
const kept = known.filter(([cell]) => !concerned.includes(cell.split('/')[0]!));
const rows = [...kept, ...choices.flatMap((choice) => Object.entries(choice.rows))];
const lines = rows.map(([cell, numbers]) => `  ${JSON.stringify(cell)}: ${JSON.stringify(numbers)}`).sort();
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);

function inWords(some: readonly Choice[]): string {
  const sum = (of: (choice: Choice) => number) => some.reduce((total, choice) => total + of(choice), 0);
  const pairs = sum((choice) => choice.pairs);
  const part = (count: number) => `${((100 * count) / pairs).toFixed(1)} %`;
  const count = (suite: keyof Rows) =>
    sum(({ rows: own }) => Object.values(own).reduce((total, row) => total + (row[suite]?.length ?? 0), 0));
  const [quick, standard] = [count('quick'), count('standard')];
  return (
    `${quick + standard} of ${sum(({ drawn }) => drawn)} calls, at the newest version ${part(sum((one) => one.covered))} ` +
    `of ${pairs} pairs of classes; ${quick} in quick, ${part(sum((one) => one.coveredByQuick))}`
  );
}
