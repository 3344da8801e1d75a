import type { Argv, CommandModule } from 'yargs';
import type { CompareArguments } from '../handlers/compare.ts';
import { printed, renderingOptions } from '../options/rendering.ts';
import { compareHelp } from './help.ts';

export const compareCommand: CommandModule<object, CompareArguments> = {
  command: 'compare <runs..>',
  describe: 'put several runtimes side by side',
  builder: (yargs: Argv) =>
    renderingOptions(
      yargs
        .usage(
          '$0 compare <runs..>\n\nPuts runs of several runtimes side by side: what each does where the text leaves a choice, which faults they share, and how much of each operator conforms.',
        )
        .positional('runs', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: "folders that 'run --out' has written, two or more",
        }),
      'what all runtimes do alike, and every operator by its opsets',
      [...printed, 'html'],
    ).epilogue(compareHelp) as unknown as Argv<CompareArguments>,
  handler: async (args) => {
    const { printComparison } = await import('../handlers/compare.ts');
    await printComparison(args);
  },
};
