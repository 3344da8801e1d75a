import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../oracles/bad-input.ts';
import { attempt, makeFolder } from './files.ts';

/** A file of an export: its path below the folder that is exported to, with '/', and what is in it. */
export interface TreeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of an export, sorted by path; called again where they are needed again, so that they need not all be kept. */
export type Tree = () => Iterable<TreeFile>;

/**
 * Writes the files of an export. The folder is made if need be; files of the same paths are replaced, so that exporting
 * again repairs. Nothing is deleted.
 * @returns how many files were written
 * @throws BadInput if there is anything in the folder that is not part of the export: what a runner finds there would
 * be more than was exported
 * @throws Error of the file system if the folder cannot be written
 */
export function writeTree(dir: string, tree: Tree): number {
  makeFolder(dir);
  const there = filesBelow(dir);
  if (there.length > 0) {
    const ours = new Set(Array.from(tree(), ({ path }) => path));
    const foreign = there.find((path) => !ours.has(path));
    if (foreign !== undefined) {
      throw new BadInput(`${dir} holds ${foreign}, which is no part of this export; name another folder`);
    }
  }
  let count = 0;
  for (const { path, bytes } of tree()) {
    makeFolder(dirname(join(dir, path)));
    writeFileSync(join(dir, path), bytes);
    count += 1;
  }
  return count;
}

/**
 * The paths of all files below a folder, with '/', sorted; links count as files.
 * @throws BadInput if a folder cannot be read
 */
export function filesBelow(dir: string): string[] {
  const entries = attempt(() => readdirSync(dir, { withFileTypes: true }), dir);
  return entries
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(dir, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
    )
    .sort();
}
