/**
 * Returns the text of a process for a report: one line without control characters, which could affect the user's terminal.
 * Only the last `limit` characters are kept.
 */
export function oneLine(text: string, limit = 2000): string {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes are what is removed here
    .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > limit ? `…${line.slice(1 - limit)}` : line;
}

/** The beginning of a native stack trace. */
const trace = /^-{3,} (?:Native|JavaScript) stack trace -{3,}|^\s*\d+: 0x[\da-f]+ |^#FailureMessage Object: /im;

/** Returns a program's stderr without its native stack, and without the frame that V8 draws around a fatal error. */
export function withoutStack(stderr: string): string {
  const end = stderr.search(trace);
  return (end < 0 ? stderr : stderr.slice(0, end)).replace(/^#(?:$| (?=Fatal ))/gm, '');
}

/** Lines that show where or how a program ended, but not why. */
const noise =
  /^(at |Node\.js v\d|note: run with|\[?Aborted|Segmentation fault|[\s^~{}()[\];,]*$|code: '|requireStack: )/;

/**
 * Returns the line of a program's stderr that shows why it ended: the last one that is neither indented nor a stack frame;
 * '' if there is none. It knows the formats of Node, Python, Rust and C++.
 */
export function lastUsefulLine(stderr: string): string {
  const lines = withoutStack(stderr)
    .split(/\r?\n/)
    .filter((line) => !noise.test(line.trim()));
  const reason = lines.findLast((line) => !/^\s/.test(line) || /^\s*what\(\):/.test(line)) ?? lines.at(-1) ?? '';
  return oneLine(reason, 500);
}

/** Messages of Rust panics and WebAssembly traps in several engines, caught by an adapter as errors. */
const lastWords = new RegExp(
  [
    '\\bpanicked at\\b',
    '\\bPanicException\\b',
    '^(?:RuntimeError: )?unreachable(?: executed)?$',
    'memory access out of bounds',
    'out of bounds memory access',
    'table index is out of bounds',
    'null function or function signature mismatch',
    '^(?:RuntimeError: )?Aborted\\(',
  ].join('|'),
  'i',
);

/** Whether a message shows an error after which the state of the runtime is unknown. */
export function describesCrash(message: string): boolean {
  return lastWords.test(message);
}

/** Keeps the last bytes that a process wrote to its stderr. */
export class Tail {
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #limit: number;

  /** @param limit the number of bytes to keep at least */
  constructor(limit = 16_384) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    // A view would keep the whole chunk in memory.
    const kept = Buffer.from(chunk.subarray(Math.max(0, chunk.byteLength - this.#limit)));
    this.#chunks.push(kept);
    this.#size += kept.byteLength;
    while (this.#size - this.#chunks[0]!.byteLength >= this.#limit) {
      this.#size -= this.#chunks.shift()!.byteLength;
    }
  }

  toString(): string {
    return Buffer.concat(this.#chunks).subarray(-this.#limit).toString('utf8');
  }
}

/** Returns the message about a missing program, with its remedy. */
export const noProgram = (file: string): string =>
  `there is no program ${file}; give its path, or name its folder with --cwd`;

/** Formats a size: "4 GiB", "1.5 GiB", "100 MiB". */
export function formatSize(bytes: number): string {
  const gibibytes = bytes / 2 ** 30;
  return gibibytes >= 1 ? `${Number(gibibytes.toFixed(2))} GiB` : `${Number((bytes / 2 ** 20).toFixed(2))} MiB`;
}
