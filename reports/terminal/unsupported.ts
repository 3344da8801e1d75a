import type { Report } from '../schema.ts';
import { unsupportedInWords } from '../words/phrases.ts';
import { plural } from '../words/plural.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { type Page, title } from './page.ts';

const maxReasons = 4;

/** Why the backend declined cases: a few lines per reason, in short. */
export function unsupportedSection(report: Report, page: Page): string[] {
  const { unsupported, totals } = report;
  // without a reason the matrix says it all
  if (unsupported.every(({ message }) => message === '')) return [];
  const { columns, colors } = page;
  const hidden = unsupported.length - maxReasons;
  return [
    ...title('Not supported', `${plural(totals.unsupported, 'case')}, not judged`, page),
    ...unsupported
      .slice(0, maxReasons)
      .flatMap((reason) => [
        ...hangingIndent('  – ', sanitize(reason.message ?? '') || 'no reason given', columns, 2),
        ...hangingIndent('    ', colors.dim(unsupportedInWords(reason, report)), columns),
      ]),
    ...(hidden > 0 ? [`  … and ${plural(hidden, 'more reason')}, see report.md`] : []),
  ];
}
