import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Columns that a text takes on a terminal, colour codes not counted. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/**
 * Text from outside (a backend's message, a path) as one line without control characters: what a backend prints must not
 * move the cursor, and a line break must not forge a line of the report.
 */
export function sanitize(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}

/**
 * Text wrapped to `columns`: the first line begins with `lead`, the others are indented as far as it. Of more than
 * `most` lines the first are kept, and the last of them ends with `…`; a text with colours must not be cut.
 */
export function hangingIndent(lead: string, text: string, columns: number, most = Number.POSITIVE_INFINITY): string[] {
  const indent = displayWidth(lead);
  const width = Math.max(columns - indent, 20);
  let lines = wrapAnsi(text, width, { hard: true }).split('\n');
  if (lines.length > most) {
    lines = lines.slice(0, most);
    lines[most - 1] = `${wrapAnsi(lines[most - 1]!, width - 1, { hard: true }).split('\n')[0]!}…`;
  }
  return lines.map((line, i) => `${i === 0 ? lead : ' '.repeat(indent)}${line}`.trimEnd());
}

const gap = 2;

/**
 * Columns side by side, left-aligned, the first column repeated in each band: a grid that is wider than `columns` is cut
 * between columns into bands, one below the other, because a wrapped table cannot be read.
 */
export function grid(rows: readonly (readonly string[])[], columns: number, indent = '  '): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widthOf = (column: number) => Math.max(...rows.map((row) => displayWidth(row[column] ?? '')));
  const cell = (row: readonly string[], column: number) => {
    const text = row[column] ?? '';
    return text + ' '.repeat(widthOf(column) + gap - displayWidth(text));
  };
  const label = indent.length + widthOf(0);
  const lines: string[] = [];
  for (let start = 1; start < count; ) {
    let end = start;
    let used = label;
    while (end < count && (end === start || used + gap + widthOf(end) <= columns)) used += gap + widthOf(end++);
    if (lines.length > 0) lines.push('');
    const band = [0, ...Array.from({ length: end - start }, (_, i) => start + i)];
    for (const row of rows) lines.push((indent + band.map((column) => cell(row, column)).join('')).trimEnd());
    start = end;
  }
  return lines;
}
