import type { Options, Values } from '../options/option.ts';
import { readOptions, type Source } from '../options/read.ts';

/** What stands in the help of a command, or of a group of them. */
interface Described {
  readonly name: string;
  /** one line, for the list of commands */
  readonly summary: string;
  readonly description: string;
  /** what follows its name in the first line of its help; its words if absent */
  readonly usage?: string;
  /** options that are given as words, in yargs' notation: "<op> [clause]", "[ids..]" */
  readonly words?: string;
  /** explanations and examples, at most 80 columns wide; $0 stands for the program */
  readonly help?: string;
  /** what to say where the first words are missing */
  readonly needs?: string;
}

/** A command, as data: what is parsed, what its help shows and what a config file may hold all follow from it. */
interface Declared<O extends Options> extends Described {
  readonly options: O;
  /** two options that cannot be given together */
  readonly exclusive?: readonly [string, string];
  /** what its first word may name besides */
  readonly commands?: readonly Command[];
  /** it reads a config file: all that this has, or what it knows of it */
  readonly config?: 'whole' | 'part';
  /** @returns the exit code, if it is not 0 */
  run(values: Values<O>): Promise<number> | Promise<void>;
}

/** A command whose options may be any. */
export interface Command extends Omit<Declared<Options>, 'run'> {
  /** @throws BadInput for options that cannot be used */
  run(...sources: readonly Source[]): Promise<number> | Promise<void>;
}

/** Commands with a word before them. */
export interface CommandGroup extends Described {
  readonly commands: readonly (Command | CommandGroup)[];
  readonly needs: string;
}

/** Declares a command: what it does is imported by its `run`, so that help is quick. */
export function command<O extends Options>({ run, ...declared }: Declared<O>): Command {
  return { ...declared, run: (...sources) => run(readOptions(declared.options, ...sources)) };
}
