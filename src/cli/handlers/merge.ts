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
  const { report, results, expectations } = mergeShards(dirs, read?.expected);
  const files = resultFilesIn(out);
  for (const result of results) files.add(result);
  await files.finish(report);
  show(report, args);
  await writeFormats(formats, report, out);
  tellGitHub(report, args);
  const code = finish(report, [], args);
  return read && expectations && args.updateExpectations ? update(read, expectations, report, code) : code;
}
