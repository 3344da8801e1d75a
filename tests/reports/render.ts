import { printHtml } from '../../reports/print/html.ts';
import { printIssue, printMarkdown } from '../../reports/print/markdown.ts';
import { printPage, terminal } from '../../reports/print/terminal.ts';
import type { Finding, Report } from '../../reports/schema.ts';
import type { RunComparison } from '../../reports/view/comparison.ts';
import type { RunDifference } from '../../reports/view/difference.ts';
import { bugPage, findingBug } from '../../reports/view/pages/bug.ts';
import { type ComparisonExtent, comparisonPage } from '../../reports/view/pages/comparison.ts';
import { commentRows, differencePage } from '../../reports/view/pages/difference.ts';
import { reportPage } from '../../reports/view/pages/report.ts';
import { summaryPage } from '../../reports/view/pages/summary.ts';
import { searchIndex } from '../../reports/view/search-index.ts';

/** Pages as the commands print them. */

interface Extent extends ComparisonExtent {
  readonly columns?: number;
}

export const renderMarkdown = (report: Report) => printMarkdown(reportPage(report, { hasTimes: false }));
export const renderHtml = (report: Report) => printHtml(reportPage(report), searchIndex(report));
export const renderSummary = (report: Report) => printMarkdown(summaryPage(report));
export const renderBugReport = (report: Report, finding: Finding) => printIssue(bugPage(findingBug(report, finding)));

export const renderComparison = (compared: RunComparison, { full = false, ...extent }: Extent = {}) =>
  printPage(comparisonPage(compared, { full, hasLetters: true }), terminal(extent, '--full'));
export const renderComparisonMarkdown = (compared: RunComparison) => printMarkdown(comparisonPage(compared));
export const renderComparisonHtml = (compared: RunComparison) => printHtml(comparisonPage(compared));

export const renderDifference = (different: RunDifference, { full = false, ...extent }: Extent = {}) =>
  printPage(differencePage(different, { full }), terminal(extent, '--full'));
export const renderDifferenceMarkdown = (different: RunDifference) =>
  printMarkdown(differencePage(different, { maxCharacters: commentRows }));
