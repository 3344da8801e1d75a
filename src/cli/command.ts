import type { Options, OptionValues } from '../options/option.ts';
import { type OptionSource, readOptions } from '../options/read.ts';

/** What stands in the help of a command, or of a group of them. */
interface CommandHelp {
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
interface CommandDeclaration<O extends Options> extends CommandHelp {
  readonly options: O;
  /** two options that cannot be given together */
  readonly exclusive?: readonly [string, string];
  /** what its first word may name besides */
  readonly commands?: readonly Command[];
  /** it reads a config file: all that this has, or what it knows of it */
  readonly config?: 'whole' | 'part';
  /** @returns the exit code, if it is not 0 */
  run(values: OptionValues<O>): Promise<number> | Promise<void>;
}

/** A command whose options may be any. */
export interface Command extends Omit<CommandDeclaration<Options>, 'run'> {
  /** @throws BadInput for options that cannot be used */
  run(...sources: readonly OptionSource[]): Promise<number> | Promise<void>;
}

/** Commands with a word before them. */
export interface CommandGroup extends CommandHelp {
  readonly commands: readonly (Command | CommandGroup)[];
  readonly needs: string;
}

/** Declares a command: what it does is imported by its `run`, so that help is quick. */
export function command<O extends Options>({ run, ...declared }: CommandDeclaration<O>): Command {
  return { ...declared, run: (...sources) => run(readOptions(declared.options, ...sources)) };
}
