import type { Argv, CommandModule } from 'yargs';
import type { Invocation } from '../invocation.ts';
import { backendsHelp } from './help.ts';

interface BackendsArguments {
  readonly names: readonly string[];
  readonly ask: boolean;
  readonly json: boolean;
}

export const backendsCommand = ({ end }: Invocation): CommandModule<object, BackendsArguments> => ({
  command: 'backends [names..]',
  describe: 'show what can be checked here',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 backends [names..]\n\nShows which backends can be used here, their versions and what they say that they can do.',
      )
      .positional('names', {
        type: 'string',
        array: true,
        default: [] as string[],
        defaultDescription: 'the built-in ones',
        describe: 'as --backend takes them',
      })
      .option('ask', {
        type: 'boolean',
        default: true,
        describe: 'start those that are installed and ask them; --no-ask only looks for them',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print JSON' })
      .epilogue(backendsHelp) as unknown as Argv<BackendsArguments>,
  handler: async (args) => {
    const { printBackends } = await import('../handlers/backends.ts');
    end(await printBackends(args));
  },
});
