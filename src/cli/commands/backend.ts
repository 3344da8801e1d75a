import type { Argv, CommandModule } from 'yargs';
import type { LaunchArguments } from '../../options/launch.ts';
import { UsageError } from '../../options/usage-error.ts';
import type { Invocation } from '../invocation.ts';
import { withConfig } from '../options/config.ts';
import { launchOptions } from '../options/launch-options.ts';
import { checkHelp } from './help.ts';

type Parsed = Omit<LaunchArguments, 'backend'> & { readonly action: string; readonly name: string | undefined };

/** `backend check ./my-adapter.mjs`. */
export const backendCommand = ({ typed, end }: Invocation): CommandModule<object, Parsed> => ({
  command: 'backend <action> [name]',
  describe: 'check NAME: try an adapter by rules',
  builder: (async (yargs: Argv) => {
    const own = yargs
      .usage('$0 backend check NAME\n\nTries the rules of the backend protocol on an adapter, one by one.')
      .positional('action', { type: 'string', demandOption: true, describe: 'check' })
      .positional('name', { type: 'string', describe: "what 'run --backend' takes" });
    return (await withConfig(launchOptions(own), typed, { whole: false })).epilogue(checkHelp);
  }) as unknown as (yargs: Argv) => Argv<Parsed>,
  handler: async (args) => {
    if (args.action !== 'check') throw new UsageError(`backend ${args.action}: there is no such action; use check`);
    if (args.name === undefined) {
      throw new UsageError(
        'backend check needs a backend: ./backend.mjs, "stdio:COMMAND" or the name of a built-in one',
      );
    }
    const { checkBackend } = await import('../handlers/backend.ts');
    end(await checkBackend({ ...args, backend: args.name }));
  },
});
