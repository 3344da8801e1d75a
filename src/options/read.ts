import * as v from 'valibot';
import { formatChoices } from '../../generators/did-you-mean.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Option, Options, OptionValues } from './option.ts';
import { UsageError } from './usage-error.ts';

/** Options as they are given in one place. */
export interface OptionSource {
  readonly values: Readonly<Record<string, unknown>>;
  /** the config file that has them; absent: a command line or a call of the library */
  readonly file?: string;
  /** those that are words of the command line, without a name before them */
  readonly words?: readonly string[];
}

/** `report-only` for `reportOnly`. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The values of options, each from the last of the sources that has it; of records the names of all sources.
 * @throws BadInput in one line that names the option: a value of the wrong kind, one that cannot be, or none where there has to be one
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

/** @throws BadInput for what is no object, and for an option that is none of these */
export function checkNames(values: object, names: readonly string[], file?: string): void {
  if (typeof values !== 'object' || values === null) throw new BadInput(`options are an object, not ${values}`);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const place = file === undefined ? '' : `${file}: `;
  throw new BadInput(`${place}unknown option '${unknown}'; ${formatChoices(unknown, names)}`);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Later values replace earlier ones; records are joined. */
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
