/**
 * `npm run covering` chooses, of calls that families draw, those in which most pairs of classes occur together, and prints how many
 * they cover; with names of operators, theirs alone.
 */
import { operators } from '../../oracles/operators.ts';
import { performAll } from '../detection/pool.ts';
import type { Choice } from './choose.ts';

const names = process.argv.slice(2);
const concerned = operators.map(({ name }) => name).filter((name) => names.length === 0 || names.includes(name));
const choices = await performAll<string, Choice | undefined>(new URL('./worker.js', import.meta.url), concerned, print);
const chosen = choices.filter((choice) => choice !== undefined);
print(undefined, {
  operator: 'all',
  drawn: sum(({ drawn }) => drawn),
  chosen: chosen.flatMap((one) => one.chosen),
  quick: sum(({ quick }) => quick),
  pairs: sum(({ pairs }) => pairs),
  covered: sum(({ covered }) => covered),
  coveredByQuick: sum(({ coveredByQuick }) => coveredByQuick),
});

function sum(of: (choice: Choice) => number): number {
  return chosen.reduce((total, choice) => total + of(choice), 0);
}

function print(name: string | undefined, choice: Choice | undefined): void {
  if (!choice) {
    process.stdout.write(`${name}: its family draws no calls\n`);
    return;
  }
  const part = (count: number) => `${((100 * count) / choice.pairs).toFixed(1)} %`;
  process.stdout.write(
    `${choice.operator}: ${choice.chosen.length} of ${choice.drawn} calls cover ${part(choice.covered)} of ${choice.pairs} pairs of classes, ` +
      `${choice.quick} of them ${part(choice.coveredByQuick)}\n`,
  );
}
