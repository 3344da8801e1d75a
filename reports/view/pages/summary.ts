import type { Report } from '../../schema.ts';
import { type Block, folded, type Page, paragraph, plain } from '../block.ts';
import { describeTotals } from '../phrases.ts';
import { plural } from '../plural.ts';
import { findingEntry } from './findings.ts';
import { verdictBlock } from './report.ts';

/** The greatest number of findings to show: GitHub accepts a summary of 1 MiB, and readers less. */
const most = 50;

/** Returns the summary for the page of a CI job: the verdict, and the findings with their commands. */
export function summaryPage(report: Report): Page {
  const { name, version } = report.backend;
  const left = report.findings.length - most;
  const findings = report.findings.slice(0, most).map((finding, i): Block => {
    const { number, title, extent, remark = '', blocks } = findingEntry(report, finding, i + 1);
    return folded(`${number}. ${plain(title)}, in ${extent}`, [paragraph(remark), ...blocks]);
  });
  return {
    title: `Conformance of ${name} ${version}`,
    lead: [
      verdictBlock(report),
      ...findings,
      ...(left > 0 ? [paragraph(`${plural(left, 'more finding')} in report.md.`)] : []),
      paragraph(`${describeTotals(report)}.`),
    ],
    sections: [],
    foot: '',
  };
}
