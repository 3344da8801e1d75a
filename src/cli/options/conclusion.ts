/** The options of what is written and printed at the end of a run. */
import * as v from 'valibot';
import type { TerminalOptions } from '../../../reports/print/report.ts';
import { flag, list, type OptionValues, single, text } from '../../options/option.ts';
import { formatList } from './formats.ts';

/** How much of a report is printed. */
export const extentOptions = {
  full: flag('print everything, not only what fits on a screen'),
  byDtype: flag('print everything, with the compliance of each dtype'),
  quiet: flag('print the verdict alone', { alias: 'q' }),
};

export type ExtentArguments = OptionValues<typeof extentOptions>;

/** The same for the renderer. */
export function extentOf({ full, byDtype, quiet }: ExtentArguments): Pick<TerminalOptions, 'extent' | 'byDType'> {
  return { extent: quiet ? 'verdict' : full ? 'full' : 'short', byDType: byDtype };
}

/** `--expectations`; false, as `--no-expectations` says it: none, whatever is there. */
export const expectationsFile = (what: string) =>
  single(
    v.optional(v.union([v.literal(false), text], 'has to be a text, or false')),
    `${what} (default: onnx-conformance.expectations.yaml, .yml or .json, where there is one)`,
  );

/** What is known to fail. */
export const expectationOptions = {
  expectations: expectationsFile('file of known failures, which then do not count'),
  strict: flag('exit with 1 if the file of known failures is out of date'),
  updateExpectations: flag('update the file of known failures to this run, and exit with 0'),
};

export type ExpectationArguments = OptionValues<typeof expectationOptions>;

/** In which other forms there is a report, and whether it decides. */
export const reportOptions = {
  format: list(
    `write the report in another format too, NAME=FILE or into the folder of --out: ${formatList}; repeatable`,
  ),
  reportOnly: flag('exit with 0 even if the backend is not conformant'),
};

/** All of them, and the folder. */
export interface ConclusionArguments extends ExtentArguments, ExpectationArguments, OptionValues<typeof reportOptions> {
  readonly out: string;
}
