import yargs, { type Argv } from 'yargs';
import { UsageError } from '../options/usage-error.ts';
import { packageInfo } from '../package-info.ts';
import { backendCommand } from './commands/backend.ts';
import { backendsCommand } from './commands/backends.ts';
import { campaignCommand } from './commands/campaign.ts';
import { compareCommand } from './commands/compare.ts';
import { corpusCommand } from './commands/corpus.ts';
import { diffCommand } from './commands/diff.ts';
import { expectCommand } from './commands/expect.ts';
import { explainCommand } from './commands/explain.ts';
import { exportCommand } from './commands/export.ts';
import { fuzzCommand } from './commands/fuzz.ts';
import { mainHelp } from './commands/help.ts';
import { initCommand } from './commands/init.ts';
import { listCommand } from './commands/list.ts';
import { mergeCommand } from './commands/merge.ts';
import { reportCommand } from './commands/report.ts';
import { runCommand } from './commands/run.ts';
import { vectorsCommand } from './commands/vectors.ts';
import { exitCodes } from './exit-codes.ts';
import { commandsInWords, explainFailure, reportFailure } from './failures.ts';
import type { Invocation } from './invocation.ts';
import { columnsOf } from './terminal.ts';

const { name, version } = packageInfo();

/** What @types/yargs does not know. */
type Configurable = Argv & { usageConfiguration(options: { 'hide-types': boolean }): Argv };

/** The options of the command that was read last: by name, and which of them are lists. */
const optionsOf = (parser: Argv) =>
  (
    parser as unknown as {
      getOptions(): { readonly key: Readonly<Record<string, unknown>>; readonly array: readonly string[] };
    }
  ).getOptions();

/** The help is laid out at every call of a command, for those who print it later, which takes longer than reading the words. */
function withoutLaterHelp(parser: Argv): Argv {
  type Inside = { getInternalMethods?(): { getUsageInstance(): { cacheHelpMessage(): void } } };
  const usage = (parser as Inside).getInternalMethods?.().getUsageInstance();
  if (usage) usage.cacheHelpMessage = () => {};
  return parser;
}

/**
 * Does what a command line says, and writes to standard output and error. It leaves the process as it is: ending it is
 * the caller's affair.
 * @param typed the words after the name of the program
 * @returns the exit code
 */
export async function commandLine(typed: readonly string[]): Promise<number> {
  let code: number = exitCodes.conformant;
  const end = (result: number) => {
    code = result;
  };
  try {
    // given to a callback, --help and --version print nothing themselves, and do not end the process
    const words = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
    await withoutLaterHelp(parserOf({ typed: words, end })).parseAsync(words, {}, (_error, _args, output) => {
      if (output !== '') process.stdout.write(`${output}\n`);
    });
    return code;
  } catch (error) {
    return reportFailure(error);
  }
}

// what the commands do is imported by their handlers, so that --help is quick
const parserOf = (invocation: Invocation): Argv => {
  const { typed } = invocation;
  const parser = (yargs() as Configurable)
    .usageConfiguration({ 'hide-types': true })
    .scriptName(name)
    .usage('$0 <command>\n\nChecks a runtime against the ONNX specification, operator by operator and opset by opset.')
    .command(runCommand(invocation))
    .command(fuzzCommand(invocation))
    .command(mergeCommand(invocation))
    .command(reportCommand)
    .command(diffCommand(invocation))
    .command(compareCommand)
    .command(listCommand(invocation))
    .command(explainCommand)
    .command(exportCommand)
    .command(expectCommand(invocation))
    .command(vectorsCommand(invocation))
    .command(corpusCommand(invocation))
    .command(campaignCommand(invocation))
    .command(backendCommand(invocation))
    .command(backendsCommand(invocation))
    .command(initCommand)
    .demandCommand(1, `a command is missing: ${commandsInWords}`)
    .strict()
    .strictCommands()
    .check((args) => givenOnce(args, optionsOf(parser).array))
    .parserConfiguration({ 'parse-positional-numbers': false, 'greedy-arrays': false })
    // messages are one language, whatever that of the terminal
    .detectLocale(false)
    .updateStrings({
      'Missing required argument: %s': { one: '--%s', other: '--%s' },
      'Not enough arguments following: %s': 'a value is missing after --%s',
    } as never)
    .epilogue(mainHelp)
    .option('color', { type: 'boolean', describe: 'colours; --no-color for none (default: on a terminal)' })
    .middleware(({ color }) => {
      // what the backend writes is meant, too
      if (color === false) process.env.NO_COLOR = '1';
    }, true)
    .version('version', 'show the version', version)
    .alias('version', 'v')
    .help('help', 'show this help')
    .alias('help', 'h')
    .wrap(Math.min(100, columnsOf(process.stdout)))
    .fail((message, error) => {
      throw error ?? new UsageError(explainFailure(message, typed, Object.keys(optionsOf(parser).key)));
    });
  return parser;
};

/** Options other than lists, given twice, would reach the commands as lists. */
function givenOnce(args: Readonly<Record<string, unknown>>, lists: readonly string[]): true {
  const isList = (key: string) =>
    key === '_' || lists.includes(key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const twice = Object.keys(args).find((key) => Array.isArray(args[key]) && !isList(key) && key.length > 1);
  if (twice) throw new UsageError(`--${twice} is given more than once; give it once`);
  return true;
}
