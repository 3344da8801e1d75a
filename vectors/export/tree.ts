import { type Dirent, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { makeFolder, reportReadErrors } from '../onnx/files.ts';

/** A file of an export: its path below the target folder, with '/', and its content. */
export interface TreeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the files of an export, sorted by path. It is called each time they are needed, so that not all must be kept in memory. */
export type Tree = () => Iterable<TreeFile>;

/** An entry below a folder that is not a folder with entries. */
export interface Leaf {
  /** the path below the folder, with '/' */
  readonly path: string;
  /** with an article */
  readonly kind: 'a file' | 'a link' | 'an empty folder' | 'a pipe, socket or device' | 'a folder that cannot be read';
}

/**
 * Writes the files of an export. The folder is created if needed; files of the same paths are replaced, so that exporting again
 * repairs. Nothing is deleted.
 * @returns the number of files written
 * @throws BadInput if the folder contains anything that is not part of the export, because runners would find more than was
 * exported; and if anything but a file is at the path of a file, because the target of a link may belong to others
 * @throws Error of the file system if the folder cannot be written
 */
export function writeTree(dir: string, tree: Tree): number {
  makeFolder(dir);
  const there = leavesBelow(dir);
  if (there.length > 0) {
    const ours = new Set(Array.from(tree(), ({ path }) => path));
    const refuse = (leaf: Leaf, why: string) => {
      throw new BadInput(`${dir} holds ${leafText(leaf)}, ${why}; name another folder`);
    };
    for (const leaf of foreignTo(ours, there)) refuse(leaf, 'which is not part of this export');
    for (const leaf of there) {
      if (ours.has(leaf.path) && leaf.kind !== 'a file') refuse(leaf, 'where a file belongs');
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

/** Formats a leaf for a message: its path, and its kind unless it is a file. */
export function leafText({ path, kind }: Leaf): string {
  return kind === 'a file' ? path : `${path} (${kind})`;
}

/** Returns the leaves that are at none of the paths; an empty folder that would contain one of these is not foreign. */
export function foreignTo(paths: ReadonlySet<string>, leaves: readonly Leaf[]): Leaf[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
  }
  return leaves.filter(({ path, kind }) => !paths.has(path) && !(kind === 'an empty folder' && folders.has(path)));
}

/**
 * Returns everything below a folder, sorted by path. The folder itself may be a link; links below it are not followed.
 * @throws BadInput if the folder cannot be read
 */
export function leavesBelow(dir: string): Leaf[] {
  const entries = reportReadErrors(() => readdirSync(dir, { withFileTypes: true }), dir);
  return entries.flatMap((entry) => leavesAt(dir, entry)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function leavesAt(dir: string, entry: Dirent): Leaf[] {
  const { name: path } = entry;
  if (entry.isFile()) return [{ path, kind: 'a file' }];
  if (entry.isSymbolicLink()) return [{ path, kind: 'a link' }];
  if (!entry.isDirectory()) return [{ path, kind: 'a pipe, socket or device' }];
  let below: Leaf[];
  try {
    below = leavesBelow(join(dir, path));
  } catch (error) {
    if (error instanceof BadInput) return [{ path, kind: 'a folder that cannot be read' }];
    throw error;
  }
  if (below.length === 0) return [{ path, kind: 'an empty folder' }];
  return below.map((leaf) => ({ ...leaf, path: `${path}/${leaf.path}` }));
}
