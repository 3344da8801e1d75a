import { list } from '../../options/option.ts';
import { command } from '../command.ts';
import { printed, renderingOptions } from '../options/rendering.ts';

export const compare = command({
  name: 'compare',
  words: '<runs..>',
  summary: 'put several runtimes side by side',
  description:
    'Compares runs of several runtimes: their choices where the text leaves one, their common faults, and how much of ' +
    'each operator conforms.',
  needs: 'compare needs the folders of two runs or more, e.g. compare out/one out/other',
  options: {
    runs: list("folders that 'run --out' has written, two or more"),
    ...renderingOptions([...printed, 'html'], 'the common behaviour of all runtimes, and every operator by its opsets'),
  },
  help: `Each run is a folder that 'run --out' has written. Runs are comparable if
suite, seed and selection are the same; differences are shown first.

Examples:
  npx $0 compare out/onnxruntime-node out/tractjs
  npx $0 compare out/* --format html > comparison.html`,
  run: async (args) => (await import('../handlers/compare.ts')).printComparison(args),
});
