import type { Report } from './schema.ts';
import type { ReportExtent } from './view/pages/report.ts';

/** A format of reports, named by `run --format` and `report --format`. */
export interface ReportFormat {
  /** the name of its file in the folder of `--out`, unless the user names one */
  readonly file: string;
  /** its purpose in a few words, for help texts */
  readonly use: string;
  /** returns the whole content of the file, with a newline at its end */
  readonly render: (report: Report) => Promise<string>;
}

const pageOf = async (report: Report, extent?: ReportExtent) =>
  (await import('./view/pages/report.ts')).reportPage(report, extent);

/** All formats. The command line and its help include all formats listed here. Printers are imported when needed. */
export const formats: Readonly<Record<string, ReportFormat>> = {
  text: {
    file: 'report.txt',
    use: 'what --full shows',
    render: async (report) =>
      (await import('./print/report.ts')).renderTerminal(report, { extent: 'full', columns: 120 }),
  },
  markdown: {
    file: 'report.md',
    use: 'everything, to read',
    render: async (report) =>
      (await import('./print/markdown.ts')).printMarkdown(await pageOf(report, { hasTimes: false })),
  },
  html: {
    file: 'report.html',
    use: 'everything, in a browser',
    render: async (report) => {
      const { searchIndex } = await import('./view/search-index.ts');
      const { printIssue } = await import('./print/markdown.ts');
      const page = await pageOf(report, { printText: printIssue });
      return (await import('./print/html.ts')).printHtml(page, searchIndex(report));
    },
  },
  json: {
    file: 'report.json',
    use: 'everything, to process',
    render: async (report) => (await import('./schema/json.ts')).writeReport(report),
  },
  junit: {
    file: 'junit.xml',
    use: 'tests of a CI server',
    render: async (report) => (await import('./print/junit.ts')).renderJUnit(report),
  },
  csv: {
    file: 'coverage.csv',
    use: 'counts for a spreadsheet',
    render: async (report) => (await import('./print/csv.ts')).renderCsv(report),
  },
  shield: {
    file: 'shield.json',
    use: 'endpoint of shields.io',
    render: async (report) => (await import('./print/badge.ts')).renderShield(report),
  },
  badge: {
    file: 'badge.svg',
    use: 'a badge as SVG',
    render: async (report) => (await import('./print/badge.ts')).renderBadge(report),
  },
  github: {
    file: 'annotations.txt',
    use: 'workflow commands of GitHub Actions',
    render: async (report) => (await import('./print/github.ts')).renderAnnotations(report),
  },
  summary: {
    file: 'summary.md',
    use: 'the verdict and the findings, short, for a page of CI',
    render: async (report) =>
      (await import('./print/markdown.ts')).printMarkdown(
        (await import('./view/pages/summary.ts')).summaryPage(report),
      ),
  },
};
