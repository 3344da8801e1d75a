import type { Argv, CommandModule } from 'yargs';
import { explainHelp } from './help.ts';

interface ExplainArguments {
  readonly operator: string;
  readonly clause: string | undefined;
  readonly opset: string | undefined;
}

export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: 'explain <operator> [clause]',
  describe: 'show the specification, with sources',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 explain <operator> [clause]\n\nShows what the specification says of an operator, clause by clause.')
      .positional('operator', { type: 'string', demandOption: true, describe: 'its name, e.g. ReduceL1' })
      .positional('clause', { type: 'string', describe: 'only this clause, e.g. keepdims-zero' })
      .option('opset', {
        type: 'string',
        requiresArg: true,
        describe: 'as it is at this opset; default: the newest',
      })
      .epilogue(explainHelp) as unknown as Argv<ExplainArguments>,
  handler: async (args) => {
    const { printExplanation } = await import('./print-explanation.ts');
    printExplanation(args.operator, args.clause, args.opset);
  },
};
