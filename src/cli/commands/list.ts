import type { Argv, CommandModule } from 'yargs';
import { UsageError } from '../../options/usage-error.ts';
import type { ListArguments } from '../handlers/list.ts';
import type { Invocation } from '../invocation.ts';
import { selectionOptions } from '../options/selection-options.ts';
import { listHelp } from './help.ts';

export const listCommand = ({ end }: Invocation): CommandModule<object, ListArguments> => ({
  command: 'list [ids..]',
  describe: 'show what can be run',
  builder: (yargs: Argv) =>
    selectionOptions(
      yargs.usage(
        '$0 list [ids..]\n\nShows operator versions, their clauses and how many cases each has; policies; or all operators of ONNX.',
      ),
      "as for run, e.g. ReduceSum or 'ReduceSum/*/float32'; default: all. 'policies' shows what the spec leaves open, 'operators' all of ONNX's",
    )
      .option('clauses', {
        type: 'boolean',
        default: false,
        describe: 'one line per clause; the default where ids are given',
      })
      .option('vacuous', {
        type: 'boolean',
        default: false,
        describe: 'how many elements admit nearly anything, by operator and clause, and why; takes minutes for all',
      })
      .option('unjudged', {
        type: 'boolean',
        default: false,
        describe: 'what is not judged when cases are changed as fuzz does, by operator and reason',
      })
      .option('cases', { type: 'boolean', default: false, describe: 'one line per case, with its id' })
      .epilogue(listHelp) as unknown as Argv<ListArguments>,
  handler: async (args) => {
    const table = ['operators', 'policies'].find((name) => args.ids.includes(name));
    if (table !== undefined && args.ids.length + args.opset.length + args.dtype.length > 1) {
      throw new UsageError(`list ${table} shows all of them: leave out what else is given`);
    }
    if (table === 'operators') return (await import('../handlers/schema.ts')).printOperators();
    if (table === 'policies') return (await import('../handlers/policies.ts')).printPolicies();
    if (args.vacuous || args.unjudged) {
      if ([args.vacuous, args.unjudged, args.cases, args.clauses].filter(Boolean).length > 1) {
        throw new UsageError('list --vacuous and --unjudged are lists of their own: leave out what else is given');
      }
      const { printUnjudged, printVacuous } = await import('../handlers/list-vacuous.ts');
      return end(args.vacuous ? printVacuous(args) : printUnjudged(args));
    }
    const { printList } = await import('../handlers/list.ts');
    end(printList(args));
  },
});
