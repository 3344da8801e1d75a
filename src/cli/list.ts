import type { Argv, CommandModule } from 'yargs';

interface ListArguments {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly cases: boolean;
}

export const listCommand: CommandModule<object, ListArguments> = {
  command: 'list [ids..]',
  describe: 'show operator versions, clauses and how many cases each has',
  builder: (yargs: Argv) =>
    yargs
      .positional('ids', { type: 'string', array: true, default: [] as string[], describe: 'as for run; default: all' })
      .option('opset', {
        type: 'string',
        array: true,
        requiresArg: true,
        default: [] as string[],
        describe: 'only these opsets',
      })
      .option('dtype', {
        type: 'string',
        array: true,
        requiresArg: true,
        default: [] as string[],
        describe: 'only these dtypes',
      })
      .option('cases', {
        type: 'boolean',
        default: false,
        describe: 'one line per case, with its id',
      }) as unknown as Argv<ListArguments>,
  handler: async (args) => {
    const { printList } = await import('./print-list.ts');
    process.exitCode = printList(args);
  },
};
