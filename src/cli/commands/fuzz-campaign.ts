import * as v from 'valibot';
import { launchOptions } from '../../options/groups.ts';
import { flag, list, single, text } from '../../options/option.ts';
import * as values from '../../options/values.ts';
import { command } from '../command.ts';
import { interruptibly } from '../interruption.ts';
import { drawingOptions } from '../options/drawing-options.ts';

const serverOptions = {
  redis: single(v.optional(text), 'the Redis or Valkey server that hands out the batches: redis://HOST:6379'),
  name: single(v.optional(values.shortName, 'campaign'), 'name of the campaign on this server (default: campaign)'),
};

const outOption = single(
  v.optional(text, 'out/campaign'),
  'folder of its findings; an existing campaign is resumed (default: out/campaign)',
);

const missing = 'name what to try, e.g. onnxruntime-node';

const help = `Examples:
  npx $0 fuzz start -b onnxruntime-node --for 8h
  npx $0 fuzz start Softmax Conv -b tractjs --batches 100
On several machines, one of them with a Redis or Valkey server:
  npx $0 fuzz start -b tractjs --for 8h --redis redis://queue
  npx $0 fuzz work -b tractjs --redis redis://queue
  npx $0 fuzz status --redis redis://queue

A worker may come and go; its batch is handed out again. The first command
may be interrupted. Given again, it continues where it was.`;

const start = command({
  name: 'start',
  words: '[ids..]',
  summary: 'start a campaign, or resume it',
  usage: '[ids..] -b BACKEND --batches N | --for 8h',
  description:
    'Fuzzes in batches of 500 programs: in processes on this machine or, with --redis, on every machine that runs "fuzz work".',
  config: 'part',
  exclusive: ['batches', 'for'],
  options: {
    ...drawingOptions(missing),
    ...serverOptions,
    out: outOption,
    batches: single(v.optional(values.count), 'end after this many batches'),
    for: single(v.optional(values.duration), 'end after this time: 90s, 10m or 8h'),
    workers: single(
      v.optional(values.workers),
      'processes on this machine (default: one for each core); not with --redis',
    ),
    reportOnly: flag('exit with 0 even if something new is found'),
    ...launchOptions,
  },
  help,
  run: (args) =>
    interruptibly(async (interrupt) => (await import('../handlers/campaign.ts')).startCampaign(args, interrupt)),
});

const work = command({
  name: 'work',
  summary: 'take part in a campaign',
  usage: '-b BACKEND --redis redis://HOST:6379',
  description: 'Takes batches of a campaign until it is over; the campaign defines seed and selection.',
  config: 'part',
  options: {
    backend: list('the backend of the campaign (required); repeatable', { alias: 'b', missing }),
    ...serverOptions,
    ...launchOptions,
  },
  run: (args) =>
    interruptibly(async (interrupt) => (await import('../handlers/campaign.ts')).workOnCampaign(args, interrupt)),
});

const status = command({
  name: 'status',
  summary: 'show how far a campaign is',
  description: 'Shows how far a campaign is, by its folder or, with --redis, by its server.',
  options: { ...serverOptions, out: outOption },
  run: async (args) => (await import('../handlers/campaign.ts')).showCampaign(args),
});

/** Fuzzing for hours, in processes on this machine or on many machines. */
export const campaignCommands = [start, work, status];
