import * as v from 'valibot';
import yargs from 'yargs';
import { formatChoices } from '../../generators/did-you-mean.ts';
import type { Option, Options } from '../options/option.ts';
import { flagOf } from '../options/read.ts';
import { UsageError } from '../options/usage-error.ts';
import { packageInfo } from '../package-info.ts';
import type { Command, CommandGroup } from './command.ts';
import { columnsOf } from './terminal.ts';

declare module 'yargs' {
  interface Argv<T> {
    /** missing in @types/yargs */
    usageConfiguration(options: { 'hide-types': boolean }): this;
  }
}

/** Options of every command. */
export const generalOptions = {
  color: {
    kind: 'flag',
    describe: 'colours; --no-color for none (default: on a terminal)',
    schema: v.optional(v.boolean('has to be true or false')),
  },
} as const;

/** A parsed command line. */
export interface Parsed {
  /** the requested help or version; '' if none */
  readonly output: string;
  /** the options by their names, `reportOnly` for `--report-only` */
  readonly values: Readonly<Record<string, unknown>>;
  /** the words without an option's name before them */
  readonly words: readonly string[];
}

/**
 * Parses the words after a command.
 * @param path the command's name, after those of its groups
 * @throws UsageError for an unknown option, or one without its value
 */
export async function parse(
  entry: Command | CommandGroup,
  path: readonly string[],
  options: Options,
  argv: readonly string[],
): Promise<Parsed> {
  const parser = parserOf(entry, path);
  const words = placesIn(entry).map(({ name }) => name);
  for (const [name, option] of Object.entries(options)) {
    if (words.includes(name)) parser.positional(name, { type: 'string', describe: option.describe });
    else parser.option(flagOf(name), declared(option));
  }
  let output = '';
  const { _, $0, ...values } = await parser.parseAsync(argv, {}, (_error, _values, text) => {
    output = text;
  });
  if (output === '') checkKnown(values, { ...generalOptions, ...options });
  return { output, values, words: _.map(String) };
}

function parserOf(entry: Command | CommandGroup, path: readonly string[]) {
  const usage = [...path, entry.usage ?? entry.words ?? []].flat().join(' ');
  const parser = yargs()
    .usageConfiguration({ 'hide-types': true })
    .scriptName(packageInfo().name)
    .usage(`$0 ${usage}\n\n${entry.description}`)
    .parserConfiguration({ 'parse-positional-numbers': false, 'greedy-arrays': false })
    // messages are in English in any locale
    .detectLocale(false)
    .updateStrings({ 'Not enough arguments following: %s': 'a value is missing after --%s' })
    .option('color', declared(generalOptions.color))
    .version('version', 'show the version', packageInfo().version)
    .alias('version', 'v')
    .help('help', 'show this help')
    .alias('help', 'h')
    .epilogue(entry.help ?? '')
    .wrap(Math.min(100, columnsOf(process.stdout)))
    .fail((message, error) => {
      // yargs writes all names as long ones
      throw new UsageError((message || error.message).replace(/ --(\w)$/, ' -$1'));
    });
  // for the help only: each command has its own parser
  for (const { name, words, summary } of entry.commands ?? []) {
    parser.command([...path, name, words ?? []].flat().join(' '), summary);
  }
  return parser;
}

/** Returns an option in the form of yargs. */
const declared = ({ kind, describe, alias }: Option) => ({
  describe,
  ...(kind === 'flag' ? { type: 'boolean' as const } : { type: 'string' as const, requiresArg: true }),
  ...(kind === 'list' && { array: true }),
  ...(alias && { alias }),
});

/** A place for a word. */
interface WordPlace {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isMany: boolean;
}

/** Returns the places for the words of a command, in their order. */
function placesIn(entry: Command | CommandGroup): readonly WordPlace[] {
  return [...(entry.words ?? '').matchAll(/([<[])(\w+)(\.\.)?/g)].map(([, bracket, name, dots]) => {
    return { name: name!, isRequired: bracket === '<', isMany: dots !== undefined };
  });
}

/**
 * Returns the options that are given as words.
 * @throws UsageError for too many or too few words
 */
export function wordValues(entry: Command, words: readonly string[]): Readonly<Record<string, unknown>> {
  const rest = [...words];
  const values = placesIn(entry).flatMap(({ name, isRequired, isMany }) => {
    const own = rest.splice(0, isMany ? rest.length : 1);
    if (own.length === 0 && isRequired) throw new UsageError(entry.needs!);
    return own.length === 0 ? [] : [[name, isMany ? own : own[0]]];
  });
  if (rest.length > 0) throw new UsageError(`unexpected argument '${rest[0]}'`);
  return Object.fromEntries(values);
}

/** @throws UsageError that names an unknown option as typed, with a suggestion */
function checkKnown(values: object, options: Options): void {
  const known = ['help', 'version', ...Object.keys(options).map(flagOf)];
  const letters = ['h', 'v', ...Object.values(options).map(({ alias }) => alias)];
  const unknown = Object.keys(values).find((name) => !known.includes(flagOf(name)) && !letters.includes(name));
  if (unknown === undefined) return;
  const dashes = unknown.length > 1 ? '--' : '-';
  const remedy = formatChoices(
    `--${unknown}`,
    known.map((name) => `--${name}`),
    '',
  );
  throw new UsageError(`unknown option ${dashes}${unknown}${remedy === '' ? '' : `; ${remedy}`}`);
}
