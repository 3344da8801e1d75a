import { isKnown } from '../schema/predicates.ts';
import type { Report } from '../schema.ts';
import { plain } from '../view/block.ts';
import { findingEntry } from '../view/pages/findings.ts';
import { plural } from '../view/plural.ts';
import { headlineOf, verdict } from '../view/verdict.ts';
import { printText } from './terminal.ts';

/** The greatest number of annotations: GitHub shows ten of each kind for a step, and silently drops the others. */
const most = 10;

/**
 * Returns the verdict and the findings as workflow commands of GitHub Actions: one annotation each, up to GitHub's limit.
 * They are errors if the run is not conformant. Known failures have none.
 */
export function renderAnnotations(report: Report, severity: 'error' | 'warning' = 'error'): string {
  const { kind, finding } = verdict(report);
  const headline = `${report.backend.name} ${report.backend.version}: ${headlineOf(report, kind)}`;
  if (kind === 'conformant' || kind === 'known-failures') return command('notice', headline, finding);
  const entries = report.findings.flatMap((finding, i) =>
    isKnown(finding) ? [] : [findingEntry(report, finding, i + 1)],
  );
  const shown = entries.length < most ? entries : entries.slice(0, most - 2);
  const left = entries.length - shown.length;
  return [
    command(severity, headline, finding),
    ...shown.map(({ number, title, blocks }) =>
      command(severity, `Finding ${number}: ${plain(title)}`, printText(blocks)),
    ),
    ...(left > 0
      ? [command(severity, `${plural(left, 'more finding')}`, 'see the summary of the job, or report.md')]
      : []),
  ].join('');
}

/** Returns a command, `::error title=…::…`, escaped as in GitHub's own toolkit. */
function command(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${property(title)}::${data(message)}\n`;
}
