import type { Argv, CommandModule } from 'yargs';
import { tiers } from '../../oracles/acceptance/tier.ts';

/** The options of `run`, as yargs parses them. */
export interface RunArguments {
  readonly ids: readonly string[];
  readonly backend: string;
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly seed: number;
  readonly require: string;
  readonly vectors: string | undefined;
  readonly out: string;
  readonly reportOnly: boolean;
  readonly byDtype: boolean;
  readonly timeout: number;
}

const builder = (yargs: Argv): Argv<RunArguments> =>
  yargs
    .positional('ids', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe:
        "what to run: ids such as ReduceSum/13/float32, a prefix or with * and ** ('list' shows them); default: all",
    })
    .option('backend', {
      alias: 'b',
      type: 'string',
      demandOption: 'name a backend: --backend onnxruntime-node, reference, ./my-backend.mjs or stdio:COMMAND',
      requiresArg: true,
      describe: 'onnxruntime-node, reference, the path of a JavaScript module, or stdio:COMMAND',
    })
    .option('opset', {
      type: 'string',
      array: true,
      requiresArg: true,
      default: [] as string[],
      describe: 'only the operator versions in force at these opsets, with models that import them (13, 18…21)',
    })
    .option('dtype', {
      type: 'string',
      array: true,
      requiresArg: true,
      default: [] as string[],
      describe: 'only these dtypes',
    })
    .option('seed', {
      type: 'number',
      default: 1,
      requiresArg: true,
      describe: 'of all data; equal seeds, equal cases',
    })
    .option('require', {
      type: 'string',
      choices: tiers,
      default: 'native',
      requiresArg: true,
      describe: 'the tier that every answer has to reach',
    })
    .option('vectors', {
      type: 'string',
      requiresArg: true,
      describe: 'run the files below this folder (model.onnx, test_data_set_N) instead of the suite',
    })
    .option('out', {
      type: 'string',
      default: 'out',
      requiresArg: true,
      describe: 'folder for results.jsonl, report.json and report.md',
    })
    .option('report-only', { type: 'boolean', default: false, describe: 'exit 0 whatever the runtime does' })
    .option('by-dtype', { type: 'boolean', default: false, describe: 'print the compliance of each dtype as well' })
    .option('timeout', { type: 'number', default: 10, requiresArg: true, describe: 'seconds that one case may take' })
    .example('$0 run ReduceMean --dtype float16 --require wide -b onnxruntime-node', '')
    .example('$0 run --opset 13 --opset 18 -b reference', '') as unknown as Argv<RunArguments>;

export const runCommand: CommandModule<object, RunArguments> = {
  command: 'run [ids..]',
  describe: 'check a backend and print its compliance report',
  builder: builder as (yargs: Argv) => Argv<RunArguments>,
  handler: async (args) => {
    const { runSuite } = await import('./run-suite.ts');
    process.exitCode = await runSuite(args);
  },
};
