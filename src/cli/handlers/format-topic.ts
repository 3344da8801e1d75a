import wrapAnsi from 'wrap-ansi';
import type { Clause } from '../../../oracles/spec/operator.ts';
import { columnsOf } from '../terminal.ts';

/** Describes how binding a clause is: its level, or the demand of a rule. */
export const describeLevel = ({ level }: Clause, isRule: boolean): string =>
  isRule ? 'a model that breaks it must be rejected' : level;

const widest = () => Math.min(columnsOf(process.stdout), 100);

/** Returns indented text below a line, wrapped to the width of the terminal. */
export function indented(text: string): string[] {
  return wrapAnsi(text, widest() - 4)
    .split('\n')
    .map((line) => `    ${line}`);
}

/** Returns a line, with its continuation indented further than the text below it. */
export function headline(text: string): string[] {
  const [first = '', ...rest] = wrapAnsi(text, widest() - 6).split('\n');
  return [first, ...rest.map((line) => `      ${line}`)];
}
