import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { parseIllegalResult, parseReport, parseResult } from '../../reports/schema/json.ts';
import type { Report } from '../../reports/schema.ts';
import type { Result } from './trial.ts';

/** What `run` writes into the folder of `--out`. */
export const storedFiles = {
  state: 'run.json',
  results: 'results.jsonl',
  illegal: 'illegal.jsonl',
  json: 'report.json',
  markdown: 'report.md',
  html: 'report.html',
} as const;

/**
 * The report of a stored run.
 * @throws BadInput where there is none: no such folder, no run in it, or one that was killed before its end
 */
export function readStoredReport(dir: string): Report {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw new BadInput(`${dir} does not exist; name a folder that 'run --out' has written`);
  const file = found.isDirectory() ? join(dir, storedFiles.json) : dir;
  if (existsSync(file)) return parseReport(readFileSync(file, 'utf8'), file);
  const below = found.isDirectory()
    ? readdirSync(dir).filter((name) => existsSync(join(dir, name, storedFiles.json)))
    : [];
  const killed = existsSync(join(dir, storedFiles.results));
  if (below.length > 0 && !killed) {
    const [first, ...more] = below.map((name) => join(dir, name));
    const others = more.length > 0 ? ` or ${more.length === 1 ? more[0] : `one of ${more.length} others`}` : '';
    throw new BadInput(`${dir} has no ${storedFiles.json}, and folders in it have: name ${first}${others}`);
  }
  const why = killed ? 'a run was killed there before its report was written' : 'no run has been stored there';
  throw new BadInput(
    `${dir} has no ${storedFiles.json}: ${why}; run it again${killed ? ', or to its end with --resume' : ''}`,
  );
}

/**
 * The results of a stored run in their order, those of illegal models last. Of a run that was killed the last line may be
 * cut short: it is left out.
 * @throws BadInput for a file that is no list of results
 */
export function* readStoredResults(dir: string): Generator<Result> {
  for (const { result } of readStoredLines(dir)) yield result;
}

/** A result and where it stands: "out/results.jsonl line 3". */
interface StoredLine {
  readonly result: Result;
  readonly place: string;
}

/** The same with their places. @throws BadInput for a file that is no list of results */
export function* readStoredLines(dir: string): Generator<StoredLine> {
  yield* parsedLines(join(dir, storedFiles.results), parseResult);
  const illegal = join(dir, storedFiles.illegal);
  if (existsSync(illegal)) yield* parsedLines(illegal, parseIllegalResult);
}

function* parsedLines(file: string, parse: (line: string, name: string) => Result): Generator<StoredLine> {
  let number = 0;
  for (const line of linesOf(file)) {
    const place = `${file} line ${++number}`;
    yield { result: parse(line, place), place };
  }
}

/** Bytes that are read at once: the results of a large suite are more than a string may hold. */
const chunkSize = 1 << 20;

/**
 * The lines of a file of results, as far as they were written whole: such a line ends with a newline.
 * @throws BadInput if there is no such file
 */
export function* linesOf(path: string): Generator<string> {
  if (!existsSync(path)) throw new BadInput(`${path} does not exist; name a folder that 'run --out' has written`);
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkSize);
    let rest = Buffer.alloc(0);
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, size)]);
      const end = bytes.lastIndexOf(0x0a) + 1;
      rest = bytes.subarray(end);
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n');
    }
  } finally {
    closeSync(file);
  }
}
