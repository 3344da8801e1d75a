import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { parseIllegalResult, parseReport, parseResult } from '../../reports/schema/json.ts';
import type { Report } from '../../reports/schema.ts';
import type { Result } from './trial.ts';

/** What `run` writes into the folder of `--out`. */
export const storedFiles = {
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
  const killed = existsSync(join(dir, storedFiles.results));
  const why = killed ? 'a run was killed there before its report was written' : 'no run has been stored there';
  throw new BadInput(`${dir} has no ${storedFiles.json}: ${why}; run it again`);
}

/**
 * The results of a stored run in their order, those of illegal models last. Of a run that was killed the last line may be
 * cut short: it is left out.
 * @throws BadInput for a file that is no list of results
 */
export function* readStoredResults(dir: string): Generator<Result> {
  yield* linesOf(join(dir, storedFiles.results), parseResult);
  const illegal = join(dir, storedFiles.illegal);
  if (existsSync(illegal)) yield* linesOf(illegal, parseIllegalResult);
}

function* linesOf<T>(file: string, parse: (line: string, name: string) => T): Generator<T> {
  if (!existsSync(file)) throw new BadInput(`${file} does not exist; name a folder that 'run --out' has written`);
  // a line that was written whole ends with a newline
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  for (const [i, line] of lines.entries()) yield parse(line, `${file} line ${i + 1}`);
}
