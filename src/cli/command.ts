import type { Options, OptionValues } from '../options/option.ts';
import { type OptionSource, readOptions } from '../options/read.ts';

/** The help of a command or group. */
interface CommandHelp {
  readonly name: string;
  /** one line, for the list of commands */
  readonly summary: string;
  readonly description: string;
  /** the text after its name in the first line of its help; by default its words */
  readonly usage?: string;
  /** options that are given as words, in yargs' notation: "<op> [clause]", "[ids..]" */
  readonly words?: string;
  /** explanations and examples, at most 80 columns wide; $0 stands for the program */
  readonly help?: string;
  /** the message if the first words are missing */
  readonly needs?: string;
}

/** A command as data, which defines its parser, its help, and the keys of a config file. */
interface CommandDeclaration<O extends Options> extends CommandHelp {
  readonly options: O;
  /** two options that cannot be given together */
  readonly exclusive?: readonly [string, string];
  /** subcommands that its first word may also name */
  readonly commands?: readonly Command[];
  /** whether it reads a config file: with `whole` all keys have to be its options, with `part` it ignores other keys of `run` */
  readonly config?: 'whole' | 'part';
  /** @returns the exit code, if it is not 0 */
  run(values: OptionValues<O>): Promise<number> | Promise<void>;
}

/** A command with any options. */
export interface Command extends Omit<CommandDeclaration<Options>, 'run'> {
  /** @throws BadInput for options that cannot be used */
  run(...sources: readonly OptionSource[]): Promise<number> | Promise<void>;
}

/** A group of commands under a common word. */
export interface CommandGroup extends CommandHelp {
  readonly commands: readonly (Command | CommandGroup)[];
  readonly needs: string;
}

/** Declares a command. Its `run` imports the handler, so that help is fast. */
export function command<O extends Options>({ run, ...declared }: CommandDeclaration<O>): Command {
  return { ...declared, run: (...sources) => run(readOptions(declared.options, ...sources)) };
}
