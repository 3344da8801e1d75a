import wrapAnsi from 'wrap-ansi';
import type { TerminalOptions } from '../../reports/print/report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether to write colours: to terminals unless NO_COLOR is set (no-color.org), and always if FORCE_COLOR is set. */
export function wantsColor(isTerminal: boolean | undefined, env: Environment): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal === true && env.TERM !== 'dumb'; // node leaves isTTY undefined for pipes
}

/** Returns the columns of a stream: of the terminal, or else COLUMNS, or else 80. */
export function columnsOf(stream: { readonly columns?: number | undefined }, env: Environment = process.env): number {
  const asked = Number(env.COLUMNS);
  return stream.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : 80);
}

/** Milliseconds between two lines of progress without a terminal: often enough for CI, but few lines. */
export const heartbeat = 30_000;

/** Returns the width and the use of colours for a report on stdout. */
export function onStdout(): Required<Pick<TerminalOptions, 'columns' | 'color'>> {
  const { stdout } = process;
  return { columns: columnsOf(stdout), color: wantsColor(stdout.isTTY, process.env) };
}

/** Prints text for people, as ASCII if the locale names a character set other than UTF-8. */
export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(isUtf8(process.env) ? text : inAscii(text));
}

/** Prints a message about what is being done on stderr, wrapped to its width; later lines are indented. */
export function sayOnStderr(message: string): void {
  const width = Math.max(columnsOf(process.stderr) - 2, 40);
  print(`${wrapAnsi(message, width, { trim: false }).replaceAll(/ *\n/g, '\n  ')}\n`, process.stderr);
}

/** Whether the locale uses UTF-8, or is not set: in most containers, logs are then read as UTF-8. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}

/** ASCII characters of equal width for the characters in tables. */
const asciiOf: Readonly<Record<string, string>> = {
  '✗': 'x',
  '·': '-',
  '–': '-',
  '−': '-',
  '×': 'x',
  '…': '~',
  '≥': '>=',
  '≤': '<=',
  '∞': 'inf',
  '’': "'",
  '“': '"',
  '”': '"',
  '█': '#',
  '░': '.',
  '\u00a0': ' ',
};

/** Returns text in ASCII: with substitutes, without accents, and `?` for all other characters. */
export function inAscii(text: string): string {
  return text
    .replace(/[^\0-\x7f]/gu, (character) => asciiOf[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, '?');
}
