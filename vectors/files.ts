import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BadInput } from '../oracles/bad-input.ts';

/**
 * What `read` returns.
 * @throws BadInput naming `path` if the file system refuses
 */
export function attempt<T>(read: () => T, path: string): T {
  try {
    return read();
  } catch (error) {
    throw new BadInput(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

/**
 * What an error is to the user who named the place to write to: BadInput if the file system refuses, else what it was.
 * @param place as the user gave it, with the option if there is one
 */
export function writeError(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined
    ? error
    : new BadInput(`${place} cannot be written (${code}); name a folder that you may write`);
}

/**
 * What `write` returns.
 * @throws BadInput naming `place` if the file system refuses
 */
export function attemptWriting<T>(write: () => T, place: string): T {
  try {
    return write();
  } catch (error) {
    throw writeError(error, place);
  }
}

/**
 * Writes a file that is whole whenever the process ends: the new text, or what was there before.
 * @throws Error of the file system if it cannot be written
 */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The bytes of a file; see {@link attempt}. */
export function readBytes(path: string): Uint8Array {
  return attempt(() => readFileSync(path), path);
}

/** The names in a folder; see {@link attempt}. */
export function listFolder(path: string): string[] {
  return attempt(() => readdirSync(path), path);
}

/**
 * Makes a folder and those above it, if they are not there. Node's own recursive way never ends where a folder is there and
 * takes none, such as /proc, or a working directory that has been deleted.
 * @throws Error of the file system if it cannot be made
 */
export function makeFolder(path: string): void {
  const absolute = resolve(path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(absolute);
  if (!existsSync(parent)) makeFolder(parent);
  mkdirSync(absolute);
}

/**
 * Numbers of numbered files in ascending order.
 * @param prefix what messages put before a number
 * @param first the number of the first
 * @throws BadInput unless they are 0, 1, 2 … without a gap: a missing file is a broken download, not a smaller test
 */
export function consecutive(numbers: readonly number[], prefix: string, first = 0): number[] {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const gap = sorted.findIndex((number, index) => number !== first + index);
  if (gap >= 0) throw new BadInput(`${prefix}${first + gap} is missing, though there is a ${sorted[gap]}`);
  return sorted;
}
