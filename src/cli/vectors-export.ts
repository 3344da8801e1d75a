import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { plural } from '../../reports/plural.ts';
import { withNpy } from '../../vectors/npy-twins.ts';
import { officialTree } from '../../vectors/recipes/official-tree.ts';
import { selectOfficial } from '../../vectors/recipes/selection.ts';
import { writeTar } from '../../vectors/tar.ts';
import { type Tree, writeTree } from '../../vectors/tree.ts';
import type { VectorsExportArguments, VectorsSelection } from './vectors.ts';
import { selectionText } from './vectors-selection.ts';

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
  const { tree, what } = officialSource(args, args.exact);
  const files = args.npy ? withNpy(tree) : tree;
  const target = args.tar ? `${args.dir}.tar` : args.dir;
  const count = await orBadInput(target, async () => {
    if (!args.tar) return writeTree(target, files);
    mkdirSync(dirname(target), { recursive: true });
    return writeTar(target, files);
  });
  const check = `onnx-conformance vectors verify ${args.dir}${selectionText(args)}`;
  process.stdout.write(
    `${what}, ${plural(count, 'file')}, written to ${target}\n${args.tar ? '' : `To check them: ${check}\n`}`,
  );
}

function officialSource(selection: VectorsSelection, withExact: boolean): Source {
  const placed = selectOfficial(selection);
  return { tree: officialTree(placed, withExact), what: plural(placed.length, 'vector') };
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
