import * as v from 'valibot';

/** One value or several. */
export type OneOrMore<T> = T | readonly T[];

/** An option, the same on the command line, in a config file and in the library. */
export interface Option<Input = unknown, Output = unknown> {
  /** validates and converts the given value; `undefined` gives the default */
  readonly schema: v.GenericSchema<Input, Output>;
  /** the help text, with the default */
  readonly describe: string;
  /** the form on the command line: without a value, with one, or repeatable with one each */
  readonly kind: 'flag' | 'single' | 'list';
  /** a one-letter name on the command line */
  readonly alias?: string;
  /** the accepted values, if limited */
  readonly choices?: readonly string[];
  /** present if the option is required: the message if it is missing */
  readonly missing?: string;
}

/** Options by the names that config files and the library give them; the command line has `report-only` for `reportOnly`. */
export type Options = Readonly<Record<string, Option>>;

/** The values of options, as a command or function gets them. */
export type OptionValues<O extends Options> = { readonly [Name in keyof O]: v.InferOutput<O[Name]['schema']> };

/** The accepted inputs of options. */
export type OptionInput<O extends Options> = { readonly [Name in keyof O]?: v.InferInput<O[Name]['schema']> };

type Details = Pick<Option, 'alias' | 'missing'>;

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isTexts = (value: unknown): boolean => (Array.isArray(value) ? value.every(isText) : isText(value));

/** A text, such as the name of a file. */
export const text = v.pipe(v.string('has to be a text'), v.nonEmpty('takes a text that is not empty'));

/** A text to be parsed as a number or another value; a number stands for its digits. */
export const textOrNumber = v.pipe(
  v.custom<string | number>(isText, 'has to be a text or a number'),
  v.transform(String),
);

/** An option that is true or false; false by default. */
export const flag = (describe: string, details: Details = {}) =>
  ({ ...details, kind: 'flag', describe, schema: v.optional(v.boolean('has to be true or false'), false) }) as const;

/** An option with one value. */
export const single = <Input, Output>(
  schema: v.GenericSchema<Input, Output>,
  describe: string,
  details: Details = {},
) => ({ ...details, kind: 'single', describe, schema }) as const;

const texts = v.pipe(
  v.custom<OneOrMore<string | number>>(isTexts, 'has to be a text or a list of texts'),
  v.transform((some): readonly string[] => [some].flat().map(String)),
);

/** An option with any number of texts; none by default. */
export const list = (describe: string, details: Details = {}) =>
  ({ ...details, kind: 'list', describe, schema: v.optional(texts, []) }) as const;

type Assignments = OneOrMore<string | number> | Readonly<Record<string, string | number>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const assignment = /^([^=\s]+)=(.*)$/s;

const pairs = v.pipe(
  v.custom<Assignments>(
    (value) => (isRecord(value) ? Object.values(value).every(isText) : isTexts(value)),
    'has to be a text or a list of texts',
  ),
  v.transform((given) =>
    isRecord(given) ? Object.entries(given).map(([name, value]) => `${name}=${value}`) : [given].flat().map(String),
  ),
  v.checkItems((one) => assignment.test(one), 'takes NAME=VALUE'),
  v.transform(
    (all): Readonly<Record<string, string>> =>
      Object.fromEntries(all.map((one) => assignment.exec(one)!.slice(1) as [string, string])),
  ),
);

/** An option with any number of NAME=VALUE, where the last one counts for each name; or a record. */
export const assignments = (describe: string) => ({ kind: 'list', describe, schema: v.optional(pairs, {}) }) as const;

/** An option with one of several names. */
export const choice = <const Name extends string, const Default extends Name | undefined>(
  choices: readonly Name[],
  fallback: Default,
  describe: string,
) => ({ kind: 'single', describe, choices, schema: v.optional(v.picklist(choices), fallback) }) as const;
