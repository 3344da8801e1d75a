import type { Report } from '../schema.ts';
import { expectationNotes, slipNotes } from '../words/expectations.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { type Page, title } from './page.ts';

/** How many notes are shown before the others are counted. */
const maxNotes = 8;

/** What there is to do about the file of expectations. */
export function expectationsSection({ expectations }: Report, page: Page): string[] {
  const notes = expectations ? expectationNotes(expectations) : [];
  if (!expectations || notes.length === 0) return [];
  const { colors, columns } = page;
  const hidden = notes.length - maxNotes;
  return [
    ...title('Expectations', sanitize(expectations.file), page),
    ...notes.slice(0, maxNotes).flatMap(({ where, text, counts }) => {
      return hangingIndent(`  ${counts ? colors.red('✗') : '–'} `, sanitize(`${where}: ${text}`), columns);
    }),
    ...(hidden > 0 ? [`  … and ${hidden} more, see report.md`] : []),
  ];
}

/** What is misspelt in the file: printed with the verdict alone, too, as nothing else would ever show it. */
export function slipLines({ expectations }: Report, { columns }: Page): string[] {
  const notes = expectations ? slipNotes(expectations) : [];
  return notes.flatMap(({ where, text }) =>
    hangingIndent('– ', sanitize(`${expectations!.file}, ${where}: ${text}`), columns),
  );
}
