import { formatChoices } from '../../../generators/did-you-mean.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { printIssue } from '../../../reports/print/markdown.ts';
import { renderFinding, renderTerminal } from '../../../reports/print/report.ts';
import type { Report } from '../../../reports/schema.ts';
import { quoted } from '../../../reports/view/launch.ts';
import { bugPage, findingBug } from '../../../reports/view/pages/bug.ts';
import { whileLocked } from '../../run/folder/lock.ts';
import { isUnfinished, newerBelow, readStoredReport } from '../../run/folder/run-folder.ts';
import { type ExtentArguments, extentOf } from '../options/conclusion.ts';
import { parseFormats, writeFormats } from '../options/formats.ts';
import { onStdout, print, sayOnStderr } from '../terminal.ts';

/** The options of `report`. */
export interface ReportArguments extends ExtentArguments {
  readonly dir: string;
  readonly format: readonly string[];
  /** its number or its id, or several: `1,4-6` */
  readonly finding: string | undefined;
}

/**
 * The command `report`: prints a stored run, or one of its findings. For a killed run it writes the report first.
 * @throws BadInput if no run is stored, and for formats and findings that do not exist
 */
export async function showReport(args: ReportArguments): Promise<void> {
  const { dir, format: names, finding } = args;
  const wanted = finding === undefined ? parseFormats(names) : [];
  const report = isUnfinished(dir) ? await finished(dir) : readStoredReport(dir);
  if (finding !== undefined) {
    const numbers = new Set(severalOf(report, finding).map((one) => indexOf(report, one)));
    for (const index of numbers) showFinding(report, index, names);
    return;
  }
  for (const { format, file } of wanted) {
    if (file === undefined) process.stdout.write(await format.render(report));
  }
  const named = wanted.filter(({ file }) => file !== undefined);
  await writeFormats(named, report, dir);
  if (wanted.length > 0) return;
  print(renderTerminal(report, { ...onStdout(), ...extentOf(args), folder: dir }));
  const newer = newerBelow(dir);
  if (newer !== undefined)
    sayOnStderr(
      `onnx-conformance: a later run, of a part of the suite, is in ${newer}: onnx-conformance report ${quoted(newer)}`,
    );
}

/** Writes the report of a killed run from its stored results, and returns it. */
const finished = (dir: string): Promise<Report> =>
  whileLocked(dir, async () => (await import('../../run/folder/unfinished.ts')).finishUnfinished(dir));

/** Returns ", or did you mean gather-value?" if an id is similar, otherwise ''. */
function nearestTo(asked: string, ids: readonly string[]): string {
  const meant = formatChoices(asked, ids, '');
  return meant === '' ? '' : `, or ${meant}`;
}

/** Returns the numbers and ids in a list such as `1,4-6`; of a range those that exist. */
const severalOf = (report: Report, asked: string): readonly string[] =>
  asked.split(',').flatMap((part) => rangeOf(report, part));

function rangeOf({ findings }: Report, asked: string): readonly string[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(asked)?.map(Number) ?? [];
  if (first === undefined || last === undefined || first > last || first > findings.length) return [asked];
  return Array.from({ length: Math.min(last, findings.length) - first + 1 }, (_, i) => `${first + i}`);
}

/** Returns the index of a finding. @throws BadInput if there is none of this number or id */
function indexOf({ findings }: Report, asked: string): number {
  const index = /^\d+$/.test(asked) ? Number(asked) - 1 : findings.findIndex(({ id }) => id === asked);
  if (findings[index]) return index;
  const ids = findings.map(({ id }) => id);
  const remedy =
    ids.length === 0
      ? 'the run has none'
      : `the run has ${ids.length === 1 ? 'only 1' : `1 to ${ids.length}`}${nearestTo(asked, ids)}`;
  throw new BadInput(`unknown finding '${asked}'; ${remedy}`);
}

function showFinding(report: Report, index: number, [format = 'text', ...more]: readonly string[]): void {
  const finding = report.findings[index]!;
  if (format === 'markdown' && more.length === 0)
    process.stdout.write(printIssue(bugPage(findingBug(report, finding))));
  else if (format === 'json' && more.length === 0) process.stdout.write(`${JSON.stringify(finding, null, 2)}\n`);
  else if (format === 'text' && more.length === 0) print(renderFinding(report, index + 1, onStdout()));
  else throw new BadInput('--finding takes one --format: text, markdown or json');
}
