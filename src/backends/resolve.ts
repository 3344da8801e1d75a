import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatChoices } from '../../generators/did-you-mean.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { bundled, packageRoot } from '../package-info.ts';
import { activePython } from './active-python.ts';
import type { BackendCommand } from './backend.ts';
import { builtIns } from './built-in.ts';

/** The values of `--backend` besides built-in names, for messages. */
const otherBackends = 'the path of a .js or .mjs module, python:MODULE, exec:COMMAND or stdio:COMMAND';

/**
 * Returns the command of a `--backend` value:
 * - a built-in name;
 * - the path of a JavaScript module whose default export is an `Adapter`;
 * - `python:` and a Python module, a name in one or the path of a .py file, run by the interpreter of the active
 *   environment; `python@` and another interpreter before the colon;
 * - `exec:` and the command line of a program to run on each vector, with {dir} where the folder goes;
 * - `stdio:` and the command line of a program that speaks the protocol.
 * @throws BadInput if it is none of these
 */
export function backendCommand(spec: string): BackendCommand {
  const [, name] = /^python.*\.py:(\w*)$/.exec(spec) ?? [];
  if (name !== undefined) {
    const remedy = 'the one class with prepare in it is found without';
    throw new BadInput(`--backend ${spec}: a .py file takes no name after it; leave out ':${name}', ${remedy}`);
  }
  const [, python, target] = /^python(?:@(.+))?:([^:]*)$/.exec(spec) ?? [];
  if (target !== undefined) return pythonBackend(spec, python ?? activePython(), target);
  if (spec.startsWith('exec:')) {
    const words = commandAfter('exec:', spec);
    if (words.some((word) => word.includes('{dir}'))) return host(spec, 'exec', ...words);
    throw new BadInput(`--backend ${spec}: {dir} is missing; write it where the folder of the vector goes`);
  }
  if (spec.startsWith('stdio:')) {
    const [file, ...args] = commandAfter('stdio:', spec);
    return { spec, file: file!, args };
  }
  const builtIn = builtIns.find(({ name }) => name === spec);
  if (builtIn) return host(spec, builtIn.host, ...(builtIn.args ?? []));
  const path = resolve(spec);
  if (!/\.[cm]?js$/.test(spec) || !existsSync(path)) {
    const problem = /\.[cm]?js$/.test(spec) ? 'no such file' : 'no such backend';
    const names = builtIns.map(({ name }) => name);
    const ask = formatChoices(spec, names, `use ${someOf(names)}, ${otherBackends}`);
    throw new BadInput(
      `--backend ${spec}: ${problem}; ${ask} ('onnx-conformance backend list' lists all that are built in)`,
    );
  }
  return host(spec, 'module', path);
}

const someOf = (names: readonly string[]): string => [names[0], names.at(-1)].join(', ');

function pythonBackend(spec: string, file: string, target: string): BackendCommand {
  const path = target.endsWith('.py') ? resolve(target) : target;
  if (target === '')
    throw new BadInput(`--backend ${spec}: a module has to follow the colon, e.g. python:onnx.reference`);
  if (path !== target && !existsSync(path)) throw new BadInput(`--backend ${spec}: no such file`);
  // a path is relative to this process; links are kept, since they identify a virtual environment
  const interpreter = /[\\/]/.test(file) ? resolve(file) : file;
  return { spec, file: interpreter, args: [fileURLToPath(new URL('adapters/python.py', packageRoot())), path] };
}

function commandAfter(scheme: string, spec: string): string[] {
  const words = splitCommandLine(spec.slice(scheme.length));
  if (!words[0]) throw new BadInput(`--backend ${spec}: a command has to follow "${scheme}"`);
  return words;
}

function host(spec: string, script: string, ...args: string[]): BackendCommand {
  return { spec, file: process.execPath, args: [fileURLToPath(bundled(`hosts/${script}`)), ...args], answersOn: 3 };
}

/**
 * Splits a command line at spaces. Single or double quotes protect spaces. A backslash is an ordinary character, for
 * Windows paths.
 * @throws BadInput if a quote is not closed
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const char of line) {
    if (quote !== '') {
      if (char === quote) {
        quote = '';
      } else {
        word += char;
      }
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== '') {
    throw new BadInput(`a quote ${quote} is not closed in: ${line}`);
  }
  return word === undefined ? words : [...words, word];
}
