import { formatChoices } from '../../generators/did-you-mean.ts';
import { flagOf, type OptionSource, readOptions } from '../options/read.ts';
import { UsageError } from '../options/usage-error.ts';
import type { Command, CommandGroup } from './command.ts';
import { allCommands } from './commands.ts';
import { readConfig } from './config.ts';
import { exitCodes } from './exit-codes.ts';
import { reportFailure } from './failures.ts';
import { generalOptions, parse, wordValues } from './parser.ts';

/**
 * Executes a command line, and writes to standard output and error. The caller has to end the process.
 * @param argv the words after the name of the program
 * @returns the exit code
 */
export async function commandLine(argv: readonly string[]): Promise<number> {
  try {
    return await execute(allCommands, [], argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv);
  } catch (error) {
    return reportFailure(error);
  }
}

/** @param path the names of the command and its groups */
async function execute(
  entry: Command | CommandGroup,
  path: readonly string[],
  argv: readonly string[],
): Promise<number> {
  // after options of a command, a word may be the value of one
  const at = 'options' in entry ? 0 : argv.findIndex((word) => !word.startsWith('-'));
  const next = entry.commands?.find(({ name }) => name === argv[at]);
  if (next) return execute(next, [...path, next.name], argv.toSpliced(at, 1));
  const { output, values, words } = await parse(entry, path, 'options' in entry ? entry.options : {}, argv);
  if (output !== '') {
    process.stdout.write(`${output}\n`);
    return exitCodes.conformant;
  }
  if (!('options' in entry)) throw missingCommand(entry, path, words[0]);
  const own = wordValues(entry, words);
  return call(entry, { values: { ...values, ...own }, words: Object.keys(own) });
}

function missingCommand({ commands, needs }: CommandGroup, path: readonly string[], word?: string): UsageError {
  if (word === undefined) return new UsageError(needs);
  const names = commands.map(({ name }) => name);
  return new UsageError(`unknown command: ${[...path, word].join(' ')}; ${formatChoices(word, names)}`);
}

/** Runs a command with the typed options, and those of a config file if it reads one. */
async function call(command: Command, argv: OptionSource): Promise<number> {
  const options = { ...generalOptions, ...command.options };
  const config = command.config && (await readConfig(options, argv.values.config, command.config));
  const sources = config ? [config, argv] : [argv];
  // this also applies to what the backend writes
  if (readOptions(generalOptions, ...sources).color === false) process.env.NO_COLOR = '1';
  const [one, other] = (command.exclusive ?? []).filter((name) =>
    sources.some(({ values }) => values[name] !== undefined),
  );
  if (other) throw new UsageError(`--${flagOf(one!)} and --${flagOf(other)} exclude each other; give one of them`);
  return (await command.run(...sources)) ?? exitCodes.conformant;
}
