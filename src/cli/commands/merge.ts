import * as v from 'valibot';
import { list, single, text } from '../../options/option.ts';
import { command } from '../command.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { expectationOptions, extentOptions, reportOptions } from '../options/conclusion.ts';

export const merge = command({
  name: 'merge',
  words: '<dirs..>',
  summary: 'make one run of its shards',
  usage: '<dirs..> --out DIR',
  description: "Makes one run of its shards: the same results, report and exit code as without '--shard'.",
  needs: 'merge needs the folders of all shards, e.g. merge out/1 out/2 out/3 out/4',
  options: {
    ...extentOptions,
    ...expectationOptions,
    dirs: list("the folders that 'run --shard' has written, all of them"),
    out: single(v.optional(text, 'out'), 'folder for results.jsonl, report.json and report.md (default: out)'),
    ...reportOptions,
  },
  help: exitCodesHelp,
  run: async (args) => (await import('../handlers/merge.ts')).mergeRuns(args),
});
