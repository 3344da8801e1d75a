import type { Argv, CommandModule } from 'yargs';
import { explainHelp } from './help.ts';

interface ExplainArguments {
  readonly op: string;
  readonly clause: string | undefined;
  readonly opset: string | undefined;
  readonly history: boolean;
}

export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: 'explain <op> [clause]',
  describe: 'show the spec, with sources',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 explain <op> [clause]\n\nShows what the specification says of an operator, clause by clause; what a policy leaves open; or what a clause or a rule says, whatever the operator.',
      )
      .positional('op', {
        type: 'string',
        demandOption: true,
        describe: 'the name of the operator, e.g. ReduceL1, or of a policy, a clause or a rule; or the id of a case',
      })
      .positional('clause', { type: 'string', describe: 'only this clause, e.g. keepdims-zero' })
      .option('opset', {
        type: 'string',
        requiresArg: true,
        describe: 'as it is at this opset; default: the newest',
      })
      .option('history', {
        type: 'boolean',
        default: false,
        describe: 'since which release each sentence stands, and what was there before',
      })
      .epilogue(explainHelp) as unknown as Argv<ExplainArguments>,
  handler: async (args) => {
    const { printExplanation } = await import('../handlers/explain.ts');
    const { explainedId } = await import('../handlers/explained-id.ts');
    const { name, clause, opset } = explainedId(args.op);
    printExplanation(name, args.clause ?? clause, { opset: args.opset ?? opset, history: args.history });
  },
};
