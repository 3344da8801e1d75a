import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { findExpectations } from '../../expectations/file.ts';
import { writeUpdated } from '../../expectations/update.ts';
import { whileLocked } from '../../run/folder/lock.ts';
import { isSameFolder, mergeShards } from '../../run/folder/merge.ts';
import { createRunFolder } from '../../run/folder/run-folder.ts';
import { annotateGitHub } from '../github-actions.ts';
import type { ConclusionArguments } from '../options/conclusion.ts';
import { parseFormats, writeFormats } from '../options/formats.ts';
import { finish, printReport } from './run.ts';

/** The options of `merge`. */
export interface MergeArguments extends ConclusionArguments {
  /** folders of shards */
  readonly dirs: readonly string[];
}

/**
 * The command `merge`: prints and writes the same as `run` without shards.
 * @returns the exit code
 * @throws BadInput if the folders are not the shards of one run
 */
export async function mergeRuns(args: MergeArguments): Promise<number> {
  const { dirs, out } = args;
  if (dirs.some((dir) => isSameFolder(dir, out))) {
    throw new BadInput(`--out ${out} is one of the shards; name another folder`);
  }
  return whileLocked(out, () => mergeInto(args), `--out ${out}`);
}

async function mergeInto(args: MergeArguments): Promise<number> {
  const { dirs, out } = args;
  const formats = parseFormats(args.format);
  const read = findExpectations(args);
  const first = mergeShards(dirs, read?.expected);
  const updated =
    read && first.expectations && args.updateExpectations
      ? writeUpdated(read, first.expectations, first.report)
      : undefined;
  const { report, results } = updated ? mergeShards(dirs, updated.expected) : first;
  const files = createRunFolder(out);
  files.replace(results);
  await files.finish(report);
  printReport(report, args);
  await writeFormats(formats, report, out);
  annotateGitHub(report, args);
  if (updated) process.stdout.write(updated.said);
  return finish(report, [], args);
}
