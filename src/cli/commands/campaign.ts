import type { Argv, CommandModule } from 'yargs';
import { parseCount, parseDuration, parseWorkers } from '../../options/numbers.ts';
import { UsageError } from '../../options/usage-error.ts';
import type { StartArguments, StatusArguments, WorkArguments } from '../handlers/campaign.ts';
import { interruption } from '../interruption.ts';
import type { Invocation } from '../invocation.ts';
import { withConfig } from '../options/config.ts';
import { drawingOptions } from '../options/drawing-options.ts';
import { launchOptions } from '../options/launch-options.ts';
import { list } from '../options/selection-options.ts';
import { campaignHelp } from './campaign-help.ts';

const serverOptions = (yargs: Argv) =>
  yargs
    .option('redis', {
      type: 'string',
      requiresArg: true,
      describe: 'the Redis or Valkey server that hands out the batches: redis://HOST:6379',
    })
    .option('name', {
      type: 'string',
      requiresArg: true,
      default: 'campaign',
      coerce: parseName,
      describe: 'tells campaigns on one server apart (default: campaign)',
    });

const outOption = (yargs: Argv) =>
  yargs.option('out', {
    type: 'string',
    requiresArg: true,
    default: 'out/campaign',
    describe: 'folder of what is found; a campaign that is there is gone on with (default: out/campaign)',
  });

function parseName(text: unknown): string {
  if (/^[\w.-]{1,64}$/.test(String(text))) return String(text);
  throw new UsageError(`--name takes up to 64 letters, digits, '-', '_' and '.', not '${text}'`);
}

function requireBackend({ backend }: WorkArguments): void {
  if (backend.length === 0) throw new UsageError('--backend is missing; name what to try, e.g. onnxruntime-node');
}

const startCommand = ({ typed, end }: Invocation): CommandModule<object, StartArguments> => ({
  command: 'start [ids..]',
  describe: 'start one, or go on with it',
  builder: (async (yargs: Argv) => {
    const own = outOption(
      serverOptions(
        drawingOptions(
          yargs.usage(
            '$0 campaign start [ids..] -b BACKEND --batches N | --for 8h\n\nFuzzes in batches of 500 programs: in processes on this machine, or, with --redis, by all who run "campaign work".',
          ),
        ),
      ),
    )
      .option('batches', {
        type: 'string',
        requiresArg: true,
        coerce: (text: unknown) => (text === undefined ? undefined : parseCount('batches', text)),
        describe: 'end after so many batches',
      })
      .option('for', {
        type: 'string',
        requiresArg: true,
        coerce: (text: unknown) => (text === undefined ? undefined : parseDuration('for', text)),
        describe: 'end after this time: 90s, 10m or 8h',
      })
      .conflicts('batches', 'for')
      .option('workers', {
        type: 'string',
        requiresArg: true,
        coerce: (text: unknown) => (text === undefined ? undefined : parseWorkers(text)),
        describe: 'processes on this machine (default: one for each core); not with --redis',
      })
      .option('report-only', {
        type: 'boolean',
        default: false,
        describe: 'exit with 0 even if something new is found',
      });
    return (await withConfig(launchOptions(own), typed, { whole: false })).epilogue(campaignHelp);
  }) as unknown as (yargs: Argv) => Argv<StartArguments>,
  handler: async (args) => {
    requireBackend(args);
    const interrupt = interruption();
    try {
      const { startCampaign } = await import('../handlers/campaign.ts');
      end(await startCampaign(args, interrupt));
    } finally {
      interrupt.end();
    }
  },
});

const workCommand = ({ typed, end }: Invocation): CommandModule<object, WorkArguments> => ({
  command: 'work',
  describe: 'take part in one',
  builder: (async (yargs: Argv) => {
    const own = serverOptions(
      yargs
        .usage(
          '$0 campaign work -b BACKEND --redis redis://HOST:6379\n\nTakes batches of a campaign until it is over; seed and selection are those of the campaign.',
        )
        .option('backend', { ...list, alias: 'b', describe: 'what the campaign tries (required); repeatable' }),
    );
    return withConfig(launchOptions(own), typed, { whole: false });
  }) as unknown as (yargs: Argv) => Argv<WorkArguments>,
  handler: async (args) => {
    requireBackend(args);
    const interrupt = interruption();
    try {
      const { workOnCampaign } = await import('../handlers/campaign.ts');
      end(await workOnCampaign(args, interrupt));
    } finally {
      interrupt.end();
    }
  },
});

const statusCommand: CommandModule<object, StatusArguments> = {
  command: 'status',
  describe: 'show how far one is',
  builder: (yargs: Argv) =>
    outOption(
      serverOptions(
        yargs.usage(
          '$0 campaign status\n\nShows how far a campaign is: that of a folder, or, with --redis, that of a server.',
        ),
      ),
    ) as unknown as Argv<StatusArguments>,
  handler: async (args) => {
    const { showCampaign } = await import('../handlers/campaign.ts');
    await showCampaign(args);
  },
};

export const campaignCommand = (invocation: Invocation): CommandModule => ({
  command: 'campaign',
  describe: 'fuzz for hours, on many machines',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 campaign <command>\n\nFuzzes for hours, in processes on this machine or on many machines.')
      .command(startCommand(invocation))
      .command(workCommand(invocation))
      .command(statusCommand)
      .demandCommand(1, 'campaign needs to know what to do: start, work or status')
      .epilogue(campaignHelp),
  handler: () => {},
});
