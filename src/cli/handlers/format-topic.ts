import wrapAnsi from 'wrap-ansi';
import type { Clause } from '../../../oracles/spec/operator.ts';
import { columnsOf } from '../terminal.ts';

/** How much a clause binds: its level, or what a rule demands. */
export const kindOf = ({ level }: Clause, isRule: boolean): string =>
  isRule ? 'a model that breaks it must be rejected' : level;

const widest = () => Math.min(columnsOf(process.stdout), 100);

/** Text that belongs to the line above it, in the width of the terminal. */
export function indented(text: string): string[] {
  return wrapAnsi(text, widest() - 4)
    .split('\n')
    .map((line) => `    ${line}`);
}

/** A line that goes on below itself, beyond the text that belongs to it. */
export function headline(text: string): string[] {
  const [first = '', ...rest] = wrapAnsi(text, widest() - 6).split('\n');
  return [first, ...rest.map((line) => `      ${line}`)];
}
