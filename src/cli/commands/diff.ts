import type { Argv, CommandModule } from 'yargs';
import type { DiffArguments } from '../handlers/diff.ts';
import type { Invocation } from '../invocation.ts';
import { renderingOptions } from '../options/rendering.ts';
import { diffHelp } from './help.ts';

export const diffCommand = ({ end }: Invocation): CommandModule<object, DiffArguments> => ({
  command: 'diff <before> <after>',
  describe: 'say what changed between two runs',
  builder: (yargs: Argv) =>
    renderingOptions(
      yargs
        .usage('$0 diff <before> <after>\n\nSays what changed from one run to another, case by case, the worst first.')
        .positional('before', {
          type: 'string',
          demandOption: true,
          describe: "the folder that 'run --out' has written for the earlier run",
        })
        .positional('after', { type: 'string', demandOption: true, describe: 'that of the later one' }),
      'every group of cases that changed alike',
    ).epilogue(diffHelp) as unknown as Argv<DiffArguments>,
  handler: async (args) => {
    const { printDifference } = await import('../handlers/diff.ts');
    end(printDifference(args));
  },
});
