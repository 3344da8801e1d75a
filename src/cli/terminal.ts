import type { TerminalOptions } from '../../reports/print/report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether to write colours: to terminals unless NO_COLOR is set (no-color.org), and wherever FORCE_COLOR demands it. */
export function wantsColor(isTerminal: boolean | undefined, env: Environment): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal === true && env.TERM !== 'dumb'; // node leaves isTTY undefined for pipes
}

/** Columns of a stream: those of the terminal, else COLUMNS, else 80. */
export function columnsOf(stream: { readonly columns?: number | undefined }, env: Environment = process.env): number {
  const asked = Number(env.COLUMNS);
  return stream.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : 80);
}

/** Milliseconds between two lines of progress where nobody watches: enough that CI sees life, and few lines. */
export const heartbeat = 30_000;

/** What a report on stdout may be like. */
export function onStdout(): Required<Pick<TerminalOptions, 'columns' | 'color'>> {
  const { stdout } = process;
  return { columns: columnsOf(stdout), color: wantsColor(stdout.isTTY, process.env) };
}

/** Prints text for a person; a locale that names another character set than UTF-8 gets ASCII. */
export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(isUtf8(process.env) ? text : inAscii(text));
}

/** False where the locale that is set has no UTF-8; where none is set, as in most containers, logs are read as UTF-8. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}

/** ASCII for a character, as wide as it is, as far as tables hold it. */
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

/** Text with ASCII for each character that has some, without accents, and `?` for all others. */
export function inAscii(text: string): string {
  return text
    .replace(/[^\0-\x7f]/gu, (character) => asciiOf[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, '?');
}
