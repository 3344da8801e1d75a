import type { Report } from '../../schema.ts';
import { type Block, folded, type Page, paragraph, plain } from '../block.ts';
import { describeTotals } from '../phrases.ts';
import { plural } from '../plural.ts';
import { findingEntry } from './findings.ts';
import { verdictBlock } from './report.ts';

/** Findings that are shown: GitHub takes a summary of 1 MiB, people less. */
const most = 50;

/** The verdict and the findings, for the page of a CI job: what is wrong, and the command that shows it again. */
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
