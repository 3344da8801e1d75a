import { BadInput } from '../../../oracles/bad-input.ts';
import { whileLocked } from '../../harness/lock.ts';
import { isSameFolder, mergeShards } from '../../harness/merge.ts';
import { resultFilesIn } from '../../harness/result-files.ts';
import { tellGitHub } from '../github-actions.ts';
import { parseFormats, writeFormats } from '../options/formats.ts';
import { expectationsFor, update } from './expectations.ts';
import { type ConclusionArguments, finish, show } from './run.ts';

/** The options of `merge`. */
export interface MergeArguments extends ConclusionArguments {
  /** folders of shards */
  readonly dirs: readonly string[];
}

/**
 * The command `merge`: what `run` would have printed and written without shards.
 * @returns the exit code
 * @throws BadInput where the folders are not the shards of one run
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
  const read = expectationsFor(args);
  const first = mergeShards(dirs, read?.expected);
  const updated =
    read && first.expectations && args.updateExpectations ? update(read, first.expectations, first.report) : undefined;
  const { report, results } = updated ? mergeShards(dirs, updated.expected) : first;
  const files = resultFilesIn(out);
  for (const result of results) files.add(result);
  await files.finish(report);
  show(report, args);
  await writeFormats(formats, report, out);
  tellGitHub(report, args);
  if (updated) process.stdout.write(updated.said);
  return finish(report, [], args);
}
