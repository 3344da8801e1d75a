import { dirname, join } from 'node:path';
import { formatChoices } from '../../../generators/did-you-mean.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { formats, type ReportFormat } from '../../../reports/formats.ts';
import type { Report } from '../../../reports/schema.ts';
import { makeFolder, reportWriteErrors, writeWhole } from '../../../vectors/onnx/files.ts';

/** A requested format with its file, if one is named. */
export interface RequestedFormat {
  readonly format: ReportFormat;
  readonly file: string | undefined;
}

/** The formats for help texts: "text (what a terminal shows), …". */
export const formatList = Object.entries(formats)
  .map(([name, { use }]) => `${name} (${use})`)
  .join(', ');

/**
 * Parses `--format NAME[=FILE]`, which may be repeated, and creates the folders of the files.
 * @throws BadInput for a format that does not exist, and a folder that cannot be created
 */
export function parseFormats(texts: readonly string[]): readonly RequestedFormat[] {
  return texts.map((text) => {
    const [, name = '', file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? [];
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    if (!format) throw new BadInput(`--format ${text}: unknown format; ${formatChoices(name, Object.keys(formats))}`);
    // known before the run, which may take hours
    if (file !== undefined) reportWriteErrors(() => makeFolder(dirname(file)), `--format ${file}`);
    return { format, file };
  });
}

/**
 * Writes a report in the requested formats: to the named files, or to default names in `dir`.
 * @throws BadInput if a file cannot be written
 */
export async function writeFormats(wanted: readonly RequestedFormat[], report: Report, dir: string): Promise<void> {
  for (const { format, file = join(dir, format.file) } of wanted) {
    const content = await format.render(report);
    reportWriteErrors(() => {
      makeFolder(dirname(file));
      writeWhole(file, content);
    }, `--format ${file}`);
  }
}
