import type { Argv, CommandModule } from 'yargs';
import { type Beginning, beginnings } from '../beginnings.ts';
import { initHelp } from './help.ts';

interface InitArguments {
  readonly kind: Beginning;
  readonly out: string;
}

export const initCommand: CommandModule<object, InitArguments> = {
  command: 'init [kind]',
  describe: 'write a starting point for yours',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 init [kind]\n\nWrites an adapter to put your runtime into, and a config file that names it.')
      .positional('kind', {
        choices: Object.keys(beginnings) as Beginning[],
        default: 'js' as const,
        describe: 'how your runtime is called; see below',
      })
      .option('out', {
        type: 'string',
        default: '.',
        requiresArg: true,
        describe: 'folder to write to (default: this one); what is there is not overwritten',
      })
      .epilogue(initHelp) as unknown as Argv<InitArguments>,
  handler: async ({ kind, out }) => {
    const { writeBeginning } = await import('../handlers/init.ts');
    writeBeginning(kind, out);
  },
};
