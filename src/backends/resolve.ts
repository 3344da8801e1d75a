import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../../oracles/bad-input.ts';
import type { BackendCommand } from './backend.ts';
import { builtIns } from './built-in.ts';

/**
 * The command behind a `--backend` value: a built-in name, the path of a JavaScript module whose default export is an
 * `Adapter`, or `stdio:` and the command line of any program that speaks the protocol.
 * @throws BadInput if it is none of these
 */
export function backendCommand(spec: string): BackendCommand {
  if (spec.startsWith('stdio:')) {
    const [file, ...args] = splitCommandLine(spec.slice('stdio:'.length));
    if (file === undefined || file === '') {
      throw new BadInput(`--backend ${spec}: a command has to follow "stdio:"`);
    }
    return { spec, file, args };
  }
  const builtIn = builtIns.find(({ name }) => name === spec);
  if (builtIn) return host(spec, builtIn.host, ...(builtIn.args ?? []));
  const path = resolve(spec);
  if (!/\.[cm]?js$/.test(spec) || !existsSync(path)) {
    const problem = /\.[cm]?js$/.test(spec) ? 'there is no such file' : 'no such backend';
    const remedy = `use ${builtIns.map(({ name }) => name).join(', ')}, the path of a .js or .mjs module, or stdio:COMMAND`;
    throw new BadInput(`--backend ${spec}: ${problem}; ${remedy}`);
  }
  return host(spec, 'module', path);
}

function host(spec: string, script: string, ...args: string[]): BackendCommand {
  return { spec, file: process.execPath, args: [hostScript(script), ...args], answersOn: 3 };
}

/** The compiled script of a host. It lies beside this file, or, where this runs from source, at the same place in dist. */
function hostScript(name: string): string {
  const here = import.meta.url.endsWith('.ts') ? '../../dist/src/backends/' : './';
  return fileURLToPath(new URL(`${here}hosts/${name}.js`, import.meta.url));
}

/**
 * Splits a command line at spaces. Single or double quotes keep spaces together; a backslash is an ordinary character,
 * as Windows paths want it.
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
