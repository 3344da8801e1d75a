import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BackendCommand } from '../backends/backend.ts';
import type { InProcess } from '../backends/in-process.ts';

/** The greatest size of a program in bytes: larger files are interpreters or weights. */
const maxBytes = 2 ** 26;

/** Returns the SHA-256 of the files that a backend's command names; `undefined` if it names none or starts no process. */
export function programOf(command: BackendCommand | InProcess): string | undefined {
  if ('adapter' in command) return undefined;
  const files = [command.file, ...command.args].map((word) => resolve(command.cwd ?? '.', word)).filter(isSmallFile);
  if (files.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function isSmallFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= maxBytes;
}
