import type { Argv, CommandModule } from 'yargs';
import type { ReportArguments } from '../handlers/report.ts';
import { extentOptions } from '../options/extent.ts';
import { formatsInWords } from '../options/formats.ts';
import { list } from '../options/selection-options.ts';
import { reportHelp } from './help.ts';

export const reportCommand: CommandModule<object, ReportArguments> = {
  command: 'report <dir>',
  describe: 'show the report of a run again',
  builder: (yargs: Argv) =>
    extentOptions(yargs)
      .usage('$0 report <dir>\n\nShows what a run has stored, without running anything.')
      .positional('dir', { type: 'string', demandOption: true, describe: 'the folder of --out, or its report.json' })
      .option('finding', {
        type: 'string',
        requiresArg: true,
        describe: 'one finding, by its number or id; with --format markdown a bug report, ready to be sent',
      })
      .option('format', {
        ...list,
        describe: `in another format: NAME prints it, NAME=FILE writes it: ${formatsInWords}; repeatable`,
      })
      .epilogue(reportHelp) as unknown as Argv<ReportArguments>,
  handler: async (args) => {
    const { showReport } = await import('../handlers/report.ts');
    await showReport(args);
  },
};
