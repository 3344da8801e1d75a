import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { Argv } from 'yargs';
import { nearest } from '../../../generators/nearest.ts';
import { BadInput } from '../../../oracles/bad-input.ts';
import { reportFailure } from '../failures.ts';

/** Where options are looked for if `--config` names no file. */
const usualFiles = ['js', 'mjs', 'json'].map((ending) => `onnx-conformance.config.${ending}`);

/** Options that only a command line can give. */
const onlyTyped = ['config', 'vectors', 'shard', 'resume', 'help', 'version'];

/** Lists whose entries are NAME=VALUE: each name typed on the command line replaces that of the file, and no other. */
const byName = ['env', 'backend-option'];

/** What of yargs its types leave out: the declared options, under all their names. */
interface Declared {
  getOptions(): {
    readonly key: Readonly<Record<string, unknown>>;
    readonly array: readonly string[];
    readonly boolean: readonly string[];
  };
}

/**
 * Gives the options of a config file to a command whose options have been declared. Those that are typed win.
 * @param typed the command line, in which `--config` may name the file
 * @param whole false: the command has only some of the options of `run`, and leaves the others of the file alone
 * @throws BadInput in one line for a file that cannot be read, an unknown key, or a value of the wrong kind
 */
export async function withConfig<T>(
  yargs: Argv<T>,
  typed: readonly string[],
  { whole = true }: { readonly whole?: boolean } = {},
): Promise<Argv<T>> {
  const file = namedIn(typed) ?? usualFile();
  if (file === undefined || typed.includes('--help')) return yargs;
  const { key, array, boolean } = (yargs as unknown as Declared).getOptions();
  const options = new Map(
    Object.keys(key)
      .filter((option) => option.length > 1 && !onlyTyped.includes(option))
      .map((option) => [option.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), option]),
  );
  const given = Object.entries(await read(file)).filter(([name]) => whole || options.has(name));
  const values = given.map(([name, value]) => {
    const option = options.get(name);
    if (option === undefined) {
      const meant = nearest(name, options.keys()).map((other) => `'${other}'`);
      const remedy = meant.length > 0 ? `do you mean ${meant.join(' or ')}?` : `use ${[...options.keys()].join(', ')}`;
      throw new BadInput(`${file}: there is no option '${name}'; ${remedy}`);
    }
    const kind = boolean.includes(option) ? 'boolean' : array.includes(option) ? 'list' : 'single';
    return [option, asTyped(value, kind, { where: `${file}: ${name}`, isByName: byName.includes(option) })] as const;
  });
  for (const name of byName) {
    const [, own] = values.find(([other]) => other === name) ?? [];
    if (own) yargs.coerce(name, (more: string[]) => [...(own as string[]), ...more]);
  }
  return yargs.config(Object.fromEntries(values.filter(([name]) => !byName.includes(name))));
}

function namedIn(typed: readonly string[]): string | undefined {
  const at = typed.findIndex((word) => word === '--config' || word.startsWith('--config='));
  if (at < 0) return undefined;
  return typed[at] === '--config' ? typed[at + 1] : typed[at]!.slice('--config='.length);
}

/** The one that is there. Of several none counts: which of them a gate goes by must not depend on an order. */
function usualFile(): string | undefined {
  const there = usualFiles.filter((name) => existsSync(name));
  if (there.length < 2) return there[0];
  throw new BadInput(`${there.join(' and ')} are both here; remove one, or name the one that counts by --config`);
}

async function read(file: string): Promise<object> {
  if (!existsSync(file)) throw new BadInput(`--config ${file}: there is no such file`);
  let content: unknown;
  try {
    content = file.endsWith('.json')
      ? JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
      : await exportOf(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : `it throws ${inspect(error)}`;
    throw new BadInput(`${file} cannot be read: ${reason}`);
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  const where = file.endsWith('.json') ? 'its content' : 'its default export';
  throw new BadInput(`${file}: ${where} has to be an object of options, such as { "backend": "./backend.mjs" }`);
}

/** The default export of a module. One that ends the process, or is never through, must not pass for a run. */
async function exportOf(file: string): Promise<unknown> {
  const hasEnded = () =>
    process.exit(
      reportFailure(
        new BadInput(
          `${file} has ended the run (process.exit, or an await that never settles); let it only export options`,
        ),
      ),
    );
  // it waits for nothing that could come; newer engines would end with a line about a file of the suite
  const end = () => process.exit();
  process.once('beforeExit', end);
  process.once('exit', hasEnded);
  try {
    return (await import(pathToFileURL(resolve(file)).href)).default;
  } finally {
    process.off('beforeExit', end);
    process.off('exit', hasEnded);
  }
}

/** A value as the command line would give it: texts, and lists of them; a record stands for a list of NAME=VALUE. */
function asTyped(
  value: unknown,
  kind: 'boolean' | 'list' | 'single',
  { where, isByName }: { readonly where: string; readonly isByName: boolean },
): boolean | string | string[] {
  const isText = (one: unknown) => typeof one === 'string' || typeof one === 'number';
  if (kind === 'boolean' && typeof value === 'boolean') return value;
  if (kind === 'single' && isText(value)) return String(value);
  if (kind === 'list') {
    const isRecord = isByName && typeof value === 'object' && value !== null && !Array.isArray(value);
    const all = isRecord ? Object.entries(value) : [value].flat().map((one) => ['', one] as const);
    // an empty list would select everything
    if ((isByName || all.length > 0) && all.every(([, one]) => isText(one)))
      return all.map(([name, one]) => (isRecord ? `${name}=${one}` : `${one}`));
  }
  const wanted = { boolean: 'true or false', list: 'a text or a list of texts', single: 'a text or a number' }[kind];
  throw new BadInput(`${where} has to be ${wanted}, not ${JSON.stringify(value)}`);
}
