/**
 * What a process said, made fit for a report: one line, no control characters (a backend must not be able to drive the
 * user's terminal), at most `limit` characters, of which the last are kept.
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

/** What follows tells where in the machine's memory a program was. */
const trace = /^-{3,} (?:Native|JavaScript) stack trace -{3,}|^\s*\d+: 0x[\da-f]+ |^#FailureMessage Object: /im;

/** The last words of a program without its native stack, and without the frame that V8 draws around a fatal error. */
export function withoutStack(stderr: string): string {
  const end = stderr.search(trace);
  return (end < 0 ? stderr : stderr.slice(0, end)).replace(/^#(?:$| (?=Fatal ))/gm, '');
}

/** Lines that say where or how a program ended, but not why. */
const noise =
  /^(at |Node\.js v\d|note: run with|\[?Aborted|Segmentation fault|[\s^~{}()[\];,]*$|code: '|requireStack: )/;

/**
 * The line of a program's last words that says why it ended: the last one that is neither indented nor a stack frame,
 * or '' if nothing was said. Knows the habits of Node, Python, Rust and C++.
 */
export function lastUsefulLine(stderr: string): string {
  const lines = withoutStack(stderr)
    .split(/\r?\n/)
    .filter((line) => !noise.test(line.trim()));
  const reason = lines.findLast((line) => !/^\s/.test(line) || /^\s*what\(\):/.test(line)) ?? lines.at(-1) ?? '';
  return oneLine(reason, 500);
}

/** How a panic of Rust and a trap of WebAssembly read, in several engines, where an adapter has caught them as errors. */
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

/** True for the message of an error after which nobody knows what state the runtime is in. */
export function tellsOfCrash(message: string): boolean {
  return lastWords.test(message);
}

/** The last bytes that a process wrote to its stderr. */
export class Tail {
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #limit: number;

  /** @param limit bytes to keep at least, where so many came */
  constructor(limit = 16_384) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    // A view of a large chunk would keep all of it alive.
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

/** Why a program that is not there cannot be started, and what to do. */
export const noProgram = (file: string): string =>
  `there is no program ${file}; give its path, or name its folder with --cwd`;

/** "4 GiB", "1.5 GiB", "100 MiB". */
export function formatSize(bytes: number): string {
  const gibibytes = bytes / 2 ** 30;
  return gibibytes >= 1 ? `${Number(gibibytes.toFixed(2))} GiB` : `${Number((bytes / 2 ** 20).toFixed(2))} MiB`;
}
