import type { Argv, CommandModule } from 'yargs';
import { folderName } from '../../../vectors/files.ts';
import { parseCount, parseSeed, parseShard, parseWorkers } from '../../options/numbers.ts';
import { UsageError } from '../../options/usage-error.ts';
import type { RunArguments } from '../handlers/run.ts';
import { interruption } from '../interruption.ts';
import type { Invocation } from '../invocation.ts';
import { withConfig } from '../options/config.ts';
import { expectationOptions } from '../options/expectation-options.ts';
import { extentOptions } from '../options/extent.ts';
import { formatsInWords } from '../options/formats.ts';
import { judgingOptions } from '../options/judging-options.ts';
import { launchOptions } from '../options/launch-options.ts';
import { limitOption } from '../options/limit.ts';
import { list, selectionOptions } from '../options/selection-options.ts';
import { runHelp } from './help.ts';

/** The same as yargs parses them. */
type Parsed = Omit<RunArguments, 'out' | 'backend'> & {
  readonly out: string | undefined;
  readonly backend: string | undefined;
};

/** Characters of a folder, so that the path of a report fits into a terminal. */
const longest = 35;

/** Only the whole suite goes to `out`: each part, such as a replay, and each folder of files has a place of its own. */
function defaultOut({ ids, opset, dtype, vectors }: Parsed): string {
  if (vectors !== undefined) return `out/files/${folderName(vectors.replace(/\/+$/, ''), longest)}`;
  // no id has a dot or this line in it
  const words = [...ids.map((id) => id.replaceAll('/', '.')), ...opset.map((one) => `opset-${one}`), ...dtype];
  return words.length > 0 ? `out/selection/${folderName(words.join('_'), longest)}` : 'out';
}

const builder = async (yargs: Argv, typed: readonly string[]): Promise<Argv<Parsed>> =>
  (await withConfig(launchOptions(expectationOptions(extentOptions(ownOptions(yargs)))), typed)).epilogue(
    runHelp,
  ) as unknown as Argv<Parsed>;

const ownOptions = (yargs: Argv) =>
  judgingOptions(
    selectionOptions(
      yargs.usage('$0 run [ids..] --backend BACKEND\n\nChecks a backend and prints its compliance report.'),
      'what to run, e.g. ReduceSum/13/float32; default: all',
    )
      .option('backend', {
        alias: 'b',
        type: 'string',
        requiresArg: true,
        describe: 'what to check (required); see below',
      })
      .option('seed', {
        type: 'string',
        coerce: parseSeed,
        default: 1,
        requiresArg: true,
        describe: 'an integer; equal seeds give equal data (default: 1)',
      }),
  )
    .option('vectors', {
      type: 'string',
      requiresArg: true,
      describe:
        'run the files in and below this folder, in the layout of ONNX (model.onnx, test_data_set_0), not the suite',
    })
    .option('limit', limitOption('a model of --vectors'))
    .option('out', {
      type: 'string',
      requiresArg: true,
      describe:
        'folder for results.jsonl, report.json, report.md and report.html (default: out; a folder of its own in out/selection where ids, --opset or --dtype select a part, in out/files with --vectors)',
    })
    .option('format', {
      ...list,
      describe: `write the report in another format too, NAME=FILE or into the folder of --out: ${formatsInWords}; repeatable`,
    })
    .option('report-only', {
      type: 'boolean',
      default: false,
      describe: 'exit with 0 even if the backend is not conformant',
    })
    .option('gate-illegal', {
      type: 'boolean',
      default: false,
      describe: 'make illegal models count: not conformant where one is accepted, or crashes the backend',
    })
    .option('shard', {
      type: 'string',
      coerce: parseShard,
      requiresArg: true,
      describe: "run only one of several parts of what is selected, such as 2/4; 'merge' makes one run of all",
    })
    .option('resume', {
      type: 'boolean',
      default: false,
      describe: 'go on with the run that was interrupted or killed in the folder of --out, if there is one',
    })
    .option('max-failures', {
      type: 'string',
      coerce: (text: unknown) => (text === undefined ? undefined : parseCount('max-failures', text)),
      requiresArg: true,
      describe: 'end the run when so many cases have failed',
    })
    .option('workers', {
      type: 'string',
      coerce: parseWorkers,
      default: 1,
      requiresArg: true,
      describe:
        'processes of the backend, and threads of the oracle, that share the cases; results and their order stay the same (default: 1)',
    });

export const runCommand = ({ typed, end }: Invocation): CommandModule<object, Parsed> => ({
  command: 'run [ids..]',
  describe: 'check a backend against the spec',
  builder: ((yargs: Argv) => builder(yargs, typed)) as unknown as (yargs: Argv) => Argv<Parsed>,
  handler: async (args) => {
    // not left to yargs, which would say so even where --backend is there but misspelt
    if (args.backend === undefined) {
      throw new UsageError(
        '--backend is missing; name one: onnxruntime-node, reference, ./backend.mjs or "stdio:COMMAND"',
      );
    }
    const interrupt = interruption();
    try {
      const { runSuite } = await import('../handlers/run.ts');
      end(await runSuite({ ...args, backend: args.backend, out: args.out ?? defaultOut(args) }, interrupt));
    } finally {
      interrupt.end();
    }
  },
});
