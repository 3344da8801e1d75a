import type { Argv, CommandModule } from 'yargs';
import { parseCount, parseDuration, parseSeed, parseWorkers } from '../../options/numbers.ts';
import { UsageError } from '../../options/usage-error.ts';
import type { FuzzArguments } from '../handlers/fuzz.ts';
import { interruption } from '../interruption.ts';
import type { Invocation } from '../invocation.ts';
import { withConfig } from '../options/config.ts';
import { launchOptions } from '../options/launch-options.ts';
import { list } from '../options/selection-options.ts';
import { fuzzHelp } from './help.ts';

const builder = async (yargs: Argv, typed: readonly string[]): Promise<Argv<FuzzArguments>> =>
  (await withConfig(launchOptions(ownOptions(yargs)), typed, { whole: false })).epilogue(
    fuzzHelp,
  ) as unknown as Argv<FuzzArguments>;

const ownOptions = (yargs: Argv) =>
  yargs
    .usage('$0 fuzz [ids..] --backend BACKEND\n\nDraws models at random, and looks for what the suite has no case for.')
    .positional('ids', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'what to make models of, e.g. Softmax or Add/14/float16; default: all operators',
    })
    .option('backend', { ...list, alias: 'b', describe: 'what to try (required); several get the same models' })
    .option('for', {
      type: 'string',
      coerce: (text: unknown) => (text === undefined ? undefined : parseDuration('for', text)),
      requiresArg: true,
      describe: 'how long: 30s, 10m or 8h (default: 1m, unless --runs says how many)',
    })
    .option('runs', {
      type: 'string',
      coerce: (text: unknown) => (text === undefined ? undefined : parseCount('runs', text)),
      requiresArg: true,
      describe: 'how many models; the same seed gives the same ones',
    })
    .option('seed', {
      type: 'string',
      coerce: parseSeed,
      default: 1,
      requiresArg: true,
      describe: 'an integer; another one draws other models (default: 1)',
    })
    .option('opset', { ...list, describe: 'only models of these opsets: 13 or 13,18 or 13-18' })
    .option('dtype', { ...list, describe: 'only these dtypes: float32 or float16,bfloat16' })
    .option('require', {
      type: 'string',
      default: 'native',
      requiresArg: true,
      describe: 'the tier that every answer has to reach: exact, faithful, wide or native (default: native)',
    })
    .option('policy', {
      ...list,
      describe: 'a choice that every answer has to make where the spec leaves one: integer-overflow=wrap; repeatable',
    })
    .option('expectations', {
      type: 'string',
      requiresArg: true,
      describe:
        'file that says under fuzz which findings are known (default: onnx-conformance.expectations.yaml, .yml or .json, where there is one)',
    })
    .option('out', {
      type: 'string',
      requiresArg: true,
      default: 'out/fuzz',
      describe: 'folder for fuzz.json, and a folder for each finding (default: out/fuzz)',
    })
    .option('resume', {
      type: 'boolean',
      default: false,
      describe: 'go on with the run in the folder of --out, if there is one',
    })
    .option('replay', {
      type: 'string',
      requiresArg: true,
      describe:
        'try the findings that were kept in this folder first, or alone where neither --for nor --runs is given',
    })
    .option('max-failures', {
      type: 'string',
      coerce: (text: unknown) => (text === undefined ? undefined : parseCount('max-failures', text)),
      requiresArg: true,
      describe: 'end the run when there are so many new findings',
    })
    .option('workers', {
      type: 'string',
      coerce: parseWorkers,
      default: 1,
      requiresArg: true,
      describe: 'processes of each backend; findings stay the same (default: 1)',
    })
    .option('quiet', { type: 'boolean', default: false, describe: 'print nothing but the findings' });

export const fuzzCommand = ({ typed, end }: Invocation): CommandModule<object, FuzzArguments> => ({
  command: 'fuzz [ids..]',
  describe: 'look for what no case of the suite shows, with models drawn at random',
  builder: ((yargs: Argv) => builder(yargs, typed)) as unknown as (yargs: Argv) => Argv<FuzzArguments>,
  handler: async (args) => {
    if (args.backend.length === 0) {
      throw new UsageError(
        '--backend is missing; name one: onnxruntime-node, reference, ./backend.mjs or "stdio:COMMAND"',
      );
    }
    const interrupt = interruption();
    try {
      const { fuzz } = await import('../handlers/fuzz.ts');
      end(await fuzz(args, interrupt));
    } finally {
      interrupt.end();
    }
  },
});
