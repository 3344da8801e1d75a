import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Returns the width of a text on a terminal in columns, without colour codes. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/**
 * Returns external text (a backend's message, a path) as one line without control characters: it must not move the cursor,
 * and a line break must not forge a line of the report.
 */
export function sanitize(text: string): string {
  return sanitizePart(text).trim();
}

/** Cleans a part of a line, which may begin or end with a space. Non-breaking spaces stay until the line is wrapped. */
export function sanitizePart(text: string): string {
  return stripVTControlCharacters(text).replace(/(?:[^\S\u00a0]|\p{C})+/gu, ' ');
}

/**
 * Wraps text to `columns`. The first line begins with `lead`, and the others are indented by its width plus `more` columns.
 * If there are more than `most` lines, the first ones are kept, and the last of them ends with `…`.
 */
export function hangingIndent(
  lead: string,
  text: string,
  columns: number,
  most = Number.POSITIVE_INFINITY,
  more = 0,
): string[] {
  const indent = displayWidth(lead) + more;
  const width = Math.max(columns - indent, 20);
  let lines = wrapAnsi(text, width, { hard: true }).split('\n');
  if (lines.length > most) {
    lines = lines.slice(0, most);
    lines[most - 1] = `${wrapAnsi(lines[most - 1]!, width - 1, { hard: true }).split('\n')[0]!}…`;
  }
  return lines.map((line, i) => `${i === 0 ? lead : ' '.repeat(indent)}${line}`.replaceAll('\u00a0', ' ').trimEnd());
}

/** Breaks a shell command between its words, but not behind an option; each line but the last has `\` at its end, so that it can be copied. */
export function commandLines(command: string, width: number): string[] {
  const words = command.match(/(?:--[\w-]+ (?!-))?(?:'[^']*'|"[^"]*"|\\.|\S)+/g) ?? [];
  return words.reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined) return [word];
    const fits = displayWidth(`${last} ${word} \\`) <= width;
    return [...lines.slice(0, -1), ...(fits ? [`${last} ${word}`] : [`${last} \\`, `  ${word}`])];
  }, []);
}

const gap = 2;
/** The least width of the labels of rows, in columns. */
const leastLabel = 32;

/**
 * Returns a grid of left-aligned columns. If it is wider than `columns`, it is split between columns into bands, one below
 * the other, because a wrapped table cannot be read. The first column is repeated in each band. Labels of rows are cut to
 * the remaining width.
 */
export function grid(all: readonly (readonly string[])[], columns: number, indent = '  '): string[] {
  const count = Math.max(0, ...all.map((row) => row.length));
  const figures = Array.from({ length: Math.max(0, count - 1) }, (_, i) =>
    Math.max(...all.map((row) => displayWidth(row[i + 1] ?? ''))),
  );
  const room = columns - indent.length - figures.reduce((sum, width) => sum + gap + width, 0);
  const rows = all.map(([first = '', ...others]) => [
    hangingIndent('', first, Math.max(room, leastLabel), 1)[0]!,
    ...others,
  ]);
  const widthOf = (column: number) =>
    column > 0 ? figures[column - 1]! : Math.max(...rows.map(([first]) => displayWidth(first!)));
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
