import { appendFileSync } from 'node:fs';
import { renderAnnotations } from '../../reports/print/github.ts';
import { printMarkdown } from '../../reports/print/markdown.ts';
import type { Report } from '../../reports/schema.ts';
import { summaryPage } from '../../reports/view/pages/summary.ts';
import { reportWriteErrors } from '../../vectors/onnx/files.ts';

/**
 * Under GitHub Actions, writes annotations to stdout and the summary to the page of the job; elsewhere does nothing.
 * @throws BadInput if the file of GITHUB_STEP_SUMMARY cannot be written
 */
export function annotateGitHub(report: Report, { reportOnly }: { readonly reportOnly: boolean }): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  // shards are annotated by merge
  if (GITHUB_ACTIONS !== 'true' || report.options.shard) return;
  process.stdout.write(renderAnnotations(report, reportOnly ? 'warning' : 'error'));
  if (!GITHUB_STEP_SUMMARY) return;
  const place = `GITHUB_STEP_SUMMARY=${GITHUB_STEP_SUMMARY}`;
  reportWriteErrors(() => appendFileSync(GITHUB_STEP_SUMMARY, `${printMarkdown(summaryPage(report))}\n`), place);
}
