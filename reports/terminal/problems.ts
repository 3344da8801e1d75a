import type { Report } from '../schema.ts';
import { plural } from '../words/plural.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { type Page, title } from './page.ts';

const maxFiles = 6;

/** Files that could not be used: a few lines each. */
export function problemSection({ problems }: Report, page: Page): string[] {
  if (problems.length === 0) return [];
  const hidden = problems.length - maxFiles;
  return [
    ...title('Files that could not be judged', problems.length > 1 ? `${problems.length}` : '', page),
    ...problems.slice(0, maxFiles).flatMap((problem) => hangingIndent('  – ', sanitize(problem), page.columns, 3)),
    ...(hidden > 0 ? [`  … and ${plural(hidden, 'more file')}, see report.md`] : []),
  ];
}
