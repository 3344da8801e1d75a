import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { quoted } from '../../../reports/view/launch.ts';
import { plural } from '../../../reports/view/plural.ts';
import { withNpy } from '../../../vectors/export/add-npy-files.ts';
import { writeTar } from '../../../vectors/export/tar.ts';
import { type Tree, writeTree } from '../../../vectors/export/tree.ts';
import { officialTree } from '../../../vectors/official/official-tree.ts';
import { selectOfficial } from '../../../vectors/official/selection.ts';
import { makeFolder, writeError } from '../../../vectors/onnx/files.ts';
import { filesOfPack, type PackCounts, type PackSize, packedCases } from '../../../vectors/pack/pack.ts';
import { nothingSelected, parseSelection } from '../../options/selection.ts';
import { packageInfo, packageRoot } from '../../package-info.ts';
import { selectionText, type VectorsSelection } from '../options/vectors-selection.ts';
import { countBar } from './progress.ts';

/** The options of `vectors export`. */
export interface VectorsExportArguments extends VectorsSelection {
  readonly dir: string;
  /** cases of the suite instead of official vectors */
  readonly suite: 'full' | 'small' | undefined;
  readonly ids: readonly string[];
  readonly dtype: readonly string[];
  readonly seed: number;
  readonly npy: boolean;
  readonly exact: boolean;
  readonly tar: boolean;
}

/** The source of an export. */
interface ExportSource {
  readonly tree: Tree;
  /** describes what was written: "448 vectors" */
  readonly what: () => string;
  /** the next step, in one line */
  readonly next: string;
}

/**
 * The command `vectors export`.
 * @throws BadInput if the selection is empty, or the folder cannot be written
 */
export async function exportVectors(args: VectorsExportArguments): Promise<void> {
  const { tree, what, next } = args.suite === undefined ? officialSource(args) : suiteSource(args, args.suite);
  const files = args.npy ? withNpy(tree) : tree;
  const target = args.tar ? `${args.dir}.tar` : args.dir;
  const write = async () => {
    if (!args.tar) return writeTree(target, files);
    makeFolder(dirname(target));
    return writeTar(target, files);
  };
  const count = await write().catch((error) => {
    throw writeError(error, target);
  });
  process.stdout.write(`${what()}, ${plural(count, 'file')}, written to ${target}\n${args.tar ? '' : `${next}\n`}`);
}

function officialSource(args: VectorsExportArguments): ExportSource {
  if (args.ids.length + args.dtype.length > 0) {
    throw new BadInput('ids and --dtype select cases of the suite; add --suite full, or leave them out');
  }
  const placed = selectOfficial(args);
  const next = `To check them: npx onnx-conformance vectors verify ${args.dir}${selectionText(args)}`;
  return { tree: officialTree(placed, args.exact), what: () => plural(placed.length, 'vector'), next };
}

function suiteSource(args: VectorsExportArguments, size: PackSize): ExportSource {
  const { dir, ids, opset, dtype, seed, release, exact } = args;
  if (release !== undefined || exact) {
    throw new BadInput('--release and --exact are for official vectors; leave them out, or --suite');
  }
  const opsets = opset === undefined ? [] : [String(opset)];
  const selection = parseSelection({ ids, opset: opsets, dtype, seed });
  const cases = packedCases(selection, size);
  const total = cases.valid.count + cases.invalid.count;
  if (total === 0) throw new BadInput(nothingSelected({ ids, opset: opsets, dtype }));
  let counts: PackCounts | undefined;
  const about = { tool: packageInfo(), size, ids: selection.ids, opsets: selection.opsets, dtypes: selection.dtypes };
  return {
    *tree() {
      const bar = countBar(total, 'cases written');
      try {
        counts = yield* filesOfPack(cases, seed, about, bar.step);
      } finally {
        bar.stop();
      }
    },
    what: () => describePack(counts!),
    next: `To judge answers by it: docs/conformance-pack.md, or python3 ${quoted(example())} ${dir} ANSWERS`,
  };
}

/** Returns the path of the example in the package that judges answers. */
const example = (): string => relative('.', fileURLToPath(new URL('docs/examples/judge_pack.py', packageRoot())));

/** "3 cases and 1 invalid model (left out: 2 sessions)" */
function describePack({ cases, invalid, sessionsLeftOut, withoutRangesLeftOut }: PackCounts): string {
  const leftOut = [
    ...(sessionsLeftOut > 0 ? [plural(sessionsLeftOut, 'session')] : []),
    ...(withoutRangesLeftOut > 0 ? [`${plural(withoutRangesLeftOut, 'case')} that ranges do not judge`] : []),
  ].join(' and ');
  return `${plural(cases, 'case')} and ${plural(invalid, 'invalid model')}${leftOut && ` (left out: ${leftOut})`}`;
}
