import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { Tree } from './tree.ts';

/**
 * Writes an export as one archive. Its bytes depend on the files alone: entries come in the order of the tree and say
 * nothing of the machine, the user or the time.
 * @returns how many files are in it
 * @throws Error of the file system if the archive cannot be written
 */
export async function writeTar(path: string, tree: Tree): Promise<number> {
  const archive = pack();
  let count = 0;
  const written = pipeline(archive, createWriteStream(path));
  for (const file of tree()) {
    const header = { name: file.path, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '' };
    await new Promise<void>((resolve, reject) => {
      archive.entry(header, Buffer.from(file.bytes), (error) => (error ? reject(error) : resolve()));
    });
    count += 1;
  }
  archive.finalize();
  await written;
  return count;
}
