import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { plural } from '../../reports/plural.ts';
import { withNpy } from '../../vectors/npy-twins.ts';
import { selectOfficial } from '../../vectors/recipes/selection.ts';
import { writeTar } from '../../vectors/tar.ts';
import { type Tree, writeTree } from '../../vectors/tree.ts';
import { filesOfVector } from '../../vectors/write.ts';
import type { VectorsExportArguments, VectorsSelection } from './vectors.ts';

/** What an export is made of. */
interface Source {
  readonly tree: Tree;
  /** "448 vectors" */
  readonly what: string;
}

/**
 * The command `vectors export`.
 * @throws BadInput if the selection is empty, or the folder cannot be written
 */
export async function exportVectors(args: VectorsExportArguments): Promise<void> {
  const { tree, what } = officialSource(args);
  const files = args.npy ? withNpy(tree) : tree;
  const target = args.tar ? `${args.dir}.tar` : args.dir;
  const count = await orBadInput(target, async () => {
    if (!args.tar) return writeTree(target, files);
    mkdirSync(dirname(target), { recursive: true });
    return writeTar(target, files);
  });
  process.stdout.write(`${what}, ${plural(count, 'file')}, written to ${target}\n`);
}

function officialSource(selection: VectorsSelection): Source {
  const placed = selectOfficial(selection);
  return {
    tree: () => placed.flatMap(({ folder, vector }) => filesOfVector(vector.files, folder)),
    what: plural(placed.length, 'vector'),
  };
}

async function orBadInput<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new BadInput(`${target} cannot be written (${code}); name a folder that you may write`);
  }
}
