/** Escapes text for Markdown, on one line; a pipe would end a table's cell. */
export function escapeMarkdown(text: string): string {
  return oneLine(text).trim().replace(markup, '\\$&');
}

/** Escapes a part of a line, which may begin or end with a space. */
export const escapePart = (text: string): string => oneLine(text).replace(markup, '\\$&');

const markup = /[\\`*_[\]<>|~]/g;

/** Returns a code span for a table or a sentence; GitHub requires an escaped pipe even there. */
export function codeSpan(text: string): string {
  const code = oneLine(text).trim().replaceAll('|', '\\|');
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${code}${fence}` : `${fence} ${code} ${fence}`;
}

/** Escapes text for an HTML element, where Markdown is not interpreted. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ');
}
