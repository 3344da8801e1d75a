/** Text that Markdown must not read as markup, on one line; a pipe would end a table's cell. */
export function escapeMarkdown(text: string): string {
  return oneLine(text).trim().replace(markup, '\\$&');
}

/** The same for a part of a line, which may begin or end with a space. */
export const escapePart = (text: string): string => oneLine(text).replace(markup, '\\$&');

const markup = /[\\`*_[\]<>|~]/g;

/** A code span for a table or a sentence; GitHub wants the pipe escaped even there. */
export function codeSpan(text: string): string {
  const code = oneLine(text).trim().replaceAll('|', '\\|');
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${code}${fence}` : `${fence} ${code} ${fence}`;
}

/** Text for an element of HTML, in which nothing is read as Markdown. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ');
}
