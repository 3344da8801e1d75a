import { renderTerminal } from '../../../reports/terminal.ts';
import { readStoredReport } from '../../harness/stored-run.ts';
import { wantsColor } from '../color.ts';
import { parseFormats, writeFormats } from '../options/formats.ts';

/** The options of `report`. */
export interface ReportArguments {
  readonly dir: string;
  readonly format: readonly string[];
}

/**
 * The command `report`: renders a stored run.
 * @throws BadInput where no run is stored, and for formats that do not exist
 */
export async function showReport(args: ReportArguments): Promise<void> {
  const wanted = parseFormats(args.format);
  const report = readStoredReport(args.dir);
  for (const { format, file } of wanted) {
    if (file === undefined) process.stdout.write(await format.render(report));
  }
  await writeFormats(
    wanted.filter(({ file }) => file !== undefined),
    report,
    args.dir,
  );
  if (wanted.length > 0) return;
  const { isTTY, columns } = process.stdout;
  process.stdout.write(renderTerminal(report, { columns: columns ?? 80, color: wantsColor(isTTY, process.env) }));
}
