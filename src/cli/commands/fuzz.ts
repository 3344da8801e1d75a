import * as v from 'valibot';
import { launchOptions, workersOption } from '../../options/groups.ts';
import { flag, single, text } from '../../options/option.ts';
import { count, duration } from '../../options/values.ts';
import { command } from '../command.ts';
import { interruptibly } from '../interruption.ts';
import { drawingOptions } from '../options/drawing-options.ts';
import { campaignCommands } from './fuzz-campaign.ts';
import { prune } from './fuzz-prune.ts';

export const fuzz = command({
  name: 'fuzz',
  words: '[ids..]',
  summary: 'try models drawn at random',
  usage: '[ids..] --backend BACKEND',
  description: 'Draws models at random, to find failures that no case of the suite shows.',
  config: 'part',
  commands: [...campaignCommands, prune],
  options: {
    ...drawingOptions('name one: onnxruntime-node, reference, ./backend.mjs or "stdio:COMMAND"'),
    for: single(v.optional(duration), 'how long: 30s, 10m or 8h (default: 1m, unless --runs says how many)'),
    runs: single(v.optional(count), 'how many models; the same seed gives the same ones'),
    out: single(
      v.optional(text, 'out/fuzz'),
      'folder for fuzz.json, and a folder for each finding (default: out/fuzz)',
    ),
    resume: flag('continue the run in the folder of --out, if there is one'),
    replay: single(
      v.optional(text),
      'first try the findings that were kept in this folder; without --for and --runs try nothing else',
    ),
    maxFailures: single(v.optional(count), 'end the run after this many new findings'),
    workers: workersOption('processes of each backend; findings stay the same'),
    quiet: flag('print nothing but the findings'),
    ...launchOptions,
  },
  help: `Models have one node or a few, are valid, and are judged by the oracle. For each
cause the smallest model that shows it is searched and printed. Each of several
backends is judged by itself; right answers that differ are counted. Known
findings are listed under fuzz in the file of expectations, by their ids. See
docs/fuzzing.md.

Exit codes:
  0  nothing new was found
  1  something new was found
  2  the command line, or a file that it names, cannot be used
  3  nothing was judged, the run was interrupted, or the suite is at fault
  4  a backend could not be used

Examples:
  npx $0 fuzz --backend onnxruntime-node
  npx $0 fuzz Softmax --opset 13 --for 10m -b onnxruntime-node
  npx $0 fuzz --runs 5000 --seed 7 -b onnxruntime-node -b tractjs`,
  run: (args) => interruptibly(async (interrupt) => (await import('../handlers/fuzz.ts')).fuzz(args, interrupt)),
});
