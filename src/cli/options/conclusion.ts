/** The options for the output at the end of a run. */
import * as v from 'valibot';
import type { TerminalOptions } from '../../../reports/print/report.ts';
import { flag, list, type OptionValues, single, text } from '../../options/option.ts';
import { formatList } from './formats.ts';

/** The options for how much of a report is printed. */
export const extentOptions = {
  full: flag('print everything, not only what fits on a screen'),
  byDtype: flag('print everything, with the compliance of each dtype'),
  quiet: flag('print the verdict alone', { alias: 'q' }),
};

export type ExtentArguments = OptionValues<typeof extentOptions>;

/** Returns the extent for the printer. */
export function extentOf({ full, byDtype, quiet }: ExtentArguments): Pick<TerminalOptions, 'extent' | 'byDType'> {
  return { extent: quiet ? 'verdict' : full ? 'full' : 'short', byDType: byDtype };
}

/** The option `--expectations`; false, as with `--no-expectations`, means that no file is read. */
export const expectationsFile = (what: string) =>
  single(
    v.optional(v.union([v.literal(false), text], 'has to be a text, or false')),
    `${what} (default: onnx-conformance.expectations.yaml, .yml or .json, where there is one)`,
  );

/** The options for known failures. */
export const expectationOptions = {
  expectations: expectationsFile('file of known failures, which then do not count'),
  strict: flag('exit with 1 if the file of known failures is out of date'),
  updateExpectations: flag('update the file of known failures to this run, and exit with 0'),
};

export type ExpectationArguments = OptionValues<typeof expectationOptions>;

/** The options for further formats of a report, and for its effect on the exit code. */
export const reportOptions = {
  format: list(
    `write the report in another format too, NAME=FILE or into the folder of --out: ${formatList}; repeatable`,
  ),
  reportOnly: flag('exit with 0 even if the backend is not conformant'),
};

/** All arguments for the end of a run, with the folder. */
export interface ConclusionArguments extends ExtentArguments, ExpectationArguments, OptionValues<typeof reportOptions> {
  readonly out: string;
}
