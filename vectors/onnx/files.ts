import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BadInput } from '../../oracles/spec/bad-input.ts';

/**
 * What `read` returns.
 * @throws BadInput naming `path` if the file system refuses
 */
export function attempt<T>(read: () => T, path: string): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadInput(`${path}: cannot be read (${refusals[code ?? ''] ?? code ?? error})`);
  }
}

/** What errors of a file system are in words, whatever is done. */
const denials = { EACCES: 'permission denied', EPERM: 'permission denied' };

/** Why the file system refuses to read, in words. */
const refusals: Readonly<Record<string, string>> = {
  ...denials,
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'it is a file, not a folder',
};

/** Why it refuses to write. */
const obstacles: Readonly<Record<string, string>> = {
  ...denials,
  EROFS: 'the file system is for reading only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a folder above it is a file',
  EISDIR: 'a folder is where a file has to be',
};

/** What runs out where something is written. */
const exhausted: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'no space left on the device',
  EFBIG: 'a file may not become larger here',
};

/**
 * What an error is to the user who named the place to write to: BadInput if the file system refuses, else what it was.
 * @param place as the user gave it, with the option if there is one
 */
export function writeError(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const full = exhausted[code];
  if (full) {
    return new BadInput(`${place}: ${full} (${code}); make room, then try again: run and fuzz go on with --resume`);
  }
  return new BadInput(`${place} cannot be written (${obstacles[code] ?? code}); name a folder that you may write`);
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
 * Writes a file that is whole whenever the process ends: the new content, or what was there before.
 * @throws Error of the file system if it cannot be written
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  replaceWhole(path, (aside) => writeFileSync(aside, content));
}

/** The same for whatever writes a file. What is not an ordinary file, such as a link to a terminal, is written where it is. */
export function replaceWhole(path: string, write: (path: string) => void): void {
  const isOrdinary = lstatSync(path, { throwIfNoEntry: false })?.isFile() !== false;
  const aside = isOrdinary ? `${path}.new` : path;
  try {
    write(aside);
    if (isOrdinary) renameSync(aside, path);
  } catch (error) {
    if (isOrdinary) rmSync(aside, { force: true });
    throw error;
  }
}

/**
 * A name that every file system takes; what had to be changed gets a hash, so that different names stay different.
 * @param longest characters before the hash
 */
export function folderName(name: string, longest = 100): string {
  const safe = name
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, longest)
    .replace(/[-.]+$/, '');
  if (safe === name && safe !== '') return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return [safe, hash].filter((part) => part !== '').join('-');
}

/** The bytes of a file; see {@link evaluateAt}. */
export function readBytes(path: string): Uint8Array {
  return attempt(() => readFileSync(path), path);
}

/** The text in a file; see {@link evaluateAt}. */
export function readText(path: string): string {
  return attempt(() => readFileSync(path, 'utf8'), path);
}

/** The names in a folder; see {@link evaluateAt}. */
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
