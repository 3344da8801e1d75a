import { single, text } from '../../options/option.ts';
import { command } from '../command.ts';
import { printed, renderingOptions } from '../options/rendering.ts';

export const diff = command({
  name: 'diff',
  words: '<before> <after>',
  summary: 'show what changed between two runs',
  description: 'Shows what changed from one run to another, case by case, the worst first.',
  needs: 'diff needs the folders of two runs, e.g. diff out/main out/branch',
  options: {
    before: single(text, "the folder that 'run --out' has written for the earlier run"),
    after: single(text, 'the folder of the later run'),
    ...renderingOptions(printed, 'every group of cases with the same change'),
  },
  help: `With the same suite and seed the cases are the same; differences are shown
first. Cases that only one run has make nothing worse, unless the later run was
interrupted. Nor do times, nor invalid models without --gate-invalid.

Exit codes:
  0  nothing got worse
  1  something got worse: a case newly fails, crashes or is not supported, or
     its tier is looser
  2  a folder holds no run, or the runs have no case in common

Examples:
  npx $0 diff out/main out/branch
  npx $0 diff out/main out/branch --format markdown`,
  run: async (args) => (await import('../handlers/diff.ts')).printDifference(args),
});
