import type { Argv, CommandModule } from 'yargs';
import { UsageError } from '../../options/usage-error.ts';
import type { CorpusArguments } from '../handlers/corpus.ts';
import type { Invocation } from '../invocation.ts';
import { withConfig } from '../options/config.ts';
import { launchOptions } from '../options/launch-options.ts';
import { list } from '../options/selection-options.ts';

type Parsed = CorpusArguments & { readonly action: string };

/** `corpus prune out/fuzz -b onnxruntime-node`. */
export const corpusCommand = ({ typed, end }: Invocation): CommandModule<object, Parsed> => ({
  command: 'corpus <action> <dir>',
  describe: 'prune DIR: drop what passes now',
  builder: (async (yargs: Argv) => {
    const own = yargs
      .usage(
        "$0 corpus prune DIR --backend BACKEND\n\nRuns the findings that 'fuzz --out DIR' has kept, and removes the folders of those that pass now.",
      )
      .positional('action', { type: 'string', demandOption: true, describe: 'prune' })
      .positional('dir', { type: 'string', demandOption: true, describe: 'folder with findings, at any depth' })
      .option('backend', {
        ...list,
        alias: 'b',
        describe: "what 'run --backend' takes; findings of others stay; repeatable (required)",
      });
    return withConfig(launchOptions(own), typed, { whole: false });
  }) as unknown as (yargs: Argv) => Argv<Parsed>,
  handler: async (args) => {
    if (args.action !== 'prune') throw new UsageError(`corpus ${args.action}: there is no such action; use prune`);
    if (args.backend.length === 0) throw new UsageError('--backend is missing; name the runtime whose findings to run');
    const { pruneCorpus } = await import('../handlers/corpus.ts');
    end(await pruneCorpus(args));
  },
});
