import type { Argv, CommandModule } from 'yargs';
import { parseCount, parseDuration, parseWorkers } from '../../options/numbers.ts';
import { UsageError } from '../../options/usage-error.ts';
import type { FuzzArguments } from '../handlers/fuzz.ts';
import { interruption } from '../interruption.ts';
import type { Invocation } from '../invocation.ts';
import { withConfig } from '../options/config.ts';
import { drawingOptions } from '../options/drawing-options.ts';
import { launchOptions } from '../options/launch-options.ts';
import { fuzzHelp } from './help.ts';

const builder = async (yargs: Argv, typed: readonly string[]): Promise<Argv<FuzzArguments>> =>
  (await withConfig(launchOptions(ownOptions(yargs)), typed, { whole: false })).epilogue(
    fuzzHelp,
  ) as unknown as Argv<FuzzArguments>;

const ownOptions = (yargs: Argv) =>
  drawingOptions(
    yargs.usage(
      '$0 fuzz [ids..] --backend BACKEND\n\nDraws models at random, and looks for what the suite has no case for.',
    ),
  )
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
  describe: 'try models drawn at random',
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
