import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import type { Tree } from './tree.ts';

/**
 * Writes an export as one archive. Its bytes depend only on the files: entries have the order of the tree, and no information
 * about the machine, the user or the time. An existing archive is replaced when the new one is complete.
 * @returns the number of files in it
 * @throws Error of the file system if the archive cannot be written
 */
export async function writeTar(path: string, tree: Tree): Promise<number> {
  const archive = pack();
  const aside = `${path}.new`;
  try {
    const [count] = await Promise.all([fill(archive, tree), pipeline(archive, createWriteStream(aside))]);
    renameSync(aside, path);
    return count;
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/**
 * Adds all files to an archive, as fast as it is written.
 * @returns the number of files
 */
async function fill(archive: Pack, tree: Tree): Promise<number> {
  let count = 0;
  for (const file of tree()) {
    const header = { name: file.path, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '' };
    await new Promise<void>((resolve, reject) => {
      archive.entry(header, Buffer.from(file.bytes), (error) => (error ? reject(error) : resolve()));
    });
    count += 1;
  }
  archive.finalize();
  return count;
}
