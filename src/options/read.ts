import * as v from 'valibot';
import { formatChoices } from '../../generators/did-you-mean.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Option, Options, OptionValues } from './option.ts';
import { UsageError } from './usage-error.ts';

/** The options from one source. */
export interface OptionSource {
  readonly values: Readonly<Record<string, unknown>>;
  /** the config file that contains them; absent for a command line or a call of the library */
  readonly file?: string;
  /** the names of options given as words of the command line, without a name before them */
  readonly words?: readonly string[];
}

/** Returns the name of an option on the command line: `report-only` for `reportOnly`. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Returns the values of options, each from the last source that has it; records are merged from all sources.
 * @throws BadInput in one line that names the option: its value has the wrong type, is invalid, or is missing
 */
export function readOptions<O extends Options>(options: O, ...sources: readonly OptionSource[]): OptionValues<O> {
  const read = new Map(
    Object.entries(options).flatMap(([name, option]) => {
      const given = sources.filter(({ values }) => values[name] !== undefined);
      return given.length === 0 ? [] : [[name, given.map((source) => readOne(name, option, source)).reduce(combine)]];
    }),
  );
  const values = Object.entries(options).map(([name, { schema, missing }]) => {
    if (read.has(name)) return [name, read.get(name)];
    if (missing !== undefined) throw new UsageError(`--${flagOf(name)} is missing; ${missing}`);
    return [name, v.parse(schema, undefined)];
  });
  return Object.fromEntries(values) as OptionValues<O>;
}

/** @throws BadInput for a value that is not an object, and for an unknown option */
export function checkNames(values: object, names: readonly string[], file?: string): void {
  if (typeof values !== 'object' || values === null) throw new BadInput(`options are an object, not ${values}`);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const place = file === undefined ? '' : `${file}: `;
  throw new BadInput(`${place}unknown option '${unknown}'; ${formatChoices(unknown, names)}`);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Combines two values: the later one replaces the earlier one; records are merged. */
const combine = (before: unknown, now: unknown): unknown =>
  isPlain(before) && isPlain(now) ? { ...before, ...now } : now;

function readOne(name: string, option: Option, { values, file, words = [] }: OptionSource): unknown {
  const given = values[name];
  const flag = `--${flagOf(name)}`;
  if (file === undefined && option.kind !== 'list' && Array.isArray(given)) {
    throw new UsageError(`${flag} is given more than once; give it once`);
  }
  const result = v.safeParse(option.schema, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const what = file !== undefined || words.includes(name) ? name : flag;
  const refused = (why: string) => (file === undefined ? new UsageError(why) : new BadInput(`${file}: ${why}`));
  if (option.choices && typeof given === 'string') {
    throw refused(`unknown ${what} '${given}'; ${formatChoices(given, option.choices)}`);
  }
  if (issue.kind === 'validation') throw refused(`${what} ${issue.message}, not '${issue.input}'`);
  const place = file === undefined ? name : `${file}: ${name}`;
  const wanted = option.choices ? `has to be one of ${option.choices.join(', ')}` : issue.message;
  throw new BadInput(`${place} ${wanted}, not ${JSON.stringify(given)}`);
}
