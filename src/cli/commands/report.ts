import * as v from 'valibot';
import { list, single, text } from '../../options/option.ts';
import { command } from '../command.ts';
import { extentOptions } from '../options/conclusion.ts';
import { formatList } from '../options/formats.ts';

export const report = command({
  name: 'report',
  words: '<dir>',
  summary: 'show the report of a run again',
  description: 'Shows what a run has stored, without running anything.',
  needs: 'report needs the folder of a run, e.g. report out',
  options: {
    ...extentOptions,
    dir: single(text, 'the folder of --out, or its report.json'),
    finding: single(
      v.optional(text),
      'one finding, by its number or id, or several: 1,4-6; with --format markdown bug reports, ready to be sent',
    ),
    format: list(`in another format: NAME prints it, NAME=FILE writes it: ${formatList}; repeatable`),
  },
  help: `Examples:
  npx $0 report out
  npx $0 report out --full
  npx $0 report out --finding 2 --format markdown
  npx $0 report out --finding 1-10 --format markdown
  npx $0 report out --format json=report.json`,
  run: async (args) => (await import('../handlers/report.ts')).showReport(args),
});
