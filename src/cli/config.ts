import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Options } from '../options/option.ts';
import { checkNames, type OptionSource } from '../options/read.ts';
import { reportFailure } from './failures.ts';

/** Where options are looked for if `--config` names no file. */
const usualFiles = ['js', 'mjs', 'json'].map((ending) => `onnx-conformance.config.${ending}`);

/** Options that only a command line can give. */
const onlyTyped: readonly string[] = ['config', 'vectors', 'shard', 'resume'];

/**
 * The options that a config file gives to a command; `undefined` where there is no file.
 * @param named what `--config` says
 * @param extent 'part': the command has only some of the options of `run`, and leaves the others of the file alone
 * @throws BadInput in one line for a file that cannot be read, an unknown key, or an empty list, which would select everything
 */
export async function readConfig(
  options: Options,
  named: unknown,
  extent: 'whole' | 'part',
): Promise<OptionSource | undefined> {
  // that a name is empty is said with the other options
  const file = typeof named === 'string' && named !== '' ? named : usualFile();
  if (file === undefined) return undefined;
  const allowed = Object.fromEntries(Object.entries(options).filter(([name]) => !onlyTyped.includes(name)));
  const content = await read(file);
  if (extent === 'whole') checkNames(content, Object.keys(allowed), file);
  const values = Object.entries(content).filter(([name]) => Object.hasOwn(allowed, name));
  const empty = values.find(([name, value]) => isEmptyList(value) && !['env', 'backendOption'].includes(name));
  if (empty) throw new BadInput(`${file}: ${empty[0]} has to be a text or a list of texts, not []`);
  return { values: Object.fromEntries(values), file };
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The one that is there. Of several none counts: which of them a gate goes by must not depend on an order. */
function usualFile(): string | undefined {
  const there = usualFiles.filter((name) => existsSync(name));
  if (there.length < 2) return there[0];
  throw new BadInput(`${there.join(' and ')} are both here; remove one, or name the one that counts by --config`);
}

async function read(file: string): Promise<object> {
  if (!existsSync(file)) throw new BadInput(`--config ${file}: no such file`);
  if (statSync(file).isDirectory()) throw new BadInput(`${file} is a folder; name the file in it`);
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
