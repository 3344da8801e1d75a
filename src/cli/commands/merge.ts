import type { Argv, CommandModule } from 'yargs';
import type { MergeArguments } from '../handlers/merge.ts';
import type { Invocation } from '../invocation.ts';
import { expectationOptions } from '../options/expectation-options.ts';
import { extentOptions } from '../options/extent.ts';
import { formatsInWords } from '../options/formats.ts';
import { list } from '../options/selection-options.ts';
import { exitCodesHelp } from './help.ts';

export const mergeCommand = ({ end }: Invocation): CommandModule<object, MergeArguments> => ({
  command: 'merge <dirs..>',
  describe: 'make one run of its shards',
  builder: (yargs: Argv) =>
    expectationOptions(extentOptions(yargs))
      .usage(
        "$0 merge <dirs..> --out DIR\n\nMakes one run of its shards: the same results, report and exit code as without '--shard'.",
      )
      .positional('dirs', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: "the folders that 'run --shard' has written, all of them",
      })
      .option('out', {
        type: 'string',
        requiresArg: true,
        default: 'out',
        describe: 'folder for results.jsonl, report.json and report.md (default: out)',
      })
      .option('format', {
        ...list,
        describe: `write the report in another format too, NAME=FILE or into the folder of --out: ${formatsInWords}; repeatable`,
      })
      .option('report-only', {
        type: 'boolean',
        default: false,
        describe: 'exit with 0 even if the backend is not conformant',
      })
      .epilogue(exitCodesHelp) as unknown as Argv<MergeArguments>,
  handler: async (args) => {
    const { mergeRuns } = await import('../handlers/merge.ts');
    end(await mergeRuns(args));
  },
});
