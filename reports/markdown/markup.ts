import { markdownTable } from 'markdown-table';
import stringWidth from 'string-width';

/** Text that Markdown must not read as markup, on one line; a pipe would end a table's cell. */
export function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~]/g, '\\$&');
}

/** A code span for a table or a sentence; GitHub wants the pipe escaped even there. */
export function codeSpan(text: string): string {
  const code = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${code}${fence}` : `${fence} ${code} ${fence}`;
}

/** Rows under a head; the cells are Markdown already. Long texts are not padded: one that changes would change all rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], padded = true): string {
  return markdownTable([head, ...rows], { stringLength: stringWidth, alignDelimiters: padded });
}

/** What only some readers want to see. */
export function details(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** Commands, one per line. */
export function codeBlock(lines: readonly string[]): string {
  return ['```sh', ...lines.map((line) => line.replaceAll('\n', ' ')), '```'].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
