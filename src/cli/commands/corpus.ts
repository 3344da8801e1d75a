import { launchOptions } from '../../options/groups.ts';
import { choice, list, single, text } from '../../options/option.ts';
import { command } from '../command.ts';

/** `corpus prune out/fuzz -b onnxruntime-node`. */
export const corpus = command({
  name: 'corpus',
  words: '<action> <dir>',
  summary: 'prune DIR: drop what passes now',
  usage: 'prune DIR --backend BACKEND',
  description: "Runs the findings that 'fuzz --out DIR' has kept, and removes those that pass now.",
  needs: 'corpus needs an action and a folder, e.g. corpus prune out/fuzz --backend ./backend.mjs',
  config: 'part',
  options: {
    action: choice(['prune'], undefined, 'prune'),
    dir: single(text, 'folder with findings, at any depth'),
    backend: list("what 'run --backend' takes; findings of others stay; repeatable (required)", {
      alias: 'b',
      missing: 'name the runtime whose findings to run',
    }),
    ...launchOptions,
  },
  run: async (args) => (await import('../handlers/corpus.ts')).pruneCorpus(args),
});
