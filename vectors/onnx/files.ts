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
 * Returns the result of `read`.
 * @throws BadInput that names `path` if the file system refuses
 */
export function reportReadErrors<T>(read: () => T, path: string): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadInput(`${path}: cannot be read (${refusals[code ?? ''] ?? code ?? error})`);
  }
}

/** Descriptions of file system errors for any operation. */
const denials = { EACCES: 'permission denied', EPERM: 'permission denied' };

/** Descriptions of errors in reading. */
const refusals: Readonly<Record<string, string>> = {
  ...denials,
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'it is a file, not a folder',
};

/** Descriptions of errors in writing. */
const obstacles: Readonly<Record<string, string>> = {
  ...denials,
  EROFS: 'the file system is for reading only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a folder above it is a file',
  EISDIR: 'a folder is where a file has to be',
};

/** Descriptions of exhausted resources in writing. */
const exhausted: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'no space left on the device',
  EFBIG: 'a file may not become larger here',
};

/**
 * Converts an error in writing: to BadInput if the file system refuses, else unchanged.
 * @param place the path as the user gave it, with its option if there is one
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
 * Returns the result of `write`.
 * @throws BadInput that names `place` if the file system refuses
 */
export function reportWriteErrors<T>(write: () => T, place: string): T {
  try {
    return write();
  } catch (error) {
    throw writeError(error, place);
  }
}

/**
 * Writes a file that is complete whenever the process ends: it has either the new content or the old one.
 * @throws Error of the file system if it cannot be written
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  replaceWhole(path, (aside) => writeFileSync(aside, content));
}

/**
 * As {@link writeWhole}, for any function that writes a file. Anything but an ordinary file, such as a link to a terminal, is
 * written in place.
 */
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
 * Returns a name that every file system accepts. A changed name gets a hash, so that different names stay different.
 * @param longest the maximum number of characters before the hash
 * @param kept the characters of a longer name to keep: of a path, the last say more
 */
export function folderName(name: string, longest = 100, kept: 'first' | 'last' = 'first'): string {
  const words = name.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '');
  const part = kept === 'first' ? words.slice(0, longest) : words.slice(-longest);
  const safe = part.replace(/^[-.]+|[-.]+$/g, '');
  if (safe === name && safe !== '') return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return [safe, hash].filter((part) => part !== '').join('-');
}

/** Reads the bytes of a file; see {@link reportReadErrors}. */
export function readBytes(path: string): Uint8Array {
  return reportReadErrors(() => readFileSync(path), path);
}

/** Reads the text of a file; see {@link reportReadErrors}. */
export function readText(path: string): string {
  return reportReadErrors(() => readFileSync(path, 'utf8'), path);
}

/** Reads the names in a folder; see {@link reportReadErrors}. */
export function listFolder(path: string): string[] {
  return reportReadErrors(() => readdirSync(path), path);
}

/**
 * Creates a folder and its parents, if they do not exist. Node's own recursive option never returns if a folder exists but
 * cannot be written to, such as /proc, or a working directory that was deleted.
 * @throws Error of the file system if it cannot be created
 */
export function makeFolder(path: string): void {
  const absolute = resolve(path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(absolute);
  if (!existsSync(parent)) makeFolder(parent);
  mkdirSync(absolute);
}

/**
 * Returns the numbers of numbered files in ascending order.
 * @param prefix the text before a number in messages
 * @param first the number of the first
 * @throws BadInput unless they are consecutive: a missing file is a broken download, not a smaller test
 */
export function checkConsecutive(numbers: readonly number[], prefix: string, first = 0): number[] {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const gap = sorted.findIndex((number, index) => number !== first + index);
  if (gap >= 0) throw new BadInput(`${prefix}${first + gap} is missing, though there is a ${sorted[gap]}`);
  return sorted;
}
