import { launchOptions } from '../../options/groups.ts';
import { list, single, text } from '../../options/option.ts';
import { command } from '../command.ts';

/** `fuzz prune out/fuzz -b onnxruntime-node`. */
export const prune = command({
  name: 'prune',
  words: '<dir>',
  summary: 'drop kept findings that pass now',
  usage: 'DIR --backend BACKEND',
  description: "Runs the findings that 'fuzz --out DIR' has kept, and removes those that pass now.",
  needs: 'fuzz prune needs a folder, e.g. fuzz prune out/fuzz --backend ./backend.mjs',
  config: 'part',
  options: {
    dir: single(text, 'folder with findings, at any depth'),
    backend: list("what 'run --backend' takes; findings of others stay; repeatable (required)", {
      alias: 'b',
      missing: 'name the runtime whose findings to run',
    }),
    ...launchOptions,
  },
  run: async (args) => (await import('../handlers/fuzz-prune.ts')).pruneCorpus(args),
});
