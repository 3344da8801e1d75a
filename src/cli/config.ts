import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Options } from '../options/option.ts';
import { checkNames, type OptionSource } from '../options/read.ts';
import { reportFailure } from './failures.ts';

/** The files with options that are read if `--config` names none. */
const usualFiles = ['js', 'mjs', 'json'].map((ending) => `onnx-conformance.config.${ending}`);

/** Options that only a command line can give; the folder in the file is that of `run`, and other commands have their own. */
const onlyTyped: readonly string[] = ['config', 'vectors', 'shard', 'resume'];
const onlyOfRun = ['out'];

/**
 * Returns the options of a command in a config file; `undefined` if there is no file.
 * @param named the value of `--config`
 * @param extent 'part': the command has only some of the options of `run`, and ignores the others in the file
 * @throws BadInput in one line for a file that cannot be read, an unknown key, or an empty list, which would select everything
 */
export async function readConfig(
  options: Options,
  named: unknown,
  extent: 'whole' | 'part',
): Promise<OptionSource | undefined> {
  // an empty name is reported with the other options
  const file = typeof named === 'string' && named !== '' ? named : usualFile();
  if (file === undefined) return undefined;
  const excluded = extent === 'part' ? [...onlyTyped, ...onlyOfRun] : onlyTyped;
  const allowed = Object.fromEntries(Object.entries(options).filter(([name]) => !excluded.includes(name)));
  const content = await read(file);
  if (extent === 'whole') checkNames(content, Object.keys(allowed), file);
  const values = Object.entries(content).filter(([name]) => Object.hasOwn(allowed, name));
  const empty = values.find(([name, value]) => isEmptyList(value) && !['env', 'backendOption'].includes(name));
  if (empty) throw new BadInput(`${file}: ${empty[0]} has to be a text or a list of texts, not []`);
  return { values: Object.fromEntries(values), file };
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Returns the only config file here. @throws BadInput if there are several: the choice must not depend on an order */
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

/** Returns the default export of a module. A module that ends the process, or never settles, must not look like a run. */
async function exportOf(file: string): Promise<unknown> {
  const hasEnded = () =>
    process.exit(
      reportFailure(
        new BadInput(
          `${file} has ended the run (process.exit, or an await that never settles); let it only export options`,
        ),
      ),
    );
  // ends the process while the import is pending; newer engines would otherwise print a line about a file of the suite
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
