import { accuracy, vacuous } from './html/accuracy.ts';
import { clauses } from './html/clauses.ts';
import { expectations } from './html/expected.ts';
import { findings } from './html/findings.ts';
import { matrix } from './html/matrix.ts';
import { choices, illegal, unsupported } from './html/observed.ts';
import { renderPage, type Section } from './html/page.ts';
import { problems, run } from './html/run.ts';
import { searchIndex } from './html/search-index.ts';
import { summary } from './html/summary.ts';
import type { Report } from './schema.ts';
import { unique } from './tally/grouping.ts';
import { vacuousElements, vacuousTitle } from './words/vacuous.ts';

/**
 * The report as one HTML file that loads nothing. The smallest case of each finding is drawn again from its id, to show
 * and to hand out its model.
 */
export function renderHtml(report: Report): string {
  const { backend, tool, illegal: models, expectations: expected } = report;
  const sections: readonly (Section | false)[] = [
    section('findings', 'Findings', report.findings, () => findings(report)),
    expected !== undefined && section('expectations', 'Expectations', expected.entries, () => expectations(expected)),
    section('problems', 'Files that could not be judged', report.problems, () => problems(report)),
    section('matrix', 'Operators', unique(report.matrix.map(({ operator }) => operator)), () => matrix(report)),
    section('clauses', 'Broken clauses', unique(report.failedClauses.map(({ clause }) => clause)), () =>
      clauses(report),
    ),
    section('accuracy', 'Accuracy', report.accuracy, () => accuracy(report), false),
    section('vacuous', vacuousTitle, vacuousElements(report), () => vacuous(report)),
    section('choices', 'Choices', unique(report.policies.map(({ policy }) => policy)), () => choices(report)),
    section('unsupported', 'Not supported', report.unsupported, () => unsupported(report)),
    models !== undefined && section('illegal', 'Illegal models', models.rules, () => illegal(models), false),
    { id: 'run', title: 'This run', body: run(report) },
  ];
  return renderPage({
    title: `Conformance of ${backend.name} ${backend.version}`,
    summary: summary(report),
    sections: sections.filter((one) => one !== false),
    index: searchIndex(report),
    foot: `${tool.name} ${tool.version}`,
  });
}

/** A section about some things, if there are any. */
function section(
  id: string,
  title: string,
  about: readonly unknown[],
  body: () => Section['body'],
  counted = true,
): Section | false {
  return about.length > 0 && { id, title, body: body(), ...(counted && { count: about.length }) };
}
