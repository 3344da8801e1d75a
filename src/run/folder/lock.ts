import { existsSync, linkSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { makeFolder, reportWriteErrors } from '../../../vectors/onnx/files.ts';

/** The locks of this process: in a container, a killed process may have had the same number. */
const own = new Set<string>();

process.on('exit', () => {
  for (const file of own) rmSync(file, { force: true });
});

/**
 * Runs some work while holding the lock of a folder. Nothing but the lock is written before the work starts.
 * @param place the folder's name in messages
 * @throws BadInput if another process holds the lock, or the folder cannot be written
 */
export async function whileLocked<T>(dir: string, work: () => Promise<T>, place = dir): Promise<T> {
  const file = resolve(dir, 'lock');
  const missing = missingFolders(dir);
  reportWriteErrors(() => {
    makeFolder(dir);
    if (!isTaken(file)) {
      removeStale(file);
      if (!isTaken(file)) throw inUse(dir, holderOf(file));
    }
  }, place);
  own.add(file);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
    own.delete(file);
    for (const folder of missing) if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

/** Returns those of a folder and its parents that do not exist. */
function missingFolders(dir: string): readonly string[] {
  const folder = resolve(dir);
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

function inUse(dir: string, holder: number | undefined): BadInput {
  const by = holder === undefined ? '' : ` by process ${holder}`;
  return new BadInput(
    `${dir} is in use${by}; wait for it, or name another --out; if no run is there, remove ${join(dir, 'lock')}`,
  );
}

/** Returns the process that holds a lock; `undefined` if there is no lock or the process has ended. */
function holderOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const [holder, begun] = readFileSync(file, 'utf8').split(' ').map(Number) as [number, number?];
  // in a container, another process may have its number by now
  if (begun !== undefined && begun !== beginningOf(holder)) return undefined;
  if (!(holder > 0) || (holder === process.pid && !own.has(file))) return undefined;
  try {
    // signal 0 sends nothing: it only tests whether the process exists
    process.kill(holder, 0);
    return holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? holder : undefined;
  }
}

/** Returns the start time of a process in ticks since boot, where the system reports it (Linux). */
function beginningOf(pid: number): number | undefined {
  try {
    // the name, in parentheses, may contain anything: the 22nd field is the 20th after it
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19]);
  } catch {
    return undefined;
  }
}

/** Creates a lock file unless it exists. No process ever sees the file without the number in it. */
function isTaken(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, [process.pid, beginningOf(process.pid) ?? []].flat().join(' '));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** Removes the lock of a killed process. Only one process at a time does so, since another may have replaced the stale lock. */
function removeStale(file: string): void {
  const turn = `${file}.turn`;
  if (existsSync(turn) && holderOf(turn) === undefined) rmSync(turn, { force: true });
  if (!isTaken(turn)) return;
  if (holderOf(file) === undefined) rmSync(file, { force: true });
  rmSync(turn, { force: true });
}
