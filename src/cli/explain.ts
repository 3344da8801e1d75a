import type { Argv, CommandModule } from 'yargs';

interface ExplainArguments {
  readonly operator: string;
  readonly opset: string | undefined;
}

export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: 'explain <operator>',
  describe: 'show what the specification says of an operator, clause by clause, with sources',
  builder: (yargs: Argv) =>
    yargs
      .positional('operator', { type: 'string', demandOption: true, describe: 'its name, e.g. ReduceL1' })
      .option('opset', { type: 'string', requiresArg: true, describe: 'at this opset; default: the newest' })
      .example('$0 explain ReduceL1 --opset 18', '') as unknown as Argv<ExplainArguments>,
  handler: async (args) => {
    const { printExplanation } = await import('./print-explanation.ts');
    printExplanation(args.operator, args.opset);
  },
};
