import { findOperator } from '../../oracles/operators.ts';
import { groupBy } from '../../reports/aggregate/grouping.ts';
import { lanesChart } from '../../reports/print/charts/operators.ts';
import { printBlocks, sectionBody } from '../../reports/print/html.ts';
import { printIssue } from '../../reports/print/markdown.ts';
import { html, type Markup } from '../../reports/print/markup.ts';
import type { PrintedSection } from '../../reports/print/page.ts';
import { reportPage } from '../../reports/view/pages/report.ts';
import { plural } from '../../reports/view/plural.ts';
import type { KnownBackend } from '../runtimes/known.ts';
import { byOperator, clauseAnchor, describeShare, figuresOfCells, operatorPath, type SiteContent } from './layout.ts';

/** The sections of the report that the page of a runtime contains, in order. */
const shown = ['findings', 'operators', 'unsupported', 'choices', 'accuracy', 'functions', 'run'];

/** The page of a runtime: its report, with links to operators and clauses. */
export function runtimePage({ label, commit, report }: KnownBackend): SiteContent {
  const { failedClauses } = report;
  const addressOf = (clause: string, number: number) => {
    const failed = failedClauses.find((one) => one.clause === clause && one.findings.includes(number));
    return failed && `../${operatorPath(failed.operator)}#${clauseAnchor(failed.operator, failed.version, clause)}`;
  };
  const page = reportPage(report, { printText: printIssue, addressOf });
  const sections = shown.flatMap((wanted) => page.sections.filter(({ id }) => id === wanted));
  return {
    title: label,
    summary: html`<h1>${label} <span class="sub">${report.backend.version}</span></h1>${printBlocks(page.lead)}`,
    sections: sections
      .filter(({ blocks }) => blocks.length > 0)
      .map(
        ({ id, title, count, ...section }): PrintedSection => ({
          id,
          title,
          count,
          body:
            id === 'operators'
              ? operators(report)
              : html`${sectionBody(section)}${id === 'run' && html`<p>Commit of the suite: <code>${commit}</code></p>`}`,
        }),
      ),
  };
}

function operators(report: KnownBackend['report']): Markup {
  const families = groupBy(byOperator(report), ([name]) => findOperator(name)?.family ?? name);
  return html`${[...families].map(
    ([
      family,
      own,
    ]) => html`<details class="family"><summary><b>${family}</b> <span class="sub">${plural(own.length, 'operator')} · ${describeShare(figuresOfCells(own.flatMap(([, cells]) => cells)))}</span></summary><div class="inside">
${lanesChart(own.map(([name, cells]) => ({ label: html`<a href="../${operatorPath(name)}">${name}</a>`, cells })))}</div></details>
`,
  )}`;
}
