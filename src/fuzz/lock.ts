import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { attemptWriting, makeFolder } from '../../vectors/files.ts';

/**
 * Does some work while no other process that asks so writes to a folder.
 * @throws BadInput if one is at it, or the folder cannot be written
 */
export async function whileLocked<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dir, 'lock');
  const missing = missingFolders(dir);
  attemptWriting(() => {
    makeFolder(dir);
    // what a process left that was killed
    if (holderOf(file) === undefined) rmSync(file, { force: true });
  }, dir);
  if (!isTaken(file)) throw inUse(dir, holderOf(file));
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
    for (const folder of missing) if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

/** A folder and those above it, as far as they are not there. */
function missingFolders(dir: string): readonly string[] {
  const folder = resolve(dir);
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

const inUse = (dir: string, holder: number | undefined) =>
  new BadInput(
    `${dir} is in use${holder === undefined ? '' : ` by process ${holder}`}; wait for it, or name another --out`,
  );

/** The process whose lock a file is; `undefined` if there is none, or the process has ended. */
function holderOf(file: string): number | undefined {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // signal 0 is none: it only asks whether the process is there
    return holder > 0 && process.kill(holder, 0) ? holder : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EPERM' ? Number(readFileSync(file, 'utf8')) : undefined;
  }
}

/** Makes a file its own, unless it is there. */
function isTaken(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
