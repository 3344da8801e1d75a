import type { Report } from '../schema.ts';
import { expectationNotes } from '../words/expectations.ts';
import { escapeMarkdown } from './markup.ts';

/** What there is to do about the file of expectations. */
export function expectations({ expectations: held }: Report): string {
  const notes = held ? expectationNotes(held) : [];
  if (!held || notes.length === 0) return '';
  const lines = notes.map(
    ({ where, text, counts }) => `- ${counts ? '✗' : '–'} ${escapeMarkdown(`${where}: ${text}`)}`,
  );
  return `## Expectations\n\n${escapeMarkdown(held.file)}\n\n${lines.join('\n')}`;
}
