import wrapAnsi from 'wrap-ansi';
import type { Clause } from '../../../oracles/operator.ts';
import { columnsOf } from '../terminal.ts';

/** How much a clause binds: its level, or what a rule demands. */
export const kindOf = ({ level }: Clause, isRule: boolean): string =>
  isRule ? 'a model that breaks it must be rejected' : level;

/** Text that belongs to the line above it, in the width of the terminal. */
export function indented(text: string): string[] {
  const width = Math.min(columnsOf(process.stdout), 100) - 4;
  return wrapAnsi(text, width)
    .split('\n')
    .map((line) => `    ${line}`);
}
