import { selectionOptions } from '../../options/groups.ts';
import { flag, list } from '../../options/option.ts';
import { UsageError } from '../../options/usage-error.ts';
import { command } from '../command.ts';

export const listCommand = command({
  name: 'list',
  words: '[ids..]',
  summary: 'show what can be run',
  description:
    'Shows operator versions, their clauses and how many cases each has; policies; or all operators of ONNX.',
  options: {
    ids: list(
      "as for run, e.g. ReduceSum or 'ReduceSum/*/float32'; default: all. 'policies' shows what the spec leaves open, " +
        "'operators' all of ONNX's",
    ),
    ...selectionOptions,
    clauses: flag('one line per clause; the default if ids are given'),
    vacuous: flag('how many elements accept nearly anything, by operator and clause, and why; takes minutes for all'),
    unjudged: flag('what is not judged in cases changed like those of fuzz, by operator and reason'),
    cases: flag('one line per case, with its id'),
  },
  help: `Examples:
  npx $0 list
  npx $0 list --clauses --opset 13
  npx $0 list ReduceSum --opset 15 --dtype float32
  npx $0 list --cases '**/float32/keepdims-zero'
  npx $0 list --vacuous ReduceMean/18/float32/empty-set
  npx $0 list --unjudged Pad/25
  npx $0 list policies
  npx $0 list operators`,
  run: async (args) => {
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
      return args.vacuous ? printVacuous(args) : printUnjudged(args);
    }
    return (await import('../handlers/list.ts')).printList(args);
  },
});
